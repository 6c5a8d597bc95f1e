"""What a document's sentences tell of what a name is."""

import pytest

from services.graph.by_rule.reader import Reader


def types(reader: Reader, text: str) -> dict[str, str]:
    return {one.name: one.type for one in reader.read("A note", text, {}).entities}


@pytest.mark.parametrize(
    ("text", "name", "kind"),
    [
        ("The valves were bought from the firm Blechner for a good price.", "Blechner", "Organisation"),
        ("The panels came from the company Ostrava in spring.", "Ostrava", "Organisation"),
        ("They sold the land to the developer Marlow Homes in 1998.", "Marlow Homes", "Organisation"),
        ("The hall was drawn by the architects Fennmark and opened in 1932.", "Fennmark", "Organisation"),
        ("The board paid the consultants Tilbury Hale a fee.", "Tilbury Hale", "Organisation"),
        ("The mill belonged to Corven. Its chief executive, Ada Roe, disagreed.", "Corven", "Organisation"),
        ("Brightwell lost half of its staff to the harbour.", "Brightwell", "Organisation"),
        ("Wessex Water raised the price of a bath.", "Wessex Water", "Organisation"),
        ("The Commission for Rural Roads closed two bridges.", "Commission for Rural Roads", "Organisation"),
        ("He wrote to the Office of Gas Regulation in May.", "Office of Gas Regulation", "Organisation"),
        ("The Board of Public Works approved the plan.", "Board of Public Works", "Organisation"),
        ("Ada Roe chaired the Bureau of Mining Law for years.", "Bureau of Mining Law", "Organisation"),
        ("The Chamber of Commerce met in the old hall.", "Chamber of Commerce", "Organisation"),
        ("The hamlet of Dorr was flooded in 1931.", "Dorr", "Place"),
        ("A fire destroyed the village of Mattock in 1702.", "Mattock", "Place"),
        ("The mouth of the Tarrin silted up long ago.", "Tarrin", "Place"),
        ("The valley of the Brenn was cleared of trees.", "Brenn", "Place"),
        ("They stood on the banks of the Ostel and waited.", "Ostel", "Place"),
        ("The river is a tributary of the Velm.", "Velm", "Place"),
        ("The Sorrel, a tributary of the Ashe, froze over.", "Sorrel", "Place"),
        ("Compared with its sister, the Harrow Dam, it is small.", "Harrow Dam", "Place"),
        ("Water was pumped from the Perrin reservoir at night.", "Perrin", "Place"),
        ("The path crosses the Tolk valley from end to end.", "Tolk", "Place"),
        ("Orchards grow in Hebden, Marsk and Lower Tarn. Marsk has a mill.", "Marsk", "Place"),
        ("She grew up near Tolland and learnt to sail.", "Tolland", "Place"),
        ("Slurry came from the pastures above Dunner.", "Dunner", "Place"),
        ("Two couples lived outside Kessock for a year.", "Kessock", "Place"),
        ("The Republic of Aurel closed its border.", "Republic of Aurel", "Place"),
        ("The Province of Western Tarn has two rivers.", "Province of Western Tarn", "Place"),
        ("Adaeze Okonjo has been Provincial Treasurer since 2008.", "Adaeze Okonjo", "Person"),
        ("Ilmar Tamm was Minister of Roads in 1990.", "Ilmar Tamm", "Person"),
        ("Bexley told the court in person that the ship was lost.", "Bexley", "Person"),
        ("Lascelles, who keeps bees, gave us honey.", "Lascelles", "Person"),
        ("Oonagh Brill took up her duties in May.", "Oonagh Brill", "Person"),
        ("Corrigan remembered the strike well.", "Corrigan", "Person"),
        ("The case was tried by Zdenka Moll, oenologist at an estate.", "Zdenka Moll", "Person"),
        ("Signed by H. Dornik and stamped.", "H. Dornik", "Person"),
        ("The thesis of K. J. Arlen was printed in 1966.", "K. J. Arlen", "Person"),
        ("The Regulation of Inland Waters came into force.", "Regulation of Inland Waters", "Law"),
        ("The Battle of Aldern lasted two days.", "Battle of Aldern", "Event"),
    ],
)
def test_the_sentence_tells_what_a_name_is(reader, text, name, kind):
    assert types(reader, text).get(name) == kind


def test_what_a_program_is_a_client_for_is_no_firm(reader):
    assert types(reader, "- Kelpie Desktop is a client for macOS, developed by Lumen Labs.")["macOS"] != "Organisation"


def test_how_a_name_is_spelt_is_a_guess_that_a_later_document_corrects(reader):
    (guessed,) = reader.read("A note", "They watched LumenX with care.", {}).entities
    assert not guessed.is_sure
    told = {one.name: one for one in reader.read("A note", "Ada Roe is chief executive of LumenX.", {}).entities}
    assert (told["LumenX"].type, told["LumenX"].is_sure) == ("Organisation", True)
