"""A partner on Django, as a project in one file. Its API URL ends with API_PATH."""

import os
import sys

from django.conf import settings
from django.core.management import execute_from_command_line
from django.http import HttpResponse
from django.urls import path, re_path
from shop import partner
from wasl_partner_kit.adapters.django import django_view

settings.configure(
    ALLOWED_HOSTS=["127.0.0.1"],
    SECRET_KEY=os.environ.get("DJANGO_SECRET_KEY", "for development only"),
    ROOT_URLCONF=__name__,
    MIDDLEWARE=["django.middleware.common.CommonMiddleware"],
)

API_PATH = os.environ.get("API_PATH", "/payments")

# In your project, write into urls.py: re_path(r"^payments/", django_view(partner, "/payments")).
urlpatterns = [
    path("", lambda _request: HttpResponse("The shop is open.")),
    re_path(f"^{API_PATH}/".replace("^/", "^"), django_view(partner, API_PATH)),
]

if __name__ == "__main__":
    address = f"127.0.0.1:{os.environ.get('PORT', '3000')}"
    execute_from_command_line([sys.argv[0], "runserver", "--noreload", address])
