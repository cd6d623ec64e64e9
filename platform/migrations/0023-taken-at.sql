-- When a channel says that it took the money, by its own clock, where that was plausible: a confirmation
-- that waited for the network tells it. Only people read it; the time of the transition is `at`.
alter table payment_transitions add column taken_at timestamptz;
