"""Django under ASGI, on uvicorn."""

import os

import django_project  # noqa: F401
import uvicorn
from django.core.asgi import get_asgi_application

port = int(os.environ["PORT"])
uvicorn.run(get_asgi_application(), port=port, log_level="warning", lifespan="off")
