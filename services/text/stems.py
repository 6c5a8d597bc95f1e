"""One stem for all the forms of an English word, so that “leads”, “led” and “leader” are seen to speak of the same."""

import functools

from snowballstemmer.english_stemmer import EnglishStemmer

_IRREGULAR = """
become became
begin began begun
blow blew blown
break broke broken
bring brought
build built builder
buy bought buyer
catch caught
choose chose chosen
come came
command commander
direct director
draw drew drawn
drive drove driven driver
fall fell fallen
fight fought
fly flew flown flyer flight
found founder
give gave given
go went gone
grow grew grown
hold held holder
keep kept keeper
know knew known
launch launcher
lay laid
lead led leader
leave left
lend lent
lose lost loser loss
make made maker
meet met
own owner
pay paid payer
rise rose risen
run ran runner
say said
sell sold seller
send sent sender
sit sat
speak spoke spoken speaker
spend spent
stand stood
steal stole stolen
strike struck
take took taken
teach taught teacher
tell told
think thought
throw threw thrown
wear wore worn
win won winner
write wrote written writer
"""
"""Each line: a verb, then its past forms and who does it; where they are regular, Snowball's rules see it."""

PAST_FORMS = frozenset(
    form
    for line in _IRREGULAR.splitlines()
    for form in line.split()[1:]
    if not form.endswith(("er", "or", "flight", "loss"))
) - {"found", "come", "run"}
"""“Led”, “built”: what tells that a question is about the past."""

_PLURALS = """
child children
foot feet
man men
mouse mice
tooth teeth
woman women
"""
_BASE_OF = {form: line.split()[0] for line in (_IRREGULAR + _PLURALS).splitlines() if line for form in line.split()}


@functools.lru_cache(maxsize=50_000)
def stem(word: str) -> str:
    """By Snowball's English rules, after a table of irregular verbs; `word` is case-folded."""
    bare = word.removesuffix("'s")
    verb = _BASE_OF.get(bare) or _BASE_OF.get(bare.removesuffix("s")) or bare
    # A stemmer of its own for each new word: the object keeps what it works on, and threads share this function.
    return str(EnglishStemmer().stemWord(verb))
