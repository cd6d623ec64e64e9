"""FastAPI, on uvicorn."""

import os

import uvicorn
from fastapi import FastAPI
from records import partner

from wasl_partner_kit.adapters.fastapi import mount_on_fastapi

app = FastAPI()
mount_on_fastapi(app, "/payments", partner)
uvicorn.run(app, port=int(os.environ["PORT"]), log_level="warning")
