"""A headless Chromium: pages opened, looked at, photographed; what it said and asked for is kept."""

import base64
import json
import os
import shutil
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from selenium import webdriver
from selenium.common.exceptions import WebDriverException
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.remote.webelement import WebElement

from tests.services.process import Unavailable

PROGRAMS = ("chromium", "chromedriver")
FLAGS = (
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
PICTURES = os.environ.get("PICTURES") == "1"
SCREENSHOTS = Path(__file__).parents[2] / "build" / "screenshots"
TALLEST = 3000
OWN_SCHEMES = ("data:", "blob:", "about:", "chrome:", "devtools:")


class Browser:
    """One window on one site; `open(path)` goes to a page and waits until it is there."""

    def __init__(self, site: str, downloads: Path):
        for program in PROGRAMS:
            if not shutil.which(program):
                raise Unavailable(f"{program} is missing (make services installs it)")
        options = webdriver.ChromeOptions()
        options.binary_location = shutil.which(PROGRAMS[0])
        options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
        for flag in FLAGS:
            options.add_argument(flag)
        try:
            self.driver = webdriver.Chrome(options=options, service=Service(shutil.which(PROGRAMS[1])))
        except WebDriverException as error:
            raise Unavailable(f"Chromium does not start: {(error.msg or '')[:300]}") from error
        self.site, self.downloads = site, downloads
        self.driver.set_script_timeout(120)
        self.tell("Browser.setDownloadBehavior", behavior="allow", downloadPath=str(downloads))
        self.tell("Browser.grantPermissions", permissions=["clipboardReadWrite", "clipboardSanitizedWrite"])

    def tell(self, command: str, **values: Any) -> Any:
        return self.driver.execute_cdp_cmd(command, values)

    def looks(self, width: int = 1440, dark: bool = False, scripts: bool = True) -> None:
        """How this page and the next ones are shown; returns when it is drawn so."""
        self.tell("Emulation.setDeviceMetricsOverride", width=width, height=900, deviceScaleFactor=1, mobile=False)
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        self.tell("Emulation.setEmulatedMedia", features=[scheme])
        self.tell("Emulation.setScriptExecutionDisabled", value=not scripts)
        if scripts:
            self.driver.execute_async_script("requestAnimationFrame(() => requestAnimationFrame(arguments[0]))")

    def open(self, path: str) -> None:
        self.driver.get("about:blank")
        self.driver.get(self.site + path)

    @property
    def path(self) -> str:
        return self.driver.current_url.removeprefix(self.site)

    def all(self, selector: str) -> list[WebElement]:
        return self.driver.find_elements(By.CSS_SELECTOR, selector)

    def one(self, selector: str) -> WebElement:
        return self.driver.find_element(By.CSS_SELECTOR, selector)

    def text(self, selector: str = "main") -> str:
        return self.one(selector).text

    def link(self, text: str) -> WebElement:
        return self.driver.find_element(By.PARTIAL_LINK_TEXT, text)

    def until(self, happens: Any, seconds: float = 30) -> Any:
        """What `happens` gives as soon as it gives something true."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            try:
                found = happens()
            except WebDriverException:
                found = None
            if found:
                return found
            time.sleep(0.05)
        raise AssertionError(f"nothing after {seconds} s: {self.path}")

    def press(self, *keys: str) -> None:
        """Presses keys, wherever the focus is."""
        webdriver.ActionChains(self.driver).send_keys(*keys).perform()

    def focused(self) -> str:
        """The words of the element with the focus."""
        script = "const e = document.activeElement; return e.ariaLabel || e.innerText || e.id || e.tagName"
        return str(self.driver.execute_script(script))

    def tab_to(self, text: str, most: int = 120) -> None:
        """Presses Tab until the focus is on something with these words."""
        for _ in range(most):
            self.press(Keys.TAB)
            if self.focused().strip().startswith(text):
                return
        raise AssertionError(f"Tab does not reach {text!r}")

    def overflow(self) -> int:
        """By how many pixels the page is wider than the window."""
        return int(self.driver.execute_script("return document.documentElement.scrollWidth - window.innerWidth"))

    def photograph(self, name: str) -> None:
        """Keeps a picture of the whole page, where pictures are asked for."""
        if not PICTURES:
            return
        width, height = self.driver.execute_script("return [innerWidth, document.documentElement.scrollHeight]")
        clip = {"x": 0, "y": 0, "width": width, "height": min(height, TALLEST), "scale": 1}
        picture = self.tell("Page.captureScreenshot", captureBeyondViewport=True, clip=clip)
        SCREENSHOTS.mkdir(parents=True, exist_ok=True)
        (SCREENSHOTS / f"{name}.png").write_bytes(base64.b64decode(picture["data"]))

    def complaints(self) -> list[str]:
        """Errors on the console since the last call; that a page itself has an error status is none."""
        logged = [entry for entry in self.driver.get_log("browser") if entry["level"] in ("SEVERE", "WARNING")]
        return [
            entry["message"] for entry in logged if "the server responded with a status of 4" not in entry["message"]
        ]

    def foreign(self) -> list[str]:
        """Addresses outside the site that were asked for since the last call."""
        return [url for url in self.requests() if not url.startswith((self.site, *OWN_SCHEMES))]

    def requests(self) -> Iterator[str]:
        for entry in self.driver.get_log("performance"):
            message = json.loads(entry["message"])["message"]
            if message["method"] == "Network.requestWillBeSent":
                yield message["params"]["request"]["url"]

    def findings(self, script: str, excluded: list[str]) -> list[str]:
        """What axe finds on the page: rule, and where."""
        if not self.driver.execute_script("return 'axe' in window"):
            self.driver.execute_script(script)
        run = """
            const done = arguments[arguments.length - 1];
            axe.run({exclude: arguments[0]}, {resultTypes: ["violations"]}).then(
              found => done(found.violations.flatMap(
                v => v.nodes.map(n => `${v.id}: ${n.target} ${n.html.slice(0, 160)} ${n.failureSummary}`))),
              error => done([String(error)]));
        """
        return list(self.driver.execute_async_script(run, [[one] for one in excluded]))

    def stop(self) -> None:
        self.driver.quit()
