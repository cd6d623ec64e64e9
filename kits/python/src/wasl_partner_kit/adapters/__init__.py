"""Adapters: WSGI, ASGI, Django, Flask, FastAPI and Starlette, and a server for development."""
