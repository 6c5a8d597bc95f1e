"""What the offline model says of itself and of what it did not find: sentences that need no source. Pure."""

from services.agent.offline.reading.question import ParsedQuestion
from services.models import AnswerParagraph
from services.text.markers import in_round_brackets

ABOUT = (
    "Ask a question about the documents of this collection: who, when, where, how many, why, what changed, "
    "or just a name to look up.\n\n"
    "Dossier is a research workbench. It searches the documents and a knowledge graph of dated facts, and it answers "
    "with what they say, word for word, each sentence with its source. Without a language model it quotes and does not "
    "write. The starters, a date to look from and the list of documents are good places to begin."
)
NOTHING_ASKED = "This holds no word to search for: ask about a name, a date or a topic of the documents."
NOTHING_FOUND = "Nothing that was found answers this. Other words may find it, or a name as the documents write it."
FOREIGN = (
    "Nothing that was found answers this, which does not mean that the documents are silent: questions are read in "
    "English. Ask in English, or with names and words of the documents."
)


READ_IN_ENGLISH = "Questions are read in English; this names what was asked about:"


def remark(text: str) -> AnswerParagraph:
    return AnswerParagraph(kind="remark", text=in_round_brackets(text))


def nothing_found_remark(question: ParsedQuestion) -> AnswerParagraph:
    return remark(FOREIGN if question.is_foreign else NOTHING_FOUND)
