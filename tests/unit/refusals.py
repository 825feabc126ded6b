"""The errors that tests of the pipeline's parts expect."""

import pytest

from searchapp.errors import PipelineError


def refusal(call, *arguments, **options):
    """The summary and the details of the 400 that a call raises."""
    with pytest.raises(PipelineError) as caught:
        call(*arguments, **options)
    assert caught.value.code == 400
    return caught.value.summary, caught.value.details
