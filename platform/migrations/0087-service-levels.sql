-- What the objectives of the service count (W278), beside how partners answer. Of a partner: its events, by whether they
-- were acknowledged in time. Of partner 0, the platform: its own answers to channels and partners.
alter table partner_calls drop constraint partner_calls_call_check;

alter table partner_calls add constraint partner_calls_call_check
  check (call in ('lookup', 'webhook', 'prompt', 'open', 'confirm', 'status'));
