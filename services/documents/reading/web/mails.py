"""Mails to text: who wrote to whom, when and about what, then the words; what is attached is named."""

import email
import email.policy
import io
from collections.abc import Iterable
from datetime import datetime
from email.message import EmailMessage
from email.utils import parsedate_to_datetime

from oxmsg import Message

from services.documents.reading.decoding import decode
from services.documents.reading.emphasis import taken_out, unmarked
from services.documents.reading.office.packages import BROKEN
from services.documents.reading.recognition import recognised
from services.documents.reading.web.pages import html_text
from services.errors import UnreadableDocument
from services.models import DocumentDraft

HEADS = ("From", "To", "Cc", "Date", "Subject")


def read_eml(data: bytes, name: str) -> DocumentDraft:
    message = email.message_from_bytes(data, policy=email.policy.default)
    heads = {head: _header(message, head) for head in HEADS}
    if not any(heads.values()):
        raise UnreadableDocument(f"“{name}” has no head lines of a mail. Export it again as .eml.")
    attached = [part.get_filename() or part.get_content_type() for part in _attachments(message)]
    return _draft(name, heads, _body(message, name), attached, _date(heads["Date"]))


def read_msg(data: bytes, name: str) -> DocumentDraft:
    """Outlook's own format."""
    try:
        message = Message.load(io.BytesIO(data))
        heads = {
            "From": message.sender or "",
            "To": ", ".join(f"{person.name} <{person.email_address}>" for person in message.recipients),
            "Date": message.sent_date.isoformat(" ", "minutes") if message.sent_date else "",
            "Subject": message.subject or "",
        }
        body = unmarked(message.body or "") or html_text(message.html_body or "")
        attached = [attachment.file_name or "unnamed" for attachment in message.attachments]
    except BROKEN as error:
        raise UnreadableDocument(f"“{name}” is damaged or no Outlook mail. Save it again, as .msg or .eml.") from error
    return _draft(name, heads, body, attached, message.sent_date)


def _draft(
    name: str, heads: dict[str, str], body: str, attached: Iterable[str], written: datetime | None
) -> DocumentDraft:
    """`body` has marks of emphasis."""
    lines = [f"{head}: {' '.join(said.split())}" for head, said in heads.items() if said]
    files = list(attached)
    named = [unmarked(f"[Attached: {', '.join(files)}]")] if files else []
    content, emphasis = taken_out("\n\n".join([unmarked("\n".join(lines)), body.strip(), *named]))
    properties = {"title": heads.get("Subject"), "author": heads.get("From"), "date": written}
    return recognised(name, content, properties, kind="mail", emphasis=emphasis)


def _header(message: EmailMessage, name: str) -> str:
    """Broken encodings inside a head line make the parser fail when the line is asked for."""
    try:
        return str(message.get(name, ""))
    except BROKEN:
        return ""


def _attachments(message: EmailMessage) -> list[EmailMessage]:
    try:
        return [part for part in message.walk() if part.get_content_disposition() == "attachment"]
    except BROKEN:
        return []


def _body(message: EmailMessage, name: str) -> str:
    """The plain text, else that of the HTML with its marks of emphasis."""
    part = message.get_body(("plain", "html"))
    if part is None:
        return ""
    raw = part.get_payload(decode=True)
    text = decode(raw, name, part.get_content_charset()) if isinstance(raw, bytes) and raw else ""
    return html_text(text) if part.get_content_type() == "text/html" else unmarked(text)


def _date(said: str) -> datetime | None:
    try:
        return parsedate_to_datetime(said)
    except BROKEN:
        return None
