-- Partners are tested before they are paid (D40). Those made before this rule are live; the platform makes
-- new ones as testing.

alter table partners
add column state text not null default 'live' check (state in ('testing', 'live', 'paused'));

-- A test channel is paid to by nobody real: it takes payments for testing partners alone.
alter table channels
add column is_test boolean not null default false;
