"""What a site allows to be read by programs, as its robots.txt says."""

import time
from collections.abc import Callable

from protego import Protego

from research_agent.errors import NotFound, ProviderError
from research_agent.infra.safe_http import USER_AGENT, SafeHttp
from research_agent.infra.timed_cache import TimedCache
from research_agent.infra.web_address import WebAddress

__all__ = ["Robots"]

MAX_ROBOTS_BYTES = 512 * 1024
LIFETIME_S = 3600.0
_PRODUCT = USER_AGENT.partition("/")[0]
_EVERYTHING = Protego.parse("")


class Robots:
    """Reads each site's rules once an hour.

    Args:
        http: Fetches them, under the same checks as any page.
        clock: Seconds that only grow.

    Source:
        RFC 9309: no file (4xx) allows everything, a failing server (5xx) nothing.
    """

    def __init__(self, http: SafeHttp, *, clock: Callable[[], float] = time.monotonic) -> None:
        self._http = http
        self._rules: TimedCache[str, Protego] = TimedCache(LIFETIME_S, clock=clock)

    async def check(self, address: WebAddress) -> None:
        """Make sure that a page may be read.

        Raises:
            NotFound: The site asks programs not to read it.
            ProviderError: The site cannot be reached, or fails when asked for its rules.
        """
        rules = self._rules.get(address.origin)
        if rules is None:
            rules = await self._fetched(address)
            self._rules.put(address.origin, rules)
        if not rules.can_fetch(address.url, _PRODUCT):
            raise NotFound(
                f"{address.host} asks programs not to read this page (robots.txt); use another."
            )

    async def _fetched(self, address: WebAddress) -> Protego:
        answer = await self._http.get(
            f"{address.origin}/robots.txt", accept="text/plain", max_bytes=MAX_ROBOTS_BYTES
        )
        if answer.status >= 500:
            raise ProviderError(
                address.host, f"its robots.txt fails with HTTP {answer.status}, so nothing is read."
            )
        if not 200 <= answer.status < 300:
            return _EVERYTHING
        return Protego.parse(answer.body.decode("utf-8", "replace"))
