-- The people of a channel who take money: at a counter, on the road. They belong to no partner, as their
-- channel.
create table agents (
  agent_id integer primary key generated always as identity,
  channel_id integer not null references channels,
  name text not null,
  status text not null default 'active' check (status in ('active', 'inactive')),
  created_at timestamptz not null default wasl_now()
);

create index agents_of_channel on agents (channel_id, agent_id);
