"""A Django project in one file, with the partner as a view and the store in its own database."""

import os

import django
from django.conf import settings

settings.configure(
    ALLOWED_HOSTS=["127.0.0.1"],
    SECRET_KEY="only for tests",
    ROOT_URLCONF="django_project",
    MIDDLEWARE=[
        "django.middleware.common.CommonMiddleware",
        "django.middleware.csrf.CsrfViewMiddleware",
    ],
    DATABASES={
        "default": {
            "ENGINE": "django.db.backends.sqlite3",
            "NAME": os.environ["DATA_FILE"],
            "OPTIONS": {"timeout": 20},
        }
    },
)
django.setup()

import records  # noqa: E402 -- the settings come first
from django.db import connection  # noqa: E402
from django.urls import re_path  # noqa: E402

from wasl_partner_kit import Partner  # noqa: E402
from wasl_partner_kit.adapters.django import django_view  # noqa: E402
from wasl_partner_kit.stores.django import DjangoStore  # noqa: E402


class InDjango:
    """Django's connection with the one method of sqlite3's that the shop uses."""

    def execute(self, statement, values):
        cursor = connection.cursor()
        cursor.execute(statement.replace("?", "%s"), values)
        return cursor


def mark_paid(event, context):
    records.mark_paid(event, type("Context", (), {"transaction": InDjango()}))


partner = Partner(
    api_secret=records.secrets("API_SECRET"),
    hmac_secret=records.secrets("HMAC_SECRET"),
    lookup=records.lookup,
    on_success=mark_paid,
    store=DjangoStore(),
)

urlpatterns = [re_path(r"^payments/", django_view(partner, "/payments"))]
