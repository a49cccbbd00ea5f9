"""A real Chromium before a live server over the test database: what complains or leaves the machine fails."""

from __future__ import annotations

import os
import shutil
from dataclasses import dataclass, field
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import sync_playwright

from tests.gameplay.page_worlds import PASSWORD, PageWorld, make_page_world
from tests.gameplay.worlds import committing

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    import pytest_django
    from playwright.sync_api import Browser, ConsoleMessage, Page, Request
    from pytest_django.live_server_helper import LiveServer

ARGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]
PHONE, DESKTOP = (390, 844), (1280, 900)

# Playwright's loop runs in this thread, and Django would refuse to touch the database beside it.
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"


@pytest.fixture(scope="module")
def transactional_db(
    django_db_setup: None, django_db_blocker: pytest_django.DjangoDbBlocker
) -> Iterator[None]:
    """The walks of a module share one committed evening."""
    with committing(django_db_blocker):
        yield


@pytest.fixture(scope="module")
def evening(transactional_db: None) -> PageWorld:
    return make_page_world()


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    program = shutil.which("chromium") or shutil.which("chromium-browser")
    if program is None:
        pytest.fail("There is no Chromium: apt-get install chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=ARGS)
        yield browser
        browser.close()


@dataclass
class Walk:
    """One person's browser window, with all that it asked for and complained of."""

    page: Page
    server: str
    requests: list[str] = field(default_factory=list)
    complaints: list[str] = field(default_factory=list)

    def open(self, address: str) -> None:
        """Go to an address of the server."""
        self.page.goto(f"{self.server}{address}")

    def log_in(self, evening: PageWorld, who: str) -> None:
        """Log in by the page."""
        self.open("/accounts/login/")
        self.page.locator("[name=login]").fill(evening.people[who].user.email)
        self.page.locator("[name=password]").fill(PASSWORD)
        self.page.get_by_role("button", name="Log in").click()
        self.page.wait_for_url(f"{self.server}/")

    def check_sound(self) -> None:
        """Nothing left the machine, and the console is silent."""
        hosts = {urlsplit(each).hostname for each in self.requests if not each.startswith("data:")}
        assert hosts <= {urlsplit(self.server).hostname}
        assert self.complaints == []

    def check_accessible(self) -> None:
        """Axe finds nothing on the page."""
        found = Axe().run(self.page)
        assert found.violations_count == 0, found.generate_report()


@pytest.fixture
def walk(chromium: Browser, live_server: LiveServer) -> Iterator[Callable[..., Walk]]:
    """Open windows; each is looked at for complaints and foreign requests when the test ends."""
    opened: list[Walk] = []

    def start(size: tuple[int, int] = DESKTOP, *, is_dark: bool = False, has_script: bool = True) -> Walk:
        context = chromium.new_context(
            viewport={"width": size[0], "height": size[1]},
            color_scheme="dark" if is_dark else "light",
            java_script_enabled=has_script,
            locale="en-GB",
            reduced_motion="reduce",
        )
        context.set_default_timeout(10_000)
        walked = Walk(context.new_page(), live_server.url)

        def asked(request: Request) -> None:
            walked.requests.append(request.url)

        def complained(message: ConsoleMessage) -> None:
            if message.type in {"error", "warning"}:
                walked.complaints.append(message.text)

        walked.page.on("request", asked)
        walked.page.on("console", complained)
        walked.page.on("pageerror", lambda error: walked.complaints.append(str(error)))
        opened.append(walked)
        return walked

    yield start
    for each in opened:
        each.check_sound()
        each.page.context.close()
