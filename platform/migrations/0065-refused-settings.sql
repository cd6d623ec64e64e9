-- A change of a setting that waits for its second person is refused, or taken back (W232).
alter table setting_requests add column refused_by text;
