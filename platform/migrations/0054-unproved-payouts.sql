-- The payouts that the bank was asked for and no bank line proves: few of all, and compared with each new
-- line (D37).
create index payouts_unproved on payouts (payout_id)
where bank_line_id is null and batch_id is not null and status in ('instructed', 'paid');
