# JupyterLab with both kernels, opening on the quickstart:
#
#   docker build -t focal .
#   docker run --rm --init -p 127.0.0.1:8888:8888 focal
#
# Then open the address that it prints. The container forgets its files when it
# ends. To keep notebooks and results, give it a folder of yours, which the user
# with id 1000 must be able to write:
#
#   docker run --rm --init -p 127.0.0.1:8888:8888 -v "$PWD/study:/home/focal/focal/study" focal
#
# Notebooks there find the project as those in notebooks/ do.
#
# Binder builds this file too. It wants a base image with a version; a user whose
# name and id it gives as NB_USER and NB_UID (jovyan, 1000), who is not root and
# owns home and checkout; jupyter-lab and jupyter-notebook on the PATH; and no
# ENTRYPOINT, for it replaces the command by one of its own.
#
# .devcontainer builds only the first stage and sets up the folder that it mounts.
FROM golang:1.26-bookworm AS tools

ARG NB_USER=focal
ARG NB_UID=1000

# Of what setup.sh needs, the one thing that the image lacks and an ordinary user
# may not install.
RUN apt-get update \
 && apt-get install -y --no-install-recommends python3-venv \
 && rm -rf /var/lib/apt/lists/* \
 && useradd --create-home --uid ${NB_UID} --user-group --shell /bin/bash ${NB_USER} \
 && install -d -o ${NB_USER} -g ${NB_USER} /home/${NB_USER}/focal

ENV USER=${NB_USER} NB_UID=${NB_UID} HOME=/home/${NB_USER}
USER ${NB_UID}
WORKDIR ${HOME}/focal

FROM tools

COPY --chown=${USER}:${USER} . .
RUN kernel/setup/setup.sh --gonb \
 && .venv/bin/python -m pip install --no-cache-dir --disable-pip-version-check notebook==7.6.5 -c kernel/setup/requirements.txt -c kernel/setup/constraints.txt

ENV PATH=${HOME}/focal/.venv/bin:${PATH}
EXPOSE 8888
CMD ["jupyter", "lab", "--ip=0.0.0.0", "--port=8888", "--no-browser", "--LabApp.default_url=/lab/tree/notebooks/01-quickstart.ipynb"]
