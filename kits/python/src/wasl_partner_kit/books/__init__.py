"""Whole books side by side: yours and the platform's."""
