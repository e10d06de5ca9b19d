"""Settings of JupyterLab in the environment that setup.sh makes."""

import os
import sys

c = get_config()  # noqa: F821

# New notebooks are in Go.
c.MappingKernelManager.default_kernel_name = "focal"

# Who made the environment as root, as in a container, means to start it so.
c.ServerApp.allow_root = os.stat(sys.prefix).st_uid == 0
