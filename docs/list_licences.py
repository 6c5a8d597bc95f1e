"""Writes the tables of docs/licences.md anew: `python -m docs.list_licences`, in the environment of `make setup-dev`.

The text between the tables is written by hand; the tables are what is pinned, with the licence that each installed
package names in its own metadata.
"""

import re
import zipfile
from collections import Counter
from collections.abc import Iterable, Iterator
from importlib.metadata import Distribution, distributions
from itertools import chain
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from services.stores.embedded.jars import ENVIRONMENT, Jar, locked_jars

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "licences.md"
WITH_DOSSIER = ("requirements.txt", "requirements-local-model.txt")
PINNED = (*WITH_DOSSIER, "requirements-dev.txt", "requirements-small-model.txt", "constraints.txt")
LONGEST_NAME = 60
"""Characters; what is longer in the metadata's field is the whole text of a licence."""
NO_NAME = ("", "UNKNOWN")

GPL = "GPL-3.0-only"
JARS = {
    "blue.strategic.parquet": "Apache-2.0",
    "com.fasterxml.jackson.core": "Apache-2.0",
    "com.fasterxml.jackson.jaxrs": "Apache-2.0",
    "com.fasterxml.jackson.module": "Apache-2.0",
    "com.github.ben-manes.caffeine": "Apache-2.0",
    "com.github.luben": "BSD-2-Clause",
    "com.github.seancfoley": "Apache-2.0",
    "com.profesorfalken": "Apache-2.0",
    "com.softwaremill.magnolia1_2": "Apache-2.0",
    "com.sun.istack": "BSD-3-Clause",
    "com.sun.xml.fastinfoset": "Apache-2.0",
    "commons-codec": "Apache-2.0",
    "commons-io": "Apache-2.0",
    "commons-logging": "Apache-2.0",
    "info.picocli": "Apache-2.0",
    "io.netty": "Apache-2.0",
    "io.projectreactor": "Apache-2.0",
    "jakarta.activation": "BSD-3-Clause",
    "jakarta.annotation": "EPL-2.0 OR GPL-2.0-only WITH Classpath-exception-2.0",
    "jakarta.validation": "Apache-2.0",
    "jakarta.ws.rs": "EPL-2.0 OR GPL-2.0-only WITH Classpath-exception-2.0",
    "jakarta.xml.bind": "BSD-3-Clause",
    "javax.annotation": "CDDL-1.1 OR GPL-2.0-only WITH Classpath-exception-2.0",
    "javax.xml.bind": "CDDL-1.1 OR GPL-2.0-only WITH Classpath-exception-2.0",
    "net.java.dev.jna": "LGPL-2.1-or-later OR Apache-2.0",
    "org.antlr": "BSD-3-Clause",
    "org.apache.commons": "Apache-2.0",
    "org.apache.hadoop": "Apache-2.0",
    "org.apache.logging.log4j": "Apache-2.0",
    "org.apache.lucene": "Apache-2.0",
    "org.apache.parquet": "Apache-2.0",
    "org.apache.shiro": "Apache-2.0",
    "org.bitbucket.inkytonik.kiama": "MPL-2.0",
    "org.bouncycastle": "MIT",
    "org.codehaus.jettison": "Apache-2.0",
    "org.eclipse.collections": "EPL-1.0 OR BSD-3-Clause",
    "org.eclipse.jetty": "EPL-2.0 OR Apache-2.0",
    "org.eclipse.jetty.ee": "EPL-2.0 OR Apache-2.0",
    "org.eclipse.jetty.ee8": "EPL-2.0 OR Apache-2.0",
    "org.eclipse.jetty.http2": "EPL-2.0 OR Apache-2.0",
    "org.eclipse.jetty.toolchain": "EPL-2.0 OR Apache-2.0",
    "org.glassfish.hk2": "EPL-2.0 OR GPL-2.0-only WITH Classpath-exception-2.0",
    "org.glassfish.hk2.external": "EPL-2.0 OR GPL-2.0-only WITH Classpath-exception-2.0",
    "org.glassfish.jaxb": "BSD-3-Clause",
    "org.glassfish.jersey.containers": "EPL-2.0 OR GPL-2.0-only WITH Classpath-exception-2.0",
    "org.glassfish.jersey.core": "EPL-2.0 OR GPL-2.0-only WITH Classpath-exception-2.0",
    "org.glassfish.jersey.inject": "EPL-2.0 OR GPL-2.0-only WITH Classpath-exception-2.0",
    "org.javassist": "MPL-1.1 OR LGPL-2.1-or-later OR Apache-2.0",
    "org.jctools": "Apache-2.0",
    "org.jprocesses": "Apache-2.0",
    "org.jvnet.staxex": "BSD-3-Clause",
    "org.locationtech.jts": "EPL-2.0 OR BSD-3-Clause",
    "org.neo4j": GPL,
    "org.neo4j.app": GPL,
    "org.neo4j.bolt": "Apache-2.0",
    "org.neo4j.driver": "Apache-2.0",
    "org.neo4j.licensing-proxy": "BSD-3-Clause OR GPL-2.0-only",
    "org.ow2.asm": "BSD-3-Clause",
    "org.reactivestreams": "MIT-0",
    "org.scala-lang": "Apache-2.0",
    "org.scala-lang.modules": "Apache-2.0",
    "org.slf4j": "MIT",
    "org.xerial.snappy": "Apache-2.0",
}
"""By Maven group, as manifests, project files and Neo4j's LICENSES.txt name them; the Eclipse Distribution License is
BSD-3-Clause."""


