"""A benchmark's section of the documentation: replaced where it stands, else added, and nothing else touched."""

from bench.report import Benchmark, middle, slow

BENCHMARK = Benchmark(name="speed", title="Speed", about="How fast.", sizes=(1, 2), rounds=3, rounds_name="queries")


def test_a_section_is_added_at_the_end_and_replaced_in_its_place():
    first = BENCHMARK.put_into("# Benchmarks\n\n## Other\n\ntext\n", ["old"])
    assert first.startswith("# Benchmarks\n\n## Other\n\ntext\n\n<!-- speed benchmark: begin -->\n## Speed\n")
    second = BENCHMARK.put_into(first + "\n## After\n", ["new"])
    assert second.endswith("new\n<!-- speed benchmark: end -->\n\n## After\n")
    assert "old" not in second


def test_writing_the_same_again_changes_nothing():
    once = BENCHMARK.put_into("# Benchmarks\n\n## After\n", ["line"])
    assert BENCHMARK.put_into(once, ["line"]) == once


def test_the_command_line_calls_rounds_as_the_benchmark_does():
    given = BENCHMARK.parser().parse_args(["--sizes", "5", "6", "--queries", "7"])
    assert (given.sizes, given.rounds, given.write) == ([5, 6], 7, False)
    assert BENCHMARK.parser().parse_args([]).sizes == [1, 2]


def test_the_slow_end_is_the_95th_percentile():
    assert (middle(range(101)), slow(range(101))) == (50, 95)
