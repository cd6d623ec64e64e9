-- One live bag for each seal of a channel, and one bag for each number of a slip (D38).

-- What must be unique, without case: null once the bag is banked, without a seal or slip, and for the
-- second of two that were already there.
alter table deposits add column live_seal text, add column slip_key text;

update deposits
set live_seal = lower(bag)
where status <> 'banked' and bag is not null and not exists (
  select from deposits as earlier
  where earlier.channel_id = deposits.channel_id and lower(earlier.bag) = lower(deposits.bag)
    and earlier.status <> 'banked' and earlier.deposit_id < deposits.deposit_id
);

update deposits
set slip_key = lower(slip)
where slip is not null and not exists (
  select from deposits as earlier
  where lower(earlier.slip) = lower(deposits.slip) and earlier.deposit_id < deposits.deposit_id
);

create unique index deposits_live_seal on deposits (channel_id, live_seal);

create unique index deposits_slip on deposits (slip_key);

comment on column deposits.live_seal is
  'The number of the seal, without case, while the bag is not banked: one bag of a channel has it.';
comment on column deposits.slip_key is 'The number of the slip, without case: one bag has it.';
