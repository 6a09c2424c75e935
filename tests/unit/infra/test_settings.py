import pytest

from research_agent.errors import ConfigError
from research_agent.infra.settings import DEFAULT_OPENAI_MODEL, Settings


def test_a_key_alone_is_enough() -> None:
    """`OPENAI_API_KEY` and nothing else runs on a default model."""
    settings = Settings.load(openai_api_key="k")
    settings.check_model()

    assert settings.wants_model
    assert settings.model_name == DEFAULT_OPENAI_MODEL


def test_no_model_setting_means_the_offline_analyst() -> None:
    """So does `offline` beside a key."""
    assert not Settings.load().wants_model
    assert not Settings.load(openai_api_key="k", offline=True).wants_model


@pytest.mark.parametrize("turns", [0, -1, 101])
def test_a_setting_out_of_range_is_named(turns: int) -> None:
    """One sentence with the setting's name, before anything starts."""
    with pytest.raises(ConfigError, match="max_turns"):
        Settings.load(max_turns=turns)


def test_settings_come_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    """The usual key names without, our own with the prefix."""
    monkeypatch.setenv("OPENAI_MODEL", "m")
    monkeypatch.setenv("OPENAI_BASE_URL", "http://127.0.0.1:9/v1/")
    monkeypatch.setenv("RESEARCH_AGENT_MAX_TURNS", "7")
    settings = Settings.load()
    settings.check_model()

    assert (settings.model_name, settings.max_turns) == ("m", 7)
