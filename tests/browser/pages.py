"""What the tests of all pages share: a server, a browser, and what must hold on every page."""

from __future__ import annotations

import base64
import http.server
import os
import re
import shutil
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

import pytest
from selenium import webdriver
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.remote.webelement import WebElement
from selenium.webdriver.support.ui import WebDriverWait

from tablebases.atlas.pages import KIT, hand_written, is_shipped, kit_files, puzzle_of

CHROMIUM = Path("/usr/bin/chromium")
CHROMEDRIVER = Path("/usr/bin/chromedriver")
MISSING = [str(program) for program in (CHROMIUM, CHROMEDRIVER) if not program.exists()]
needs_browser = pytest.mark.skipif(
    bool(MISSING), reason=f"browser tests need {' and '.join(MISSING)}, which is not installed"
)

OPTIONS = (
    "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync", "--lang=en",
)  # fmt: skip
SECONDS = 20
DESKTOP = (1280, 900)

# --- server and browser ----------------------------------------------------------------------


class QuietHandler(http.server.SimpleHTTPRequestHandler):
    """Serves files and says nothing of it."""

    def do_GET(self) -> None:
        """Serve a file; browsers ask for an icon wherever a page names none."""
        if self.path == "/favicon.ico":
            self.send_response(http.HTTPStatus.NO_CONTENT)
            self.end_headers()
        else:
            super().do_GET()

    def log_message(self, *args: Any) -> None:
        """Say nothing."""


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """The address of a folder, which is served as long as this lasts."""
    handler = partial(QuietHandler, directory=str(folder))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}/"
        finally:
            server.shutdown()
            thread.join()


@contextmanager
def chromium(profile: Path) -> Iterator[Any]:
    """A browser that keeps what it has to keep in this folder."""
    options = webdriver.ChromeOptions()
    options.binary_location = str(CHROMIUM)
    for option in (*OPTIONS, f"--user-data-dir={profile}"):
        options.add_argument(option)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    driver = webdriver.Chrome(options=options, service=Service(str(CHROMEDRIVER)))
    driver.set_script_timeout(SECONDS)
    # Only a page with the focus may copy, and without a window it does not always have it.
    driver.execute_cdp_cmd("Emulation.setFocusEmulationEnabled", {"enabled": True})
    use_kept_pages(driver, False)
    try:
        yield driver
    finally:
        driver.quit()


def add_modules(atlas: Path, *packages: str) -> None:
    """Put the modules into an atlas that it has in its bundles only, so that tests can import them one by one."""
    files = {KIT.name: kit_files()}
    files |= {puzzle_of(package).page or "": hand_written(package) for package in packages}
    for place, paths in files.items():
        for path in paths:
            if not is_shipped(path.name):
                shutil.copyfile(path, atlas / place / path.name)


def use_kept_pages(driver: Any, used: bool) -> None:
    """Let pages come from what the browser keeps for use offline, or always from the server."""
    driver.execute_cdp_cmd("Network.enable", {})
    driver.execute_cdp_cmd("Network.setBypassServiceWorker", {"bypass": not used})


# --- a page ----------------------------------------------------------------------------------

SHOWN = "[...document.querySelectorAll(arguments[0])].filter((e) => e.checkVisibility({ visibilityProperty: true }))"
"""The elements that are shown, asked for at once: a question for each takes much longer."""


