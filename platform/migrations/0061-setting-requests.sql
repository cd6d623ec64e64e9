-- What waits for a second person is listed (W227): with the operation that confirms it, and the values that
-- it replaces. What waited before is in another form, so it is asked for again.
update setting_requests set ended_at = wasl_now() where ended_at is null;

alter table setting_requests
  -- The operation by which another person says the same; null of rows before this.
  add column operation text,
  -- The values of the fields when it was asked for.
  add column was jsonb;
