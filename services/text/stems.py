"""One stem for all the forms of an English word, so that “leads”, “led” and “leader” are seen to speak of the same."""

import functools

from snowballstemmer.english_stemmer import EnglishStemmer

_IRREGULAR = """
arise arose arisen
become became
begin began begun
blow blew blown
break broke broken
bring brought
build built builder
burn burnt
buy bought buyer
catch caught
choose chose chosen
come came
command commander
direct director
draw drew drawn
drink drank drunk
drive drove driven driver
eat ate eaten
fall fell fallen
fight fought
flee fled
fly flew flown flyer flight
forbid forbade forbidden
forget forgot forgotten
found founder
freeze froze frozen
give gave given
go went gone
grow grew grown
hear heard
hide hid hidden
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
overcome overcame
overtake overtook overtaken
overthrow overthrew overthrown
own owner
pay paid payer
rebuild rebuilt
ride rode ridden
rise rose risen
run ran runner
say said
seek sought
sell sold seller
send sent sender
shake shook shaken
shrink shrank shrunk
sing sang sung singer
sink sank sunk
sit sat
speak spoke spoken speaker
spend spent
stand stood
steal stole stolen
strike struck
swear swore sworn
sweep swept
swim swam swum
take took taken
teach taught teacher
tell told
think thought
throw threw thrown
undergo underwent undergone
understand understood
undertake undertook undertaken
wear wore worn
weave wove woven
win won winner
withdraw withdrew withdrawn
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
bus buses
child children
foot feet
gas gases
lens lenses
man men
mouse mice
tooth teeth
woman women
"""
_BASE_OF = {form: line.split()[0] for line in (_IRREGULAR + _PLURALS).splitlines() if line for form in line.split()}
_OF_THEIR_OWN = frozenset({"directly"})
"""Words that are no form of what their stem says: who acts directly is no director."""


@functools.lru_cache(maxsize=50_000)
def stem(word: str) -> str:
    """The word's stem by Snowball's English rules, after a table of irregular verbs; `word` is case-folded."""
    bare = word.removesuffix("'s")
    if bare in _OF_THEIR_OWN:
        return bare
    verb = _BASE_OF.get(bare) or _BASE_OF.get(bare.removesuffix("s")) or bare
    # A stemmer of its own for each new word: the object keeps what it works on, and threads share this function.
    return str(EnglishStemmer().stemWord(verb))