def main() -> None:
    text = PAGE.read_text("utf-8")
    for name, table in (("packages", package_table()), ("jars", jar_table())):
        before, start, rest = text.partition(f"<!-- {name} -->\n")
        _, end, after = rest.partition(f"<!-- end of {name} -->")
        text = f"{before}{start}{table}{end}{after}"
    PAGE.write_text(text, "utf-8")


def package_table() -> str:
    there, passed_on = installed(), needed_by(pinned(WITH_DOSSIER))
    rows = [
        f"| {name} | {licence(there[name])} | {'Dossier' if name in passed_on else 'its tests'} |"
        for name in sorted(pinned(PINNED))
        if name in there
    ]
    return table("package", "licence", "needed by", rows=rows)


def jar_table() -> str:
    counts = Counter((jar.coordinate.partition(":")[0], jar_licence(jar)) for jar in locked_jars())
    rows = [f"| {group} | {named} | {count} |" for (group, named), count in sorted(counts.items())]
    return table("group", "licence", "jars", rows=rows)


def jar_licence(jar: Jar) -> str:
    """Neo4j's own jars are under two licences, and each says under which: what reads Cypher is not under the GPL."""
    named = JARS[jar.coordinate.partition(":")[0]]
    is_apache = named == GPL and own_licence(jar).lstrip().startswith("Apache License")
    return "Apache-2.0" if is_apache else named


def own_licence(jar: Jar) -> str:
    """The text that lies at the top of the jar, if one does."""
    with zipfile.ZipFile(jar.path(ENVIRONMENT)) as archive:
        return archive.read("LICENSE.txt").decode() if "LICENSE.txt" in archive.namelist() else ""


def table(*heads: str, rows: Iterable[str]) -> str:
    return "\n".join([f"| {' | '.join(heads)} |", "|---" * len(heads) + "|", *rows, ""])


def pinned(names: Iterable[str]) -> set[str]:
    return {canonicalize_name(requirement.name) for requirement in requirements(names)}


def requirements(names: Iterable[str]) -> Iterator[Requirement]:
    for line in chain.from_iterable((ROOT / name).read_text("utf-8").splitlines() for name in names):
        if re.match(r"[A-Za-z]", line):
            yield Requirement(line.partition("#")[0])


def installed() -> dict[str, Distribution]:
    return {canonicalize_name(found.metadata["Name"]): found for found in distributions()}


def needed_by(names: Iterable[str]) -> set[str]:
    """With everything that those pull in, and what that pulls in, on this system."""
    there, known = installed(), set[str]()
    extras = {canonicalize_name(one.name): one.extras for one in requirements(WITH_DOSSIER)}
    waiting = [(name, extra) for name in names for extra in ("", *extras.get(name, ()))]
    seen = set[tuple[str, str]]()
    while waiting:
        name, extra = waiting.pop()
        if (name, extra) in seen or name not in there:
            continue
        seen.add((name, extra))
        known.add(name)
        for one in map(Requirement, there[name].requires or ()):
            if one.marker is None or one.marker.evaluate({"extra": extra}):
                waiting += [(canonicalize_name(one.name), wanted) for wanted in ("", *one.extras)]
    return known


def licence(found: Distribution) -> str:
    """As the package names it: by expression, in a word of its own, by its classifiers, or as its text begins."""
    own = (found.metadata.get("License-Expression") or found.metadata.get("License") or "").strip()
    if own not in NO_NAME and "\n" not in own and len(own) <= LONGEST_NAME:
        return own
    said = [text for text in found.metadata.get_all("Classifier", []) if text.startswith("License ::")]
    classified = ", ".join(text.rpartition(" :: ")[2] for text in said)
    return classified or own.partition("\n")[0] or _first_line(found) or "not named"


def _first_line(found: Distribution) -> str:
    """Of the licence that comes with it as a file."""
    files = [file for file in found.files or () if file.name.upper().startswith("LICENSE")]
    return next((line.strip() for file in files for line in file.read_text().splitlines() if line.strip()), "")


if __name__ == "__main__":
    main()
