"""The reconciler: compares the partner's records with the platform's, within the quota (section
8)."""
