"""Passages: exact offsets, nothing lost, nothing too long, whatever the text looks like."""

import random
import re

import pytest

from services.documents.chunking import ENOUGH_BEFORE_HEADING, MAX_CHARACTERS, MAX_TOKENS, ChunkDraft, split_content

SENTENCE = "The station was visited by Col. A. Leonov and Dr. Foale in March 1997, and it held."


def count_words(text: str) -> int:
    return len(re.findall(r"\w+|[^\w\s]", text))


def check(content: str) -> list[ChunkDraft]:
    passages = split_content(content, count_words)
    for passage in passages:
        assert passage.content == content[passage.start_offset : passage.end_offset]
        assert passage.content == passage.content.strip()
        assert passage.token_count <= MAX_TOKENS
        assert len(passage.content) <= MAX_CHARACTERS
    ends = [0, *(passage.end_offset for passage in passages)]
    starts = [*(passage.start_offset for passage in passages), len(content)]
    assert all(content[end:start].strip() == "" for end, start in zip(ends, starts, strict=True))
    return passages


def test_a_short_document_is_one_passage() -> None:
    assert [passage.content for passage in check("\n\n# Mir\n\nIt flew.\n")] == ["# Mir\n\nIt flew."]


@pytest.mark.parametrize("content", ["", " \n\t\n ", "\n\n\n"])
def test_nothing_has_no_passages(content: str) -> None:
    assert check(content) == []


def test_paragraphs_are_kept_whole_and_share_a_passage() -> None:
    paragraph = " ".join([SENTENCE] * 4)
    passages = check("\n\n".join([paragraph] * 9))
    assert all(passage.content.startswith("The station") and passage.content.endswith("held.") for passage in passages)
    assert 3 <= len(passages) <= 5


def test_a_new_section_begins_a_new_passage_once_there_is_enough() -> None:
    section = " ".join([SENTENCE] * 5)
    first, second = check(f"# One\n\n{section}\n\n## Two\n{section}")
    assert first.token_count > ENOUGH_BEFORE_HEADING
    assert second.content.startswith("## Two\nThe station")


def test_small_sections_share_a_passage() -> None:
    assert len(check("# One\n\nShort.\n\n# Two\n\nShort.\n\n# Three\n\nShort.")) == 1


def test_a_heading_is_never_the_last_line_of_a_passage() -> None:
    body = " ".join([SENTENCE] * 2)
    content = "\n\n".join(f"## Part {i}\n\n{body} " + "word " * (i * 7 % 90) for i in range(60))
    assert all(not passage.content.splitlines()[-1].startswith("#") for passage in check(content))


def test_a_long_paragraph_is_cut_between_sentences_but_not_after_an_abbreviation() -> None:
    passages = check(" ".join([SENTENCE] * 80))
    assert all(passage.content.startswith("The station") and passage.content.endswith("held.") for passage in passages)


def test_a_paragraph_without_sentences_is_cut_between_words() -> None:
    passages = check("orbit " * 5000)
    assert set(" ".join(passage.content for passage in passages).split()) == {"orbit"}


def test_one_enormous_line_without_spaces_is_cut_by_characters() -> None:
    passages = check("x" * 200_000)
    assert sum(len(passage.content) for passage in passages) == 200_000


def test_text_without_spaces_between_sentences_is_cut_after_them() -> None:
    passages = split_content("宇宙飛行士は地球に帰還した。" * 200, len)
    assert all(passage.content.endswith("。") and passage.token_count <= MAX_TOKENS for passage in passages)


def test_windows_line_ends_emoji_and_combining_marks_keep_their_offsets() -> None:
    check("Première ligne 🚀\r\n\r\n" + "e\u0301toile 👩‍🚀 " * 400 + "\r\n\r\nfin\u2028fin")


def test_random_text_is_never_lost() -> None:
    chance = random.Random(7)
    pieces = [
        "\n",
        "\n\n",
        " ",
        "# ",
        "\t",
        ". ",
        "Mir",
        "3.5",
        "!",
        "“Oh.” ",
        "- item\n",
        "|",
        "é",
        "日本。",
        "a" * 300,
    ]
    for _ in range(60):
        check("".join(chance.choice(pieces) for _ in range(chance.randrange(2000))))


def test_passages_are_about_as_long_as_the_model_reads() -> None:
    content = "\n\n".join(" ".join([SENTENCE] * 3) for _ in range(100))
    passages = check(content)
    assert sum(passage.token_count for passage in passages) / len(passages) > 0.7 * MAX_TOKENS


def test_a_megabyte_line_by_line_is_cut_in_linear_time() -> None:
    assert len(check("\n".join([SENTENCE] * 12_000))) > 900


ROWS = [
    f"Mill: Mill {n} | Wheels: {n % 6} | Rent (crowns): {n * 37} | Miller: {'Jan Berg ' * (n % 3)}" for n in range(70)
]


@pytest.mark.parametrize("after", ["", "\n\n# Notes\n\n" + SENTENCE, "\n\n" + " ".join([SENTENCE] * 3)])
def test_the_last_row_of_a_table_is_in_no_passage_of_its_own(after: str) -> None:
    for count in range(12, 70):
        passages = check("\n".join(ROWS[:count]) + after)
        rows = [passage.content.count("Mill: ") for passage in passages if "Mill: " in passage.content]
        assert sum(rows) == count
        assert min(rows) > 1


def test_a_block_of_code_is_one_piece_and_its_comments_are_no_headings() -> None:
    code = "```sh\n# list them\nls\n\n# count them\nls | wc -l\n```"
    prose = f"{' '.join([SENTENCE] * 5)}\n"
    passages = check(f"# Mir\n\n{prose}{code}\n\n{prose}")
    assert any(code in passage.content for passage in passages)


def test_a_long_block_of_code_is_cut_between_lines_and_loses_nothing() -> None:
    code = "\n".join(f"# step {number} of many that follow each other" for number in range(200))
    passages = check(f"# Mir\n\n~~~\n{code}\n~~~\n\nAfter it.")
    assert all(passage.token_count > ENOUGH_BEFORE_HEADING for passage in passages[:-1])


@pytest.mark.parametrize("fence", ["```", "~~~", "```a", "``` \n~~~", "~~~~\n```\n~~~"])
def test_a_fence_that_is_never_closed_opens_no_block(fence: str) -> None:
    check(f"Before it.\n{fence}\n# A heading\n\n{SENTENCE}\n" * 2)
