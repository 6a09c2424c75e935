"""Keys and addresses of outside services, as they are set."""

from urllib.parse import urlsplit

from pydantic import SecretStr

from research_agent.errors import ConfigError

__all__ = ["base_url", "plain_key"]


def plain_key(key: SecretStr | None) -> str:
    """Return a key's value without the space around it; empty when none is set."""
    return key.get_secret_value().strip() if key else ""


def base_url(setting: str, url: str | None, standard: str) -> str:
    """Return the address that is set, else the service's own.

    Args:
        setting: Its name, for the message.
        url: As set.
        standard: Of the service; also the example in the message.

    Raises:
        ConfigError: It is no http(s) address.
    """
    parts = urlsplit(url or standard)
    if parts.scheme not in {"http", "https"} or not parts.netloc:
        raise ConfigError(f"{setting} must be an address such as {standard}.")
    return url or standard
