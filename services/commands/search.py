"""`search` and `evaluate`: the ranking from a terminal, and what it is worth on judged queries."""

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, get_args

import click

from services.commands.documents import open_backend
from services.commands.viewpoint import from_viewpoint
from services.documents.choice import Choice
from services.errors import InvalidInput
from services.models import FusionMethod, Hit, SearchMode, SearchResult, Viewpoint
from services.search.models import EvaluationReport, Judgements, MetricPoint

if TYPE_CHECKING:
    from services.backend import Backend

SNIPPET_CHARACTERS = 160


@click.command()
@click.argument("query")
@click.option("--text-weight", type=click.FloatRange(0, 1), help="Share of the words; the rest is meaning.")
@click.option("--mode", type=click.Choice(get_args(SearchMode)), default="hybrid", show_default=True)
@click.option("--limit", type=click.IntRange(1, 50), help="Hits shown; else the saved setting.")
@from_viewpoint
@click.option("--json", "as_json", is_flag=True, help="The same JSON as GET /api/search.")
def search(
    query: str,
    text_weight: float | None,
    mode: SearchMode,
    limit: int | None,
    viewpoint: Viewpoint,
    choice: Choice,
    as_json: bool,
) -> None:
    """Find passages for QUERY; what is not given is taken from the setting that the tuner saved."""
    with open_backend(graph=False) as opened:
        looking = opened.run(choice.apply_to(viewpoint, opened.services.library))
        found = opened.services.search.search(query, mode, limit=limit, text_weight=text_weight, viewpoint=looking)
        result = opened.run(found)
    click.echo(_search_json(result) if as_json else _search_text(result))


@click.command()
@click.argument("path", type=click.Path(path_type=Path), required=False)
@click.option("--routing", is_flag=True, help="Which tools questions reach, of the sample or those in the file PATH.")
@click.option("--model", help="With --routing: a pydantic-ai model string instead of the configured one.")
@click.option("--queries", type=click.Path(path_type=Path), help="The queries of a qrels file that has none beside it.")
@click.option("--ingest", is_flag=True, help="Load the folder's corpus.jsonl first; give it a data folder of its own.")
@click.option("--fusion", type=click.Choice(get_args(FusionMethod)), help="Instead of the saved one.")
@click.option("--json", "as_json", is_flag=True, help="Metrics by text_weight as one JSON object.")
def evaluate(
    path: Path | None,
    routing: bool,
    model: str | None,
    queries: Path | None,
    ingest: bool,
    fusion: FusionMethod | None,
    as_json: bool,
) -> None:
    """Measure every text_weight on the judgements at PATH: a BEIR folder, or a qrels file with queries beside it.

    With --routing: whether a model reaches for the right tools.
    """
    from services.search.judgement_files import read_judgements

    if routing:
        _routing(path, model, as_json)
        return
    if path is None:
        raise InvalidInput("Name the judgements: a BEIR folder or a qrels file.")
    judgements = read_judgements(path, queries)
    with open_backend(graph=False) as opened:
        if ingest:
            _ingest(opened, path)
        _refuse_foreign(opened, judgements, ingest)
        report = _measure(opened, judgements, fusion)
    click.echo(_report_json(report) if as_json else _report_text(report))
    for skipped in judgements.skipped:
        click.echo(f"Note: {skipped}.", err=True)


def _ingest(opened: "Backend", path: Path) -> None:
    from services.search.beir_corpus import BeirCorpus

    corpus = BeirCorpus.at(path)
    with click.progressbar(length=corpus.size(), label="Documents", file=sys.stderr) as bar:
        for count in opened.stream(opened.services.ingestion.add_many(corpus.documents())):
            bar.update(count - bar.pos)
    others = opened.run(opened.services.library.list(limit=1)).total - len(corpus.sources)
    foreign = (f"{others} documents that are not of this corpus are searched as well",) if others else ()
    for remark in (*corpus.remarks(), *foreign):
        click.echo(f"Note: {remark}.", err=True)


def _routing(path: Path | None, model: str | None, as_json: bool) -> None:
    """The answers go nowhere; what counts is what was called on the way."""
    from services.agent.routing import ask_routes, read_routing, routing_table
    from services.backend import Backend
    from services.commands.ask import wait_for_graph
    from services.process import settings
    from services.sample.corpus import ROUTING

    questions = read_routing(path or ROUTING)
    opened = Backend(settings(), serving=False)
    try:
        wait_for_graph(opened.services.graph_store)
        asked = opened.stream(ask_routes(opened.services, questions, model))
        with click.progressbar(asked, length=len(questions), label="Questions", file=sys.stderr) as bar:
            found = list(bar)
    finally:
        opened.close()
    rows = [route.model_dump(mode="json") | {"is_right": route.is_right} for route in found]
    click.echo(json.dumps(rows, indent=2, ensure_ascii=False) if as_json else "\n".join(routing_table(found)))


