"""What the tests of drawn parts share with those of whole pages."""

from tests.app_tests import components_looked_for_once

__all__ = ["components_looked_for_once"]
