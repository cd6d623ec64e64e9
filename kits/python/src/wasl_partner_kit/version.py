"""The version of the kit, which every request of the client names."""

__version__ = "0.1.0"
