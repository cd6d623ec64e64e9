"""A partner on FastAPI. Its API URL ends with /payments."""

import os

import uvicorn
from fastapi import FastAPI
from shop import partner
from wasl_partner_kit.adapters.fastapi import mount_on_fastapi

app = FastAPI()
mount_on_fastapi(app, "/payments", partner)


@app.get("/")
async def home():
    return "The shop is open."


if __name__ == "__main__":
    uvicorn.run(app, port=int(os.environ.get("PORT", "3000")))
