"""A text's headings, each with those that it stands under."""

from services.text.headings import heading_paths

TEXT = """# Engines

## Tests ##

Text.

```sh
# no heading
```

### In summer

## Flights

# Crews
"""


def test_each_heading_has_the_path_of_those_above_it() -> None:
    found = dict(heading_paths(TEXT))
    assert list(found.values()) == [
        "Engines",
        "Engines › Tests",
        "Engines › Tests › In summer",
        "Engines › Flights",
        "Crews",
    ]
    assert [TEXT[offset] for offset in found] == ["#"] * 5


def test_a_long_path_keeps_its_end() -> None:
    ((_, path),) = heading_paths("# " + "a" * 300 + "z")
    assert len(path) == 200
    assert path.endswith("z")
