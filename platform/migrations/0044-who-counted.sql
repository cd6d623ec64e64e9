-- Who counted, where a user did: a supervisor decides no difference that the same person counted (D34).

alter table variances add column found_by_user integer;

comment on column variances.found_by_user is
  'The user of the channel who counted; null when its key did, and for what the operator found.';

-- What counts found of one agent, within the tolerance too.
create index variances_of_owner on variances (owner, variance_id);
