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
FROM golang:1.26-bookworm

# Of what setup.sh needs, the one thing that the image lacks and an ordinary user
# may not install.
RUN apt-get update \
 && apt-get install -y --no-install-recommends python3-venv \
 && rm -rf /var/lib/apt/lists/* \
 && useradd --create-home --uid 1000 --shell /bin/bash focal \
 && install -d -o focal -g focal /home/focal/focal

USER focal
WORKDIR /home/focal/focal
COPY --chown=focal . .
RUN kernel/setup/setup.sh

ENV PATH=/home/focal/focal/.venv/bin:$PATH
EXPOSE 8888
CMD ["jupyter", "lab", "--ip=0.0.0.0", "--port=8888", "--no-browser", "--LabApp.default_url=/lab/tree/notebooks/01-quickstart.ipynb"]
