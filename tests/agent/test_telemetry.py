"""Spans of a run and of its tools reach an OTLP collector over HTTP, and nothing is instrumented without one."""

import asyncio
import gzip
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import (
    ExportTraceServiceRequest,
    ExportTraceServiceResponse,
)

from services.agent.agent import build_agent
from services.models import Question


class Collector(HTTPServer):
    """Keeps what was sent, decoded."""

    def __init__(self):
        super().__init__(("127.0.0.1", 0), Receiver)
        self.paths, self.requests = [], []
        self.saw_a_run = threading.Event()  # its span ends last

    @property
    def spans(self):
        return [
            (resource.resource, span)
            for request in self.requests
            for resource in request.resource_spans
            for scope in resource.scope_spans
            for span in scope.spans
        ]


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["content-length"]))
        body = gzip.decompress(body) if self.headers.get("content-encoding") == "gzip" else body
        self.server.paths.append(self.path)
        self.server.requests.append(ExportTraceServiceRequest.FromString(body))
        if any(span.name.startswith("invoke_agent") for _, span in self.server.spans):
            self.server.saw_a_run.set()
        self.send_response(200)
        self.send_header("content-type", "application/x-protobuf")
        self.end_headers()
        self.wfile.write(ExportTraceServiceResponse().SerializeToString())

    def log_message(self, *_):
        """Quiet."""


@pytest.fixture
def collector(monkeypatch):
    monkeypatch.setenv("OTEL_BSP_SCHEDULE_DELAY", "50")
    server = Collector()
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield server
    server.shutdown()
    server.server_close()


async def test_a_run_and_its_tools_are_spans_of_one_trace(workbench, collector):
    told = workbench.with_settings(otlp_endpoint=f"http://127.0.0.1:{collector.server_port}")
    run = await told.runs().start(Question(prompt="Who was in charge of NASA on 1 March 2005?"))
    async for _ in run.follow():
        pass
    assert await asyncio.to_thread(collector.saw_a_run.wait, 10)
    assert set(collector.paths) == {"/v1/traces"}
    names = {span.name for _, span in collector.spans}
    assert {"invoke_agent dossier Analyst", "execute_tool hybrid_search", "execute_tool get_entity_history"} <= names
    assert len({span.trace_id for _, span in collector.spans}) == 1
    assert all(span.end_time_unix_nano > span.start_time_unix_nano for _, span in collector.spans)
    resource = collector.spans[0][0]
    assert {item.key: item.value.string_value for item in resource.attributes}["service.name"] == "dossier"


def test_without_an_endpoint_nothing_is_instrumented(workbench):
    assert build_agent(workbench).instrument is False
