"""Jars are the ones of the lock file or none."""

import hashlib
import ssl
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, HTTPServer
from ipaddress import ip_address
from pathlib import Path
from threading import Thread

import pytest
import requests
import truststore
from click.testing import CliRunner
from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.x509.oid import NameOID

from services.stores.embedded import jars
from services.stores.embedded.jars import Jar, JarsUnavailable, fetch, locked_jars


def test_the_lock_names_one_version_of_neo4j_with_its_hashes() -> None:
    locked = locked_jars()
    assert len({jar.coordinate for jar in locked}) == len(locked) > 200
    assert [jar for jar in locked if jar.coordinate.startswith("org.neo4j:neo4j:jar:5.26.")]
    assert all(len(jar.sha256) == 64 for jar in locked)


def test_only_what_is_missing_or_damaged_is_fetched(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    contents = {"a:whole:jar:1": b"whole", "a:damaged:jar:1": b"damaged", "a:missing:jar:1": b"missing"}
    _pretend(contents, tmp_path, monkeypatch)
    directory = tmp_path / "jars"
    directory.mkdir()
    (directory / "a_whole_jar_1.jar").write_bytes(b"whole")
    (directory / "a_damaged_jar_1.jar").write_bytes(b"half")
    seen: list[tuple[int, int]] = []
    fetch(lambda fetched, total: seen.append((fetched, total)), directory)
    assert seen[0] == (1, 3)
    assert seen[-1] == (3, 3)
    assert (directory / "a_damaged_jar_1.jar").read_bytes() == b"damaged"
    fetch(lambda *_: pytest.fail("nothing was missing"), directory)


def test_a_jar_with_another_hash_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _pretend({"a:forged:jar:1": b"forged"}, tmp_path, monkeypatch)
    (tmp_path / "lock").write_text(f"{'0' * 64} a:forged:jar:1\n")
    with pytest.raises(JarsUnavailable, match="its hash differs"):
        fetch(lambda *_: None, tmp_path / "jars")
    assert not (tmp_path / "jars" / "a_forged_jar_1.jar").exists()


def test_a_network_that_signs_for_itself_is_trusted_as_the_machine_trusts_it(
    signed_by_itself: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As behind a company's proxy: its certificate is among the system's, not among certifi's."""
    answers: list[int] = []
    monkeypatch.setattr(jars, "fetch", lambda _: answers.append(requests.get(signed_by_itself, timeout=10).status_code))
    with pytest.raises(requests.exceptions.SSLError):
        jars.fetch(jars._show)
    try:
        assert CliRunner().invoke(jars.main, [], catch_exceptions=False).exit_code == 0
    finally:
        truststore.extract_from_ssl()
    assert answers == [200]


class Hello(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        self.send_response(200)
        self.end_headers()

    def log_message(self, *_: object) -> None: ...


@pytest.fixture
def signed_by_itself(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """The address of a server; OpenSSL's own variable names its certificate."""
    for variable in ("REQUESTS_CA_BUNDLE", "CURL_CA_BUNDLE", "SSL_CERT_DIR"):
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.setenv("SSL_CERT_FILE", str(_certificate(tmp_path)))
    server = HTTPServer(("127.0.0.1", 0), Hello)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(tmp_path / "certificate.pem")
    server.socket = context.wrap_socket(server.socket, server_side=True)
    Thread(target=server.serve_forever, daemon=True).start()
    yield f"https://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


def _certificate(folder: Path) -> Path:
    key, now = ec.generate_private_key(ec.SECP256R1()), datetime.now(UTC)
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "A company's proxy")])
    certificate = (
        x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.IPAddress(ip_address("127.0.0.1"))]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, SHA256())
    )
    path = folder / "certificate.pem"
    private = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    path.write_bytes(private + certificate.public_bytes(Encoding.PEM))
    return path


def _pretend(contents: dict[str, bytes], folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A repository of three jars: the real one would take a minute."""
    lock = folder / "lock"
    lock.write_text("".join(f"{hashlib.sha256(content).hexdigest()} {name}\n" for name, content in contents.items()))

    def from_maven(jar: Jar, repository: Path) -> Path:
        repository.mkdir(parents=True)
        (repository / "download").write_bytes(contents[jar.coordinate])
        return repository / "download"

    monkeypatch.setattr(jars, "LOCK_FILE", lock)
    monkeypatch.setattr(jars, "_from_maven", from_maven)
