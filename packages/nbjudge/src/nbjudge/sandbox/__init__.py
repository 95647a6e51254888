"""Where judge and worker run: bubblewrap, namespaces, a seccomp filter, limits.

It trusts the kernel and bubblewrap, and nothing that runs inside.
"""
