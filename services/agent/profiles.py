"""The profiles that the chat page offers: which tools an agent has, and in whose words they are described.

A deployment renames and rewords them in a TOML file, without code:

    [Analyst]
    name = "Clinical analyst"
    domain = "a clinical knowledge base of treatment guidelines"
    [Analyst.tools]
    hybrid_search = "Search the guidelines by meaning and by words."
"""

import functools
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
USES: Mapping[str, str] = {
    "vector_search": "the question may be worded quite otherwise than the texts in {domain}",
    "hybrid_search": "a passage is wanted from {domain}, above all by a name, a code or a date",
    "semantic_search": "an idea is looked for in {domain} that may have many names",
    "auto_search": "it is not clear whether words or meaning will find it in {domain}",
    "graph_search": "single dated facts on a topic in {domain} are enough",
    "perform_comprehensive_search": "a broad question needs both texts and facts of {domain}",
    "get_document": "one document of {domain} has to be read to its end",
    "list_documents": "it is asked what there is in {domain}",
    "get_entity_relationships": "it is asked what surrounds a person, thing or place known to {domain}",
    "get_entity_timeline": "it is asked what was true of one entity between dates, as far as {domain} knows",
    "search_knowledge_graph": "it is asked who or what in {domain} is related to whom, and when",
    "get_entity_history": "it is asked how an entity known to {domain} has changed, or what it was like on a date",
    "retrieve_knowledge_base": "the answer may stand in {domain}",
}
"""When to use each tool; the domain is the profile's."""


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

    def description(self, name: str) -> str:
        """The deployment's own words where it has some, else ours, with when to use the tool for this domain."""
        return self.descriptions.get(name) or tool_description(name, self.domain)

    def _tool(self, name: str) -> Tool[ResearchDeps]:
        return Tool(FUNCTIONS[name], takes_ctx=True, description=self.description(name))


def tool_description(name: str, domain: str) -> str:
    """What a tool does, and the sentence that says when to use it for this domain."""
    return f"{_own_description(name)}\n\nUse it when {USES[name].format(domain=domain)}."


@functools.cache
def _own_description(name: str) -> str:
    """Of its docstring, without the arguments."""
    return Tool(FUNCTIONS[name], takes_ctx=True).description or ""


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


class ProfileWording(BaseModel):
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
    return tuple(_reworded(profile, wordings.get(profile.name, ProfileWording())) for profile in PROFILES)


def profile_named(name: str, file: Path | None = None) -> Profile:
    """The profile of that name, as it was renamed or as it is out of the box, so that links survive a renaming."""
    known = profiles(file)
    for profile, original in zip(known, PROFILES, strict=True):
        if name.casefold() in (profile.name.casefold(), original.name.casefold()):
            return profile
    names = ", ".join(profile.name for profile in known)
    raise InvalidInput(f"No profile is called “{name}”. There are: {names}.")


def _wordings(file: Path) -> dict[str, ProfileWording]:
    try:
        tables = tomllib.loads(file.read_text(encoding="utf-8"))
        return {name: ProfileWording.model_validate(table) for name, table in tables.items()}
    except (OSError, tomllib.TOMLDecodeError, ValidationError) as error:
        raise InvalidInput(f"The profiles file {file} cannot be used: {error}") from error


def _reworded(profile: Profile, wording: ProfileWording) -> Profile:
    unknown = wording.tools.keys() - set(profile.tools)
    if unknown:
        raise InvalidInput(f"The profile {profile.name} has no tool {', '.join(sorted(unknown))}.")
    changes = wording.model_dump(exclude_none=True, exclude={"tools"})
    return profile.model_copy(update={**changes, "descriptions": wording.tools})
