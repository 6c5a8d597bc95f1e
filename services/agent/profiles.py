"""The profiles that the chat page offers: which tools an agent has, and in whose words they are described.

A deployment renames and rewords them in a TOML file, without code:

    [Analyst]
    name = "Clinical analyst"
    domain = "a clinical knowledge base of treatment guidelines"
    [Analyst.tools]
    hybrid_search = "Search the guidelines by meaning and by words."
"""

import tomllib
from collections.abc import Callable, Mapping
from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field, ValidationError
from pydantic_ai import FunctionToolset, Tool

from services.agent.deps import ResearchDeps
from services.agent.tools import combined, documents, graph
from services.errors import InvalidInput

FUNCTIONS: Mapping[str, Callable[..., object]] = {
    function.__name__: function
    for function in (
        documents.vector_search,
        documents.hybrid_search,
        documents.semantic_search,
        documents.auto_search,
        graph.graph_search,
        combined.perform_comprehensive_search,
        documents.get_document,
        documents.list_documents,
        graph.get_entity_relationships,
        graph.get_entity_timeline,
        graph.search_knowledge_graph,
        graph.get_entity_history,
        documents.retrieve_knowledge_base,
    )
}
"""The thirteen tools by name."""

DEFAULT_DOMAIN = "a collection of documents and the knowledge graph made from them"


class Profile(BaseModel):
    """`descriptions` replaces a tool's own description; `domain` says what the collection is about."""

    model_config = ConfigDict(frozen=True)

    name: str
    help: str
    tools: tuple[str, ...]
    domain: str = DEFAULT_DOMAIN
    descriptions: dict[str, str] = {}

    def toolset(self) -> FunctionToolset[ResearchDeps]:
        return FunctionToolset([self._tool(name) for name in self.tools])

    def _tool(self, name: str) -> Tool[ResearchDeps]:
        return Tool(FUNCTIONS[name], takes_ctx=True, description=self.descriptions.get(name))


PROFILES = (
    Profile(
        name="Analyst",
        help="Passages and dated facts: the best choice for most questions.",
        tools=(
            "hybrid_search",
            "search_knowledge_graph",
            "get_entity_history",
            "get_entity_timeline",
            "get_document",
            "list_documents",
        ),
    ),
    Profile(
        name="Hybrid RAG",
        help="All eight search, document and graph tools, with their raw results.",
        tools=(
            "vector_search",
            "graph_search",
            "hybrid_search",
            "perform_comprehensive_search",
            "get_document",
            "list_documents",
            "get_entity_relationships",
            "get_entity_timeline",
        ),
    ),
    Profile(
        name="Semantic search",
        help="Passages only; chooses between meaning and words.",
        tools=("semantic_search", "hybrid_search", "auto_search"),
    ),
    Profile(
        name="Graph",
        help="Relationships and changes over time first, passages where the graph is silent.",
        tools=("search_knowledge_graph", "get_entity_history", "hybrid_search"),
    ),
    Profile(
        name="Knowledge base",
        help="One tool that retrieves passages, as other agents use it.",
        tools=("retrieve_knowledge_base",),
    ),
)


class Wording(BaseModel):
    """One profile's table in the TOML file."""

    model_config = ConfigDict(extra="forbid")

    name: str | None = Field(None, min_length=1)
    help: str | None = None
    domain: str | None = Field(None, min_length=1)
    tools: dict[str, str] = {}


def profiles(file: Path | None = None) -> tuple[Profile, ...]:
    """The five profiles, in the words of `file` where it has some; raises InvalidInput when it cannot be used."""
    wordings = _wordings(file) if file else {}
    unknown = wordings.keys() - {profile.name for profile in PROFILES}
    if unknown:
        raise InvalidInput(f"{file}: no profile is called {', '.join(sorted(unknown))}.")
    return tuple(_reworded(profile, wordings.get(profile.name, Wording())) for profile in PROFILES)


def profile_named(name: str, file: Path | None = None) -> Profile:
    """By its given name or by its name out of the box, so that links survive a renaming."""
    known = profiles(file)
    for profile, original in zip(known, PROFILES, strict=True):
        if name.casefold() in (profile.name.casefold(), original.name.casefold()):
            return profile
    names = ", ".join(profile.name for profile in known)
    raise InvalidInput(f"No profile is called “{name}”. There are: {names}.")


def _wordings(file: Path) -> dict[str, Wording]:
    try:
        tables = tomllib.loads(file.read_text(encoding="utf-8"))
        return {name: Wording.model_validate(table) for name, table in tables.items()}
    except (OSError, tomllib.TOMLDecodeError, ValidationError) as error:
        raise InvalidInput(f"The profiles file {file} cannot be used: {error}") from error


def _reworded(profile: Profile, wording: Wording) -> Profile:
    unknown = wording.tools.keys() - set(profile.tools)
    if unknown:
        raise InvalidInput(f"The profile {profile.name} has no tool {', '.join(sorted(unknown))}.")
    changes = wording.model_dump(exclude_none=True, exclude={"tools"})
    return profile.model_copy(update={**changes, "descriptions": wording.tools})
