-- Checks of a partner's live integration (W152), with what they found so far. The newest runs are kept.
create table live_checks (
  partner_id integer not null,
  run_id uuid not null,
  started_at timestamptz not null,
  -- Null while it runs, and for ever if its process died.
  finished_at timestamptz,
  asked_by text not null,
  api_url text not null,
  webhook_url text not null,
  -- One that the partner named, to be looked up.
  reference text,
  results jsonb not null default '[]',
  primary key (partner_id, run_id)
);
