"""Processes and caches: what a build is made with, not what it is."""

import signal

# Signals that ask a process to end: Ctrl+C, a supervisor, a terminal that was closed, Ctrl+Break on Windows.
END_SIGNALS = tuple(
    signal.Signals(getattr(signal, name))
    for name in ("SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK")
    if hasattr(signal, name)
)
