"""The embedded Postgres and Neo4j: their programs, processes, locks and leases."""
