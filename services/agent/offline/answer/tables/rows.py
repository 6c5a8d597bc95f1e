"""What a list or a table tells as a whole, by the first rule that reads the question so. Pure."""

from services.agent.offline.answer.findings import Findings
from services.agent.offline.answer.tables.between_years import between_years_paragraphs
from services.agent.offline.answer.tables.breakdowns import breakdown_paragraphs
from services.agent.offline.answer.tables.counts import row_list_paragraphs
from services.agent.offline.answer.tables.extreme_periods import extreme_period_paragraphs
from services.agent.offline.answer.tables.extremes import extreme_paragraphs
from services.agent.offline.answer.tables.overruns import overrun_paragraphs
from services.agent.offline.answer.tables.sections import section_paragraphs
from services.agent.offline.answer.tables.terms import succession_by_terms
from services.agent.offline.reading.question import ParsedQuestion
from services.models import AnswerParagraph


def row_paragraphs(question: ParsedQuestion, found: Findings) -> list[AnswerParagraph]:
    """Terms, overruns, parts, two years, sections, then the most and the least; empty where none fits."""
    return (
        succession_by_terms(question, found)
        or overrun_paragraphs(question, found)
        or breakdown_paragraphs(question, found)
        or between_years_paragraphs(question, found)
        or _sections(question, found)
        or extreme_period_paragraphs(question, found)
        or extreme_paragraphs(question, found)
    )


def _sections(question: ParsedQuestion, found: Findings) -> list[AnswerParagraph]:
    """None where the rows of a table have all that is asked: a list has it only somewhere beside it."""
    return [] if row_list_paragraphs(question, found) else section_paragraphs(question, found)