class Page:
    """A page in the browser, and what tests do with it."""

    def __init__(self, driver: Any, address: str, pictures: Path) -> None:
        self.driver = driver
        self.address = address
        self._pictures = pictures

    def show(self, fragment: str = "", size: tuple[int, int] = DESKTOP, colours: str = "light",
             language: str = "en") -> None:  # fmt: skip
        """Open the page anew, in a language, at an address and size."""
        width, height = size
        self.driver.execute_cdp_cmd(
            "Emulation.setDeviceMetricsOverride",
            {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 500},
        )
        self.prefer(colours)
        if not self.driver.current_url.startswith(self.address):
            self.driver.get(f"{self.address}kit/style.css")
        # Another fragment alone would not load the page again.
        self.js(
            "localStorage.clear(); localStorage.language = arguments[0];"
            "history.scrollRestoration = 'manual'; history.replaceState(null, '', arguments[1]);",
            language,
            f"{self.address}{fragment}",
        )
        self.show_again()

    def prefer(self, colours: str) -> None:
        """Let the system prefer light or dark colours, which the page takes over at once."""
        self.driver.execute_cdp_cmd(
            "Emulation.setEmulatedMedia",
            {"features": [{"name": "prefers-color-scheme", "value": colours},
                          {"name": "prefers-reduced-motion", "value": "reduce"}]},
        )  # fmt: skip

    def show_again(self) -> None:
        """Load the page again, as the reader has left it."""
        self.driver.refresh()
        self._until_ready()

    def _until_ready(self) -> None:
        self.until(lambda: self.js("return document.body.dataset.ready === 'yes'"))

    def until(self, condition: Callable[[], Any]) -> Any:
        """Wait until something is so."""
        return WebDriverWait(self.driver, SECONDS, poll_frequency=0.01).until(lambda _: condition())

    def js(self, script: str, *arguments: Any) -> Any:
        """Run a script in the page."""
        return self.driver.execute_script(script, *arguments)

    def js_awaited(self, script: str, *arguments: Any) -> Any:
        """What a script returns that may await; it has the arguments in the list `given`."""
        result = self.driver.execute_async_script(
            "const done = arguments[arguments.length - 1]; const given = arguments[0];"
            f"(async () => {{ {script} }})()"
            ".then(done, (error) => done(`error: ${error.stack}`));",
            arguments,
        )
        assert not (isinstance(result, str) and result.startswith("error:")), result
        return result

    def all(self, selector: str) -> list[WebElement]:
        """The elements that are shown."""
        found: list[WebElement] = self.js(f"return {SHOWN}", selector)
        return found

    def one(self, selector: str) -> WebElement:
        """The only element that is shown."""
        (element,) = self.all(selector)
        return element

    def texts(self, selector: str) -> list[str]:
        """The texts of elements."""
        found: list[str] = self.js(f"return {SHOWN}.map((e) => e.innerText.trim())", selector)
        return found

    def press(self, *keys: str) -> None:
        """Press keys where the focus is."""
        for key in keys:
            self.driver.switch_to.active_element.send_keys(key)

    def fill(self, selector: str, text: str) -> None:
        """Type a text into a field, in place of what is there."""
        field = self.one(selector)
        field.send_keys(Keys.CONTROL, "a")
        field.send_keys(text or Keys.DELETE)

    @property
    def focused(self) -> str:
        """The id of the element that has the focus."""
        return str(self.js("return document.activeElement.id"))

    @property
    def hash(self) -> str:
        """The fragment of the address."""
        return str(self.js("return location.hash"))

    @property
    def status(self) -> str:
        """What those are told who do not see the page."""
        return str(self.js("return document.getElementById('status').textContent"))

    @property
    def width(self) -> int:
        """How wide the page is, also where that is more than the window."""
        return int(self.js("return document.documentElement.scrollWidth"))

    @property
    def background(self) -> str:
        """The colour behind all."""
        return str(self.js("return getComputedStyle(document.body).backgroundColor"))

    @property
    def low_contrasts(self) -> list[str]:
        """The texts that hardly differ from their background, with the contrast."""
        low: list[str] = self.js(LOW_CONTRASTS)
        return low

    @property
    def loaded(self) -> list[tuple[str, int]]:
        """The addresses and sizes of all that the page has loaded, and of itself."""
        found = self.js(
            "return [...performance.getEntriesByType('resource'),"
            "...performance.getEntriesByType('navigation')].map((e) => [e.name, e.decodedBodySize])"
        )
        return [(name, size) for name, size in found]

    def picture(self, name: str, whole: bool = False) -> None:
        """Keep a screenshot."""
        self._pictures.mkdir(parents=True, exist_ok=True)
        shot = self.driver.execute_cdp_cmd("Page.captureScreenshot", {"format": "png", "captureBeyondViewport": whole})
        (self._pictures / f"{name}.png").write_bytes(base64.b64decode(shot["data"]))


