"""What travels between the platform and the partner: text, money, times, and their rules."""
