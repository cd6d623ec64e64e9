-- What a person is told about their own account, and owners about their organisation's (D34, W180): a new
-- passkey, password, link or key. Shown at the next sign-in, and sent by e-mail where the person has an
-- address and the platform a mail server. The table belongs to no partner, as users do not.
create table security_notices (
  notice_id bigint primary key generated always as identity,
  user_id integer not null references users,
  -- The act, as the audit log names it.
  kind text not null,
  made_at timestamptz not null default wasl_now(),
  -- Who did it, as the audit log names them.
  by_id text,
  by_name text not null,
  -- The user or the key that it is about, and its name.
  subject text not null,
  subject_name text not null,
  seen_at timestamptz,
  -- The next attempt to send it; null when it was sent, given up, or has no address.
  email_due_at timestamptz,
  email_attempts integer not null default 0
);

create index security_notices_of_user on security_notices (user_id, notice_id);

create index security_notices_due on security_notices (email_due_at) where email_due_at is not null;
