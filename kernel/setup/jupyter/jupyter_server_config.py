"""Settings of JupyterLab in the environment that setup.sh makes."""

import os
import sys

c = get_config()  # noqa: F821

# New notebooks are in Go.
c.MappingKernelManager.default_kernel_name = "focal"

# An environment made by root, as in a container, is meant to be started by root.
c.ServerApp.allow_root = os.stat(sys.prefix).st_uid == 0
