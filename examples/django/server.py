"""A partner on Django, as a project in one file. Its API URL ends with /payments."""

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

# In your project, the second line goes into urls.py. A reference may contain slashes.
urlpatterns = [
    path("", lambda _request: HttpResponse("The shop is open.")),
    re_path(r"^payments/", django_view(partner, "/payments")),
]

if __name__ == "__main__":
    address = f"127.0.0.1:{os.environ.get('PORT', '3000')}"
    execute_from_command_line([sys.argv[0], "runserver", "--noreload", address])
