"""What a language model's provider needs that is not installed with Dossier."""

from importlib.metadata import version
from importlib.util import find_spec

PACKAGES = {
    "anthropic": ("anthropic", "anthropic"),
    "bedrock": ("boto3", "bedrock"),
    "cohere": ("cohere", "cohere"),
    "google": ("google.genai", "google"),
    "google-cloud": ("google.genai", "google"),
    "groq": ("groq", "groq"),
    "huggingface": ("huggingface_hub", "huggingface"),
    "mistral": ("mistralai", "mistral"),
    "xai": ("xai_sdk", "xai"),
}
"""What the providers need that speak a protocol of their own: the package, and pydantic-ai's extra that brings it."""


def missing_package(name: str) -> str:
    """What has to be installed before the model called `name` can answer, in a sentence; empty: nothing."""
    provider = name.partition(":")[0]
    package, extra = PACKAGES.get(provider, ("", ""))
    if not package or _is_installed(package):
        return ""
    wanted = f"pydantic-ai-slim[{extra}]=={version('pydantic-ai-slim')}"
    return f'Models of “{provider}:” need a package that is not installed: .venv/bin/pip install "{wanted}".'


def _is_installed(package: str) -> bool:
    try:
        return find_spec(package) is not None
    except ModuleNotFoundError:
        return False
