"""Regular expressions that are compiled when they are first used: a command needs few of all that there are."""

import re
from typing import Any, AnyStr, cast


class _Regex:
    """Gets each attribute of the compiled expression when it is first asked for."""

    def __init__(self, *said: Any) -> None:
        self._said = said

    def __getattr__(self, name: str) -> Any:
        self.__dict__[name] = value = getattr(re.compile(*self._said), name)
        return value


def regex(text: AnyStr, flags: int = 0) -> re.Pattern[AnyStr]:
    return cast(re.Pattern[AnyStr], _Regex(text, flags))
