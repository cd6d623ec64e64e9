"""Django under WSGI, on the server of `manage.py runserver`, which gives only the decoded path."""

import os

import django_project  # noqa: F401
from django.core.management import call_command

call_command("runserver", f"127.0.0.1:{os.environ['PORT']}", "--noreload")