AnyPage = TypeVar("AnyPage", bound=Page)


@contextmanager
def opened(kind: type[AnyPage], browser: Any, address: str, folder: Path) -> Iterator[AnyPage]:
    """A page that leaves nothing in the browser's log; pictures go to the folder, or are kept."""
    browser.get_log("browser")
    yield kind(browser, address, Path(os.environ.get("BROWSER_SCREENSHOTS") or folder))
    assert browser.get_log("browser") == []


# --- what must hold on every page ------------------------------------------------------------

LOW_CONTRASTS = """
const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
const rgba = (colour) => {
  canvas.clearRect(0, 0, 1, 1);
  canvas.fillStyle = colour;
  canvas.fillRect(0, 0, 1, 1);
  return [...canvas.getImageData(0, 0, 1, 1).data];
};
const luminance = (colour) => {
  const [r, g, b] = colour.map((v) => v / 255)
    .map((v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};
const background = (element) => {
  for (let e = element; e; e = e.parentElement) {
    const colour = rgba(getComputedStyle(e).backgroundColor);
    if (colour[3] === 255) return colour;
  }
  return [255, 255, 255, 255];
};
const low = [];
for (const element of document.body.querySelectorAll('*')) {
  const own = [...element.childNodes].some((n) => n.nodeType === 3 && n.textContent.trim());
  if (!own || !element.checkVisibility() || element.closest('svg, :disabled, .unseen')) continue;
  const [a, b] = [rgba(getComputedStyle(element).color), background(element)].map(luminance);
  const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
  if (ratio < 4.5) low.push(`${element.outerHTML.slice(0, 80)} ${ratio.toFixed(2)}`);
}
return low;
"""


def accessible_names(page: Page, selector: str) -> dict[str, str]:
    """The elements that are shown, numbered and as HTML, with the names that those hear who do not see them."""
    html: list[str] = page.js(
        "for (const e of document.querySelectorAll('[data-shown]')) delete e.dataset.shown;"
        f"return {SHOWN}.map((e, i) => {{ const html = e.outerHTML; e.dataset.shown = i; return html; }})",
        selector,
    )
    names = {}
    for node in page.driver.execute_cdp_cmd("Accessibility.getFullAXTree", {})["nodes"]:
        names[node.get("backendDOMNodeId")] = node.get("name", {}).get("value", "")
    found = {}
    waiting = [page.driver.execute_cdp_cmd("DOM.getDocument", {"depth": -1})["root"]]
    while waiting:
        node = waiting.pop()
        waiting += node.get("children", [])
        attributes = node.get("attributes", [])
        if "data-shown" in attributes:
            number = attributes[attributes.index("data-shown") + 1]
            found[f"{number}: {html[int(number)]}"] = names.get(node["backendNodeId"], "")
    assert len(found) == len(html)
    return found


TOO_SMALL = """
const found = [];
const isShown = (e) => e.checkVisibility({ visibilityProperty: true }) && !e.closest('.unseen, .skip, noscript');
for (const e of document.querySelectorAll(arguments[0])) {
  // A label is hit for its control; a link within a sentence is as high as the sentence.
  const { width, height } = (e.closest('label') ?? e).getBoundingClientRect();
  const isInSentence = e.matches('p > a') && getComputedStyle(e).display === 'inline';
  if (isShown(e) && !isInSentence && Math.min(width, height) < 43.9) {
    found.push(`${e.outerHTML.slice(0, 80)} ${width}x${height}`);
  }
}
for (const e of document.body.querySelectorAll('*')) {
  const own = [...e.childNodes].some((n) => n.nodeType === 3 && n.textContent.trim());
  const size = parseFloat(getComputedStyle(e).fontSize) * (e.getScreenCTM?.()?.a ?? 1);
  if (own && isShown(e) && size < 11.9) found.push(`${e.outerHTML.slice(0, 80)} ${size}px`);
}
return found;
"""


def check_for_fingers(page: Page) -> None:
    """On a phone what is tapped has at least 44 pixels each way, and no text is smaller than 12."""
    assert page.js(TOO_SMALL, "button, a, input, select, summary, textarea, .tile-button") == []


