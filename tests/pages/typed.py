"""What is typed as a person types it: key by key, into the part of a field that has the cursor."""

from datetime import date

from playwright.sync_api import Page, expect


def type_date(page: Page, label: str, written: date) -> None:
    """Into the field called `label`, part by part; each full part hands the cursor to the next. The date counts
    when the calendar closes."""
    field = page.get_by_role("group", name=label, exact=True)
    field.get_by_role("spinbutton", name="year").click()
    page.keyboard.type(f"{written:%Y%m%d}", delay=20)
    expect(field.get_by_role("spinbutton", name="day")).to_have_text(f"{written:%d}")
    page.keyboard.press("Escape")
