"""What the platform signs: receipts (COSE) and manifests of statements (JWS), verified offline."""
