"""HAProxy and nginx, as they are installed on this machine, before a server of the tests."""

import os
import re
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from support.ports import free_port

STARTING = 15.0

HAPROXY = """
global
    maxconn 200
defaults
    mode http
    timeout connect 5s
    timeout client 30s
    timeout server 30s
    timeout tunnel 60s
    option forwardfor
frontend people
    bind 127.0.0.1:{port}
    http-request set-header X-Forwarded-Proto http
    default_backend stolik
backend stolik
    server one 127.0.0.1:{behind}
"""
NGINX = """
daemon off;
master_process off;
pid {folder}/nginx.pid;
error_log stderr;
events {{ worker_connections 200; }}
http {{
    access_log off;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    map $http_upgrade $connection_upgrade {{ default upgrade; "" close; }}
    server {{
        listen 127.0.0.1:{port};
        location / {{
            proxy_pass http://127.0.0.1:{behind};
            proxy_http_version 1.1;
            proxy_set_header Host $http_host;
            proxy_set_header Upgrade $http_upgrade;
            proxy_set_header Connection $connection_upgrade;
            proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
            proxy_set_header X-Forwarded-Proto $scheme;
        }}
    }}
}}
"""
CONFIGURATIONS = {"haproxy": HAPROXY, "nginx": NGINX}


def program(name: str) -> str:
    """Where it is; the test is skipped where there is none."""
    found = shutil.which(name, path=os.pathsep.join((os.environ.get("PATH", ""), "/usr/sbin", "/usr/local/sbin")))
    if found is None:
        pytest.skip(f"{name} is not installed (Debian: apt-get install {name})")
    return found


def documented(name: str, folder: Path, behind: int) -> tuple[str, int]:
    """The configuration that docs/hosts/run_a_server.md shows, with the addresses of this machine; and its port."""
    manual = (Path(__file__).parent.parent.parent / "docs/hosts/run_a_server.md").read_text("utf-8")
    shown = re.search(rf"```{name}\n(.*?)```", manual, re.DOTALL)
    assert shown is not None
    certificate, port = _certificate(folder), free_port()
    text = shown[1].replace("127.0.0.1:8000", f"127.0.0.1:{behind}").replace("443", f"127.0.0.1:{port}")
    text = text.replace(":127.0.0.1", "127.0.0.1")  # HAProxy's way to say: here, at any address
    text = re.sub(r"/etc/\S+?\.pem", str(certificate), text)
    if name == "nginx":
        before = NGINX.format(port=0, behind=0, folder=folder).partition("    map $http_upgrade")[0]
        text = before + text + "}\n"
    return text, port


def _certificate(folder: Path) -> Path:
    """For cards.example, by nobody: the key, and the certificate after it, in one file."""
    key, certificate, both = (folder / name for name in ("key.pem", "certificate.pem", "both.pem"))
    wanted = ["-subj", "/CN=cards.example", "-keyout", str(key), "-out", str(certificate)]
    subprocess.run(
        [program("openssl"), "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", *wanted],
        check=True,
        capture_output=True,
    )
    both.write_text(key.read_text() + certificate.read_text())
    return both


@contextmanager
def proxy(name: str, folder: Path, behind: int, *, as_documented: bool = False) -> Iterator[int]:
    """Its port; what it hears goes to the port `behind`."""
    path, port = program(name), free_port()
    folder = folder / f"{name}-{port}"
    folder.mkdir()
    file = folder / "configuration"
    text = CONFIGURATIONS[name].format(port=port, behind=behind, folder=folder)
    if as_documented:
        text, port = documented(name, folder, behind)
    file.write_text(text)
    command = [path, "-db", "-f", str(file)] if name == "haproxy" else [path, "-p", str(folder), "-c", str(file)]
    log = folder / "log"
    with log.open("wb") as out:
        process = subprocess.Popen(command, stdout=out, stderr=out)
    try:
        _wait(process, port, log)
        yield port
    finally:
        process.kill()
        process.wait()


def _wait(process: "subprocess.Popen[bytes]", port: int, log: Path) -> None:
    until = time.monotonic() + STARTING
    while time.monotonic() < until:
        assert process.poll() is None, log.read_text()
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.03)
    raise TimeoutError(f"the proxy did not start: {log.read_text()}")
