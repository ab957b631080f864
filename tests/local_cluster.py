"""A cluster of dask in a process of its own: `python tests/local_cluster.py` says its address, and ends with its input.

Dask leaves threads behind, beside which processes aren't copied any more: not in the one that runs the tests.
"""

import sys

if __name__ == "__main__":
    from distributed import LocalCluster

    options = {"dashboard_address": ":0", "silence_logs": 50, "host": "127.0.0.1"}
    with LocalCluster(n_workers=2, threads_per_worker=2, processes=True, **options) as cluster:
        print(cluster.scheduler_address, flush=True)
        sys.stdin.read()
