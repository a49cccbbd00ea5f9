"""What the API says of itself: its description and the page of it, each problem, the schema of records."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.http import Http404, HttpResponse
from django.views.decorators.http import conditional_page, require_safe
from drf_spectacular.views import SpectacularJSONAPIView, SpectacularSwaggerSplitView
from rest_framework import serializers

from clubs.api.answers import page_of
from clubs.api.fields import Shape
from clubs.api.operations import operation
from clubs.api.refusals import ApiError, Code
from clubs.api.views import ApiView
from config.problems import PROBLEMS
from gameplay.notation.schema import schema_text

if TYPE_CHECKING:
    from django.http import HttpRequest
    from rest_framework.request import Request
    from rest_framework.response import Response

# Swagger's page sets styles by script and shows pictures from its own style sheet.
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
    "font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
TAG = "problems"


class ProblemShape(Shape):
    """A code that answers may carry."""

    code = serializers.CharField()
    status = serializers.IntegerField()
    title = serializers.CharField()


class Problems(ApiView):
    """All problems."""

    @operation(
        "list_problems",
        tag=TAG,
        summary="List the codes of all problems",
        description="Codes are stable: none changes its meaning.",
        answer=page_of(ProblemShape, "ProblemPage"),
        is_open=True,
    )
    def get(self, request: Request) -> HttpResponse:
        """Answer all of them."""
        del request
        return self.page([_row(code) for code in sorted(PROBLEMS)], None)


class OneProblem(ApiView):
    """One problem, to which its `type` leads."""

    @operation(
        "get_problem",
        tag=TAG,
        summary="Read what a code stands for",
        answer=ProblemShape,
        errors=(Code.NOT_FOUND,),
        is_open=True,
    )
    def get(self, request: Request, code: str) -> HttpResponse:
        """Answer one."""
        del request
        if code not in PROBLEMS:
            raise ApiError(Code.NOT_FOUND)
        return self.answer(_row(code))


class Unknown(ApiView):
    """Every address that is none."""

    schema = None

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Ask nobody who it is."""
        del request, args, kwargs
        raise Http404


class OpenApi(SpectacularJSONAPIView):
    """The description, OpenAPI 3.1."""

    schema = None


class Docs(SpectacularSwaggerSplitView):
    """The page that shows it."""

    schema = None

    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        """Answer under a policy of its own."""
        response: Response = super().get(request, *args, **kwargs)  # type: ignore[no-untyped-call] # ships none
        response.headers["Content-Security-Policy"] = POLICY
        return response


@require_safe
@conditional_page
def record_schema(request: HttpRequest) -> HttpResponse:
    """Answer the JSON Schema of records (R), as `manage.py pdr schema` prints it."""
    del request
    return HttpResponse(schema_text(), content_type="application/schema+json")


def _row(code: str) -> dict[str, Any]:
    return {"code": str(code), "status": PROBLEMS[code].status, "title": PROBLEMS[code].title}
