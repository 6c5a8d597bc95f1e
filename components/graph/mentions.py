"""Below an entity's card: how often and where documents name it, and what they name close by."""

import streamlit as st

from components import links, markdown
from components.graph import entity_card
from services.models import Companion, Mention, Mentions
from services.text.wording import count_of


def show(mentions: Mentions) -> None:
    """Nothing where no document names it."""
    if not mentions.documents:
        return
    with st.expander(mention_words(mentions)):
        for mention in mentions.documents:
            links.show("documents", _label(mention), icon=":material/description:", **_place(mention))
        if mentions.document_count > len(mentions.documents):
            st.caption(f"And {count_of(mentions.document_count - len(mentions.documents), 'more document')}.")
    if mentions.together:
        with st.expander(companion_words(mentions)):
            for one in mentions.together:
                _companion(one)


def mention_words(mentions: Mentions) -> str:
    often = "" if mentions.count is None else f"{count_of(mentions.count, 'time')} "
    return f"Mentioned {often}in {count_of(mentions.document_count, 'document')}"


def companion_words(mentions: Mentions) -> str:
    """Entities whose names stand close to this one's: no sentence has to state a relation."""
    return f"Mentioned together with {count_of(len(mentions.together), 'entity')}"


def _label(mention: Mention) -> str:
    often = f" ({mention.count})" if mention.count else ""
    return f"{markdown.literal(mention.title)}{often}"


def _place(mention: Mention) -> dict[str, str]:
    first = {"start": str(mention.starts[0]), "end": str(mention.starts[0] + 1)} if mention.starts else {}
    return {"id": str(mention.document_id), **first}


def _companion(one: Companion) -> None:
    st.button(
        f"{markdown.literal(one.entity.name)} · {count_of(one.document_count, 'document')}",
        key=f"together_{one.entity.uuid}",
        type="tertiary",
        on_click=entity_card.look_from,
        args=(one.entity.name,),
    )
