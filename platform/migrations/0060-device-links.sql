-- The operator lets a channel's first devices enrol by a link, before the channel has a supervisor who
-- could do it (W161). A link enrols one browser.

create table device_links (
  link_hash bytea primary key check (octet_length(link_hash) = 32),
  channel_id integer not null references channels,
  name text not null,
  -- Who made it: the device was enrolled by them.
  made_by text not null,
  created_at timestamptz not null default wasl_now(),
  expires_at timestamptz not null,
  ended_at timestamptz
);

alter table devices
  alter column enrolled_by drop not null,
  -- Of a device that a link enrolled: who made the link.
  add column enrolled_by_name text,
  add constraint devices_enrolled_by_somebody check (
    (enrolled_by is null) <> (enrolled_by_name is null)
  );
