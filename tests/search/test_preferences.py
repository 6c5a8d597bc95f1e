import asyncio

from services.models import SearchPreferences
from services.search.preferences import PreferenceStore
from services.stores.postgres import Database, postgres_engine


async def test_out_of_the_box_text_weight_is_0_3(database):
    saved = await PreferenceStore(database).saved()
    assert (saved.id, saved.preferences.text_weight, saved.preferences.fusion) == (0, 0.3, "best_candidate")


async def test_what_is_saved_holds_for_everyone_after_a_new_connection(database, database_url):
    await PreferenceStore(database).save(SearchPreferences(text_weight=0.6), saved_by="ada", note="words matter")
    other = Database(postgres_engine(database_url))
    saved = await PreferenceStore(other).saved()
    await other.close()
    assert (saved.preferences.text_weight, saved.saved_by, saved.note) == (0.6, "ada", "words matter")
    assert saved.saved_at is not None


async def test_history_is_newest_first_and_keeps_everything(database):
    store = PreferenceStore(database)
    for weight in (0.1, 0.2, 0.4):
        await store.save(SearchPreferences(text_weight=weight))
    assert [row.preferences.text_weight for row in await store.history()] == [0.4, 0.2, 0.1]
    assert len(await store.history(limit=2)) == 2


async def test_undo_goes_back_step_by_step_to_out_of_the_box(database):
    store = PreferenceStore(database)
    for weight in (0.1, 0.2):
        await store.save(SearchPreferences(text_weight=weight))
    assert (await store.undo(saved_by="bob")).preferences.text_weight == 0.1
    assert (await store.current()).text_weight == 0.1
    assert (await store.undo()).preferences.text_weight == 0.3
    assert (await store.undo()).preferences.text_weight == 0.3
    newest = (await store.history())[0]
    assert "taken back" in newest.note


async def test_a_save_after_an_undo_can_be_undone_itself(database):
    store = PreferenceStore(database)
    await store.save(SearchPreferences(text_weight=0.1))
    await store.save(SearchPreferences(text_weight=0.2))
    await store.undo()
    await store.save(SearchPreferences(text_weight=0.9))
    assert (await store.undo()).preferences.text_weight == 0.1


async def test_two_undos_at_once_take_back_two_settings(database):
    store = PreferenceStore(database)
    for weight in (0.1, 0.2, 0.4):
        await store.save(SearchPreferences(text_weight=weight))
    await asyncio.gather(store.undo(), store.undo())
    assert (await store.current()).text_weight == 0.1
