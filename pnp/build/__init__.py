"""The whole way from files to what is written, and the one place that knows of caches and processes."""

import signal

# Signals that ask a process to end: Ctrl+C, a supervisor, a terminal that was closed, Ctrl+Break on Windows.
END_SIGNALS = tuple(
    signal.Signals(getattr(signal, name))
    for name in ("SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK")
    if hasattr(signal, name)
)
