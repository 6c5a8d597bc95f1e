"""What Alembic runs: the steps, on the connection that `upgrade` hands in."""

from alembic import context

from services.stores.tables import metadata

context.configure(
    connection=context.config.attributes["connection"], target_metadata=metadata, version_table="dossier_migration"
)
context.run_migrations()
