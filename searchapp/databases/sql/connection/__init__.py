"""SQL connections: engines, pools, errors of drivers."""
