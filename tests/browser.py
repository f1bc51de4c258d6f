"""A headless Chromium for tests of pages, driven over two pipes (its DevTools protocol: JSON between zero bytes)."""

import json
import os
import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import pytest

NAMES = ("chromium", "chromium-browser", "google-chrome", "chrome")
QUIET = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--no-default-browser-check",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--host-resolver-rules=MAP * ~NOTFOUND",
)
KEYS = {"ArrowLeft": 37, "ArrowRight": 39, "Home": 36, "End": 35, "Tab": 9, "Enter": 13}
SHIFT = 8
HERE = ("file:", "about:")
LONGEST_WAIT = 60  # seconds


class Browser:
    """One page in a browser of its own, which knows no network."""

    def __init__(self, profile: Path) -> None:
        program = next(filter(None, map(shutil.which, NAMES)), None)
        if program is None:
            pytest.skip(f"needs a browser on the PATH: {', '.join(NAMES)}")
        to_browser, self._requests = os.pipe()
        self._answers, from_browser = os.pipe()
        # The protocol has the descriptors 3 and 4; a shell puts the pipes there, whatever their numbers are here.
        shell = ("bash", "-c", f'exec "$@" 3<&{to_browser} 4>&{from_browser}', "bash")
        self._process = subprocess.Popen(
            [*shell, program, *QUIET, f"--user-data-dir={profile}", "--remote-debugging-pipe", "about:blank"],
            pass_fds=(to_browser, from_browser),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        os.close(to_browser)
        os.close(from_browser)
        self._number, self._read, self._session = 0, b"", ""
        self.complaints: list[str] = []  # what pages have logged: errors of scripts, breaches of the security policy

    def __enter__(self) -> Self:
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self._session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.call(f"{domain}.enable")
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        os.close(self._requests)  # a browser whose pipe is closed ends
        os.close(self._answers)
        try:
            self._process.wait(LONGEST_WAIT)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()

    def call(self, method: str, **parameters: Any) -> dict[str, Any]:
        """The browser's answer; what it reports meanwhile is looked through for complaints."""
        self._number += 1
        request: dict[str, Any] = {"id": self._number, "method": method, "params": parameters}
        if self._session:
            request["sessionId"] = self._session
        os.write(self._requests, json.dumps(request).encode() + b"\0")
        while True:
            message = self._message()
            if message.get("id") == self._number:
                assert "error" not in message, message["error"]
                return message["result"]
            self._note(message)

    def _message(self) -> dict[str, Any]:
        while b"\0" not in self._read:
            more = os.read(self._answers, 1 << 16)
            assert more, "the browser has ended"
            self._read += more
        first, self._read = self._read.split(b"\0", 1)
        return json.loads(first)

    def _note(self, message: dict[str, Any]) -> None:
        parameters = message.get("params", {})
        match message["method"]:
            case "Log.entryAdded":
                self.complaints.append(parameters["entry"]["text"])
            case "Runtime.exceptionThrown":
                self.complaints.append(parameters["exceptionDetails"]["text"])
            case "Network.requestWillBeSent" if not parameters["request"]["url"].startswith(HERE):
                self.complaints.append(f"loads {parameters['request']['url']}")
            case "Page.javascriptDialogOpening":
                self.complaints.append(f"says {parameters['message']}")
                self.call("Page.handleJavaScriptDialog", accept=True)

    def open(self, page: Path, fragment: str = "", *, scripts: bool = True, width: int = 1280) -> None:
        """Show a file and wait until it is all there."""
        self.call("Emulation.setScriptExecutionDisabled", value=not scripts)
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=900, deviceScaleFactor=1, mobile=False)
        self.call("Page.navigate", url="about:blank")
        self.call("Page.navigate", url=page.as_uri() + fragment)
        while self.ask("document.readyState") != "complete":
            pass

    def ask(self, expression: str) -> Any:
        """What an expression comes to in the page, also where the page's own scripts are switched off."""
        answer = self.call("Runtime.evaluate", expression=expression, returnByValue=True)
        assert "exceptionDetails" not in answer, answer["exceptionDetails"]
        return answer["result"].get("value")

    def until(self, expression: str, value: Any) -> None:
        """Wait until an expression comes to a value; a frame in a process of its own takes keys in its own time."""
        for _ in range(LONGEST_WAIT * 20):
            if self.ask(expression) == value:
                return
            time.sleep(0.05)
        raise AssertionError(f"{expression} is {self.ask(expression)!r}, not {value!r}")

    def press(self, key: str, *, shift: bool = False) -> None:
        """Strike a key as a person does."""
        common = {"key": key, "code": key, "windowsVirtualKeyCode": KEYS[key], "modifiers": SHIFT if shift else 0}
        self.call("Input.dispatchKeyEvent", type="rawKeyDown", **common)
        self.call("Input.dispatchKeyEvent", type="keyUp", **common)

    def click(self, selector: str) -> None:
        """Click on the middle of the first element of this kind, or of its first line."""
        x, y = self.ask(
            f"(e => {{ e.scrollIntoView({{block: 'center'}}); const r = e.getClientRects()[0];"
            f" return [r.x + r.width / 2, r.y + r.height / 2] }})(document.querySelector({json.dumps(selector)}))"
        )
        for kind in ("mousePressed", "mouseReleased"):
            self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)

    @contextmanager
    def inside_frame(self) -> Iterator[None]:
        """What is asked meanwhile is asked of the page in the page's frame, which a process of its own shows."""
        page = self._session
        frames = [one for one in self.call("Target.getTargets")["targetInfos"] if one["type"] == "iframe"]
        self._session = self.call("Target.attachToTarget", targetId=frames[0]["targetId"], flatten=True)["sessionId"]
        try:
            yield
        finally:
            self._session = page
