"""OpenTelemetry spans of agent runs, sent where an OTLP endpoint is set."""

import functools

from pydantic_ai.models.instrumented import InstrumentationSettings

from services.settings import Settings


def instrumentation(settings: Settings) -> InstrumentationSettings | bool:
    """pydantic-ai's own instrumentation, sent to the endpoint; False: none is set."""
    return _exporting(settings.otlp_endpoint) if settings.otlp_endpoint else False


@functools.lru_cache(maxsize=4)
def _exporting(endpoint: str) -> InstrumentationSettings:
    # Imported when needed: most deployments send no spans.
    from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
    from opentelemetry.sdk.resources import Resource
    from opentelemetry.sdk.trace import TracerProvider
    from opentelemetry.sdk.trace.export import BatchSpanProcessor

    provider = TracerProvider(resource=Resource.create({"service.name": "dossier"}))
    provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter(endpoint=traces_url(endpoint))))
    return InstrumentationSettings(tracer_provider=provider)


def traces_url(endpoint: str) -> str:
    """The protocol's path for traces under a collector's address."""
    base = endpoint.rstrip("/")
    return base if base.endswith("/v1/traces") else f"{base}/v1/traces"