def _refuse_foreign(opened: "Backend", judgements: Judgements, ingested: bool) -> None:
    """Before minutes of searching that can find nothing."""
    judged = {source for query in judgements.queries for source in query.grades}
    missing = opened.run(opened.services.judgements.missing_documents(judgements))
    if missing == len(judged):
        advice = "the ids of judgements and corpus differ" if ingested else "load the corpus first, with --ingest"
        raise InvalidInput(f"None of the judged documents is in the collection: {advice}.")
    if missing:
        click.echo(f"Note: {missing} of {len(judged)} judged documents are not in the collection.", err=True)


def _measure(opened: "Backend", judgements: Judgements, fusion: FusionMethod | None) -> EvaluationReport:
    steps = opened.stream(opened.services.evaluation.run(judgements, method=fusion))
    first = next(steps)
    with click.progressbar(length=first.total, label="Queries", file=sys.stderr) as bar:
        for step in steps:
            bar.update(step.done - bar.pos)
            if step.report is not None:
                report = step.report
    return report


def _search_json(result: SearchResult) -> str:
    from services.api.shapes import SearchShape

    return SearchShape.of(result).model_dump_json(indent=2)


def _search_text(result: SearchResult) -> str:
    head = [line for line in (result.reasoning, result.notice) if line]
    hits = [_hit_text(number, hit) for number, hit in enumerate(result.hits, 1)]
    return "\n".join([*head, *(hits or ["Nothing found."])])


def _hit_text(number: int, hit: Hit) -> str:
    snippet = " ".join(hit.content.split())[:SNIPPET_CHARACTERS]
    scores = f"meaning {hit.vector_similarity:.2f}, words {hit.text_similarity:.2f}"
    return (
        f"{number:2}. {hit.combined_score:.3f}  {hit.document_title} ({hit.document_source}; {scores})\n    {snippet}"
    )


def _report_json(report: EvaluationReport) -> str:
    steps = [point for point in report.points if round(point.text_weight * 20, 6).is_integer()]
    return json.dumps(
        {
            "default_text_weight": report.saved_weight,
            "queries": report.query_count,
            "weights": {_weight(point.text_weight): _metrics(point) for point in steps},
            "fusion": report.fusion,
            "best_text_weight": report.best_weight,
            "finding": report.finding,
        },
        indent=2,
    )


def _weight(text_weight: float) -> str:
    """As "0.0", "0.05", "1.0"."""
    return str(round(text_weight, 2))


def _metrics(point: MetricPoint) -> dict[str, float]:
    return {
        "ndcg@10": point.ndcg_10,
        "mrr@10": point.mrr_10,
        "recall@5": point.recall_5,
        "recall@10": point.recall_10,
        "map": point.average_precision,
    }


def _report_text(report: EvaluationReport) -> str:
    lines = [
        f"{report.set_name}: {report.query_count} queries, fusion {report.fusion}, {report.seconds:.1f} s",
        "text_weight  nDCG@10 (95 % interval)   MRR@10  recall@5  recall@10    MAP",
    ]
    for point in report.points:
        mark = "saved" if point.text_weight == report.saved_weight else ""
        mark += " best" if point.text_weight == report.best_weight else ""
        lines.append(
            f"{point.text_weight:11.2f}  {point.ndcg_10:.3f} ({point.low:.3f}–{point.high:.3f})      {point.mrr_10:.3f}"
            f"     {point.recall_5:.3f}      {point.recall_10:.3f}  {point.average_precision:.3f}  {mark.strip()}"
        )
    return "\n".join([*lines, report.finding, *_held_out(report), _unjudged(report)])


def _held_out(report: EvaluationReport) -> list[str]:
    if report.held_out is None:
        return []
    held = report.held_out
    return [
        f"Tuned on one half: {held.tuned_weight:.2f}; on the other half ({held.query_count} queries) it has nDCG@10 "
        f"{held.tuned_ndcg:.3f}, the saved weight {held.saved_ndcg:.3f}."
    ]


def _unjudged(report: EvaluationReport) -> str:
    return f"{report.unjudged} of the {report.shown} documents shown first have no judgement and count as not relevant."
