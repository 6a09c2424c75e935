import asyncio

from research_agent.infra.host_pace import MAX_HOSTS, HostPace
from research_agent.infra.timed_cache import TimedCache


class Time:
    """A clock that only sleeping moves."""

    def __init__(self) -> None:
        self.now = 0.0
        self.slept: list[float] = []

    def __call__(self) -> float:
        return self.now

    async def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)


async def test_requests_to_one_host_are_spaced_out() -> None:
    """Three that come together start one interval apart; another host waits for none of them."""
    time = Time()
    pace = HostPace(1.0, clock=time, sleep=time.sleep)
    await asyncio.gather(*(pace.turn("a.example") for _ in range(3)), pace.turn("b.example"))

    assert time.slept == [1.0, 2.0]


async def test_time_that_went_by_counts() -> None:
    """Nobody waits when the last request was long ago, or waits only for the rest."""
    time = Time()
    pace = HostPace(1.0, clock=time, sleep=time.sleep)
    await pace.turn("a.example")
    time.now = 0.6
    await pace.turn("a.example")
    time.now = 9.0
    await pace.turn("a.example")

    assert [round(seconds, 3) for seconds in time.slept] == [0.4]


async def test_hosts_do_not_pile_up() -> None:
    """A long-lived process asks many hosts."""
    pace = HostPace(1.0, clock=Time())
    for number in range(MAX_HOSTS + 50):
        await pace.turn(f"{number}.example")

    assert len(pace._free_at) == MAX_HOSTS


def test_a_cached_value_is_good_until_its_time_is_up() -> None:
    """Not a moment longer: a search of this morning is not the latest news."""
    time = Time()
    cache: TimedCache[str, int] = TimedCache(900.0, clock=time)
    cache.put("a", 1)
    time.now = 899.9
    assert cache.get("a") == 1
    time.now = 900.0
    assert cache.get("a") is None


def test_the_value_used_longest_ago_goes_first() -> None:
    """The cache is bounded."""
    cache: TimedCache[str, int] = TimedCache(900.0, max_entries=2, clock=Time())
    cache.put("a", 1)
    cache.put("b", 2)
    cache.get("a")
    cache.put("c", 3)

    assert [cache.get(key) for key in "abc"] == [1, None, 3]
