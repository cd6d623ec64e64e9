"""The platform's partner APIs: payment status, lists, static QR codes."""
