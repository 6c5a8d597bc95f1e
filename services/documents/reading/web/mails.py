"""Mails to text: who wrote to whom, when and about what, then the words, then the files that are attached."""

import email
import email.policy
import io
from collections.abc import Iterator
from datetime import datetime
from email.message import EmailMessage
from email.utils import parsedate_to_datetime

from oxmsg import Message

from services.documents.reading.decoding import decode
from services.documents.reading.emphasis import extract_emphasis, without_marks
from services.documents.reading.office.packages import BROKEN
from services.documents.reading.recognition import draft_of_file
from services.documents.reading.web.attached_files import AttachedFile, AttachedTexts, Reader, attached_texts
from services.documents.reading.web.pages import html_text
from services.errors import UnreadableDocument
from services.models import DocumentDraft

HEADS = ("From", "To", "Cc", "Date", "Subject")
FORWARDED = "forwarded mail.eml"


def read_eml(data: bytes, name: str, read_attached: Reader | None = None) -> DocumentDraft:
    """`read_attached` reads one attached file or raises UnreadableDocument; without it these are named alone."""
    message = email.message_from_bytes(data, policy=email.policy.default)
    heads = {head: _header(message, head) for head in HEADS}
    if not any(heads.values()):
        raise UnreadableDocument(f"“{name}” has no head lines of a mail. Export it again as .eml.")
    attached = list(_attachments(message))
    return _draft(name, heads, _body(message, name), attached_texts(attached, read_attached), _date(heads["Date"]))


def read_msg(data: bytes, name: str, read_attached: Reader | None = None) -> DocumentDraft:
    """Outlook's own format, else as `read_eml`."""
    try:
        message = Message.load(io.BytesIO(data))
        heads = {
            "From": message.sender or "",
            "To": ", ".join(f"{person.name} <{person.email_address}>" for person in message.recipients),
            "Date": message.sent_date.isoformat(" ", "minutes") if message.sent_date else "",
            "Subject": message.subject or "",
        }
        body = without_marks(message.body or "") or html_text(message.html_body or "")
        attached = [AttachedFile(one.file_name or "unnamed", one.file_bytes or b"") for one in message.attachments]
    except BROKEN as error:
        raise UnreadableDocument(f"“{name}” is damaged or no Outlook mail. Save it again, as .msg or .eml.") from error
    return _draft(name, heads, body, attached_texts(attached, read_attached), message.sent_date)


def _draft(
    name: str, heads: dict[str, str], body: str, attached: AttachedTexts, written: datetime | None
) -> DocumentDraft:
    """`body` has marks of emphasis."""
    lines = [f"{head}: {' '.join(said.split())}" for head, said in heads.items() if said]
    parts = [without_marks("\n".join(lines)), body.strip(), *map(without_marks, attached.parts)]
    content, emphasis = extract_emphasis("\n\n".join(parts))
    properties = {"title": heads.get("Subject"), "author": heads.get("From"), "date": written}
    draft = draft_of_file(name, content, properties, kind="mail", emphasis=emphasis)
    return draft.model_copy(update={"warnings": (*draft.warnings, *attached.warnings)})


def _header(message: EmailMessage, name: str) -> str:
    """Broken encodings inside a head line make the parser fail when the line is asked for."""
    try:
        return str(message.get(name, ""))
    except BROKEN:
        return ""


def _attachments(message: EmailMessage) -> Iterator[AttachedFile]:
    """Not those of a mail that is itself attached."""
    waiting: list[EmailMessage] = [message]
    while waiting:
        part = waiting.pop(0)
        try:
            if part.get_content_disposition() == "attachment" or _is_named_file(part):
                yield AttachedFile(_name_of(part), _bytes_of(part))
            elif part.is_multipart():
                waiting[:0] = [one for one in part.iter_parts() if isinstance(one, EmailMessage)]
        except BROKEN:
            continue


def _is_named_file(part: EmailMessage) -> bool:
    """Some programs attach files as if they were to be shown within the text, as all do with pictures."""
    return part.get_filename() is not None and part.get_content_maintype() not in ("image", "multipart")


def _name_of(part: EmailMessage) -> str:
    return part.get_filename() or (FORWARDED if _is_mail(part) else part.get_content_type())


def _is_mail(part: EmailMessage) -> bool:
    return part.get_content_type() == "message/rfc822"


def _bytes_of(part: EmailMessage) -> bytes:
    if _is_mail(part):
        inner = part.get_payload(0)
        return inner.as_bytes() if isinstance(inner, EmailMessage) else b""
    held = part.get_payload(decode=True)
    return held if isinstance(held, bytes) else b""


def _body(message: EmailMessage, name: str) -> str:
    """The plain text, else that of the HTML with its marks of emphasis."""
    part = message.get_body(("plain", "html"))
    if part is None:
        return ""
    raw = part.get_payload(decode=True)
    text = decode(raw, name, part.get_content_charset()) if isinstance(raw, bytes) and raw else ""
    return html_text(text) if part.get_content_type() == "text/html" else without_marks(text)


def _date(said: str) -> datetime | None:
    try:
        return parsedate_to_datetime(said)
    except BROKEN:
        return None
