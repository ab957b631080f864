"""A cluster of dask in a process of its own: `python tests/local_cluster.py` says its address, and ends with its input.

Dask leaves threads behind, beside which processes aren't copied any more: not in the one that runs the tests. With
`tls` behind it, the cluster has the certificates of dask's configuration.
"""

import sys

if __name__ == "__main__":
    from distributed import LocalCluster, Security

    options = {"dashboard_address": ":0", "silence_logs": 50, "host": "127.0.0.1"}
    if sys.argv[1:]:
        options |= {"protocol": f"{sys.argv[1]}://", "security": Security()}
    with LocalCluster(n_workers=2, threads_per_worker=2, processes=True, **options) as cluster:
        print(cluster.scheduler_address, flush=True)
        sys.stdin.read()
