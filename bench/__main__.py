"""`python -m bench`: every benchmark, one after another, each in a process of its own."""

import subprocess
import sys

BENCHES = ("search", "graph", "clocks", "ingest", "ingest_workers", "agent", "offline_answers", "scans")


def main() -> int:
    worst = 0
    for name in sys.argv[1:] or BENCHES:
        print(f"\n== {name}", flush=True)
        worst = max(worst, subprocess.run([sys.executable, "-m", f"bench.{name}"]).returncode)
    return worst


if __name__ == "__main__":
    sys.exit(main())
