"""The embedded Neo4j of a run of tests: it plans a query once, and not again after each test's data."""

import sys

from services.stores.embedded import neo4j_server

if __name__ == "__main__":
    neo4j_server.SETTINGS |= {"dbms.cypher.min_replan_interval": "1h"}
    neo4j_server.main(sys.argv[1:])
