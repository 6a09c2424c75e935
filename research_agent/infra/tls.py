"""The TLS settings of this process's own HTTP clients."""

import ssl
from functools import cache

__all__ = ["tls_context"]


@cache
def tls_context() -> ssl.SSLContext:
    """Return settings that trust the usual authorities; ~30 ms to build, so all clients share them."""
    import certifi

    return ssl.create_default_context(cafile=certifi.where())