def check_audit(page: Page) -> None:
    """The audit of axe finds nothing that keeps people out; `low_contrasts` looks at colours, and faster."""
    axe = pytest.importorskip("axe_core_python", reason="axe-core-python is not installed")
    page.js(Path(axe.__file__).with_name("axe.min.js").read_text(encoding="utf-8"))
    violations = page.js_awaited(
        "const { violations } = await axe.run({ rules: { 'color-contrast': { enabled: false } } });"
        "return violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html.slice(0, 150))]);"
    )
    assert violations == []


def check_names(page: Page, operated: str) -> None:
    """All that is operated has a name, and the page is in order for those who hear it."""
    names = accessible_names(page, operated)
    assert names
    assert [element for element, name in names.items() if not name.strip()] == []
    ids = page.js("return [...document.querySelectorAll('[id]')].map((e) => e.id)")
    assert len(set(ids)) == len(ids)
    assert len(page.all("h1")) == 1
    assert "undefined" not in page.one("body").text


def check_skipping(page: Page) -> None:
    """The first stop of the Tab key leads to the content."""
    page.press(Keys.TAB, Keys.ENTER)
    page.until(lambda: page.focused == "main")


def check_languages(page: Page, package: str, made: str = "", named: Iterable[str] = ()) -> None:
    """Both languages have the same texts with the same gaps, and the page uses all of them.

    Args:
        page: shown.
        package: of its puzzle.
        made: a pattern of what is added to the keys that are used.
        named: keys that the data names.
    """
    texts: dict[str, dict[str, str]] = page.js_awaited("return (await import('./texts.js')).TEXTS;")
    # The texts of the page are added to those of all pages, and hide none.
    shared: dict[str, dict[str, str]] = page.js_awaited(
        "const { href } = document.querySelector('link[href*=kit]');"
        "return (await import(new URL('languages.js', href))).TEXTS;"
    )
    for table in (texts, shared):
        gaps = [
            [(key, set(re.findall(r"{\w+}", text))) for key, text in table[language].items()]
            for language in ("en", "ja")
        ]
        assert gaps[0] == gaps[1]
    assert not texts["en"].keys() & shared["en"].keys()
    sources = [path.read_text(encoding="utf-8") for path in hand_written(package) + kit_files()]
    table_of_texts = re.compile(r"^export const TEXTS = .*?^}\)?;$", re.DOTALL | re.MULTILINE)
    used = set(re.findall(r"\w+", "".join(table_of_texts.sub("", source) for source in sources))) | set(named)
    # Some keys are put together: of a key and One, or of level_ and a name.
    keys = {key: re.sub(f"One$|{made}" if made else "One$", "", key) for key in [*texts["en"], *shared["en"]]}
    assert [key for key, beginning in keys.items() if not {key, beginning} & used] == []


def check_first_load(page: Page) -> None:
    """All that a page waits for at first is named in its HTML; the manifest names the logo of the atlas."""
    named = page.js_awaited(
        "const html = await (await fetch(location.pathname)).text();"
        "const elements = new DOMParser().parseFromString(html, 'text/html').querySelectorAll('link, script, img');"
        "return [...elements].map((e) => new URL(e.getAttribute('href') ?? e.getAttribute('src'), location).href);"
    )
    here = page.js("return location.origin + location.pathname")
    loaded = {name.partition("#")[0] for name, _ in page.loaded if name.startswith("http")}
    assert {name for name in loaded - {here} if not name.endswith("/logo.svg")} <= set(named)
    assert len(named) < 10


def check_loading_failure(page: Page) -> None:
    """A page whose data cannot be loaded says so."""
    page.driver.execute_cdp_cmd("Network.enable", {})
    page.driver.execute_cdp_cmd("Network.setBlockedURLs", {"urls": ["*data.json"]})
    try:
        page.driver.refresh()
        page.until(lambda: "could not be loaded" in page.one("#loading").text)
        assert "python -m http.server" in page.one("#loading").text
    finally:
        page.driver.execute_cdp_cmd("Network.setBlockedURLs", {"urls": []})
        page.driver.get_log("browser")
