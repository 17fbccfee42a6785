"""What the layers between the server and the application have in common."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

__all__ = ["BODY", "GONE", "RECEIVE", "Application", "Message", "Receive", "Scope", "Send"]

Scope = dict[str, Any]
Message = dict[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
#: Something that answers requests: scope, what the client sends, and what is sent to it.
Application = Callable[[Scope, Receive, Send], Awaitable[None]]

#: Where a request's scope has its body, as a file; nothing: it has none.
BODY = "pyramid.body"
#: Where it has an event that is set when the reader of a stream has gone.
GONE = "pyramid.gone"
#: Where it has what the client sends; before an answer has begun this tells that it has gone.
RECEIVE = "pyramid.receive"
