"""gunicorn configures logging of the whole process: after each test the loggers are as they were."""

import logging

import pytest


@pytest.fixture(autouse=True)
def same_loggers():
    """Restore which loggers are disabled."""
    loggers = [one for one in logging.Logger.manager.loggerDict.values() if isinstance(one, logging.Logger)]
    disabled = {one: one.disabled for one in loggers}
    yield
    for one, state in disabled.items():
        one.disabled = state
