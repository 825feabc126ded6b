"""Information about the service: its state, its specification, its metrics."""

from collections.abc import Callable, Iterable
from typing import Any

from flask import Blueprint

from ..components import Components, ItemType
from ..errors import PipelineError
from .discovery.api_catalog import add_api_catalog
from .discovery.crawlers import add_crawler_paths
from .endpoint import Answer, Endpoint
from .observability.metrics import add_metrics
from .openapi.specification import specification
from .response.headers import no_version
from .routes import Mount, Routes, refuse_writing


def service_blueprint(routes: Routes) -> Blueprint:
    """`spec` of the service, the version and each type; `/status`, `/status/ready`, `/status/live`, `/metrics`."""
    blueprint = Blueprint("service", __name__)
    every = routes.components.item_types.values()
    for mount in routes.of_types:
        mount.add(blueprint, "/spec", "spec", spec(routes, mount, [mount.item_type]).view)
        refuse_writing(blueprint, mount, "spec")
    for mount in (routes.of_default, *routes.of_service):
        mount.add(blueprint, "/spec", "spec", spec(routes, mount, every).view)
    ready, alive = status(routes, health(routes.components)), status(routes, live)
    for mount in routes.of_service:
        mount.add(blueprint, "/status", "status", ready.view)
        mount.add(blueprint, "/status/ready", "ready", ready.view)
        mount.add(blueprint, "/status/live", "live", alive.view)
    add_metrics(blueprint)
    add_crawler_paths(blueprint, routes)
    add_api_catalog(blueprint, routes)
    return blueprint


def spec(routes: Routes, mount: Mount, item_types: Iterable[ItemType]) -> Endpoint:
    """Describes these item types and the service."""
    answer = specification(routes.components, routes.options, routes.formats, item_types, routes.root)
    return routes.endpoint("spec", mount.item_type, answer, routes.pages.spec(mount.item_type))


def status(routes: Routes, answer: Answer) -> Endpoint:
    """The state of the service, which is not cached."""
    default = routes.components.default
    return routes.endpoint("status", default, answer, routes.pages.status, store=False, version=no_version)


def health(components: Components) -> Callable[..., dict[str, Any]]:
    """The answer function of `status`: 200 and the numbers of documents while the database answers."""

    def answer(deadline: float | None = None, **_: Any) -> dict[str, Any]:
        found = {"success": True, **components.backend.health()}
        check_documents(components, deadline)
        problems = components.metadata.problems()
        return {**found, "metadata_problems": problems} if problems else found

    return answer


def check_documents(components: Components, deadline: float | None) -> None:
    """Look up the documents that STATUS_CHECK names. Raises a 503 that names a missing one."""
    for name, id in components.settings["STATUS_CHECK"].items():
        found = components.item_types[name].pipeline.fetch(id, item_type=name, _source=["_id"], deadline=deadline)
        if found is None:
            raise PipelineError(503, f"{name} has no document {id}", {"item_type": name, "id": id})


def live(**_: Any) -> dict[str, Any]:
    """The answer of this process, which does not depend on the database."""
    return {"success": True, "status": "live"}
