"""The latest reports of evaluations, for whoever comes back to one: by a reload, by Back, by a copied link."""

from collections import OrderedDict
from datetime import UTC, datetime

from services.search.models import EvaluationReport, EvaluationSubject, KeptReport

MOST_REPORTS = 20


class KeptReports:
    """In this process's memory: one that is gone is measured again."""

    def __init__(self) -> None:
        self._by_key: OrderedDict[str, KeptReport] = OrderedDict()

    def keep(self, subject: EvaluationSubject, report: EvaluationReport) -> KeptReport:
        """In place of an earlier one of the same."""
        kept = KeptReport(subject=subject, report=report, measured_at=datetime.now(UTC))
        self._by_key.pop(subject.key, None)
        self._by_key[subject.key] = kept
        while len(self._by_key) > MOST_REPORTS:
            self._by_key.popitem(last=False)
        return kept

    def find(self, key: str) -> KeptReport | None:
        return self._by_key.get(key)
