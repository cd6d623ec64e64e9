-- A threshold counts refunds together (D35): those of a payment, and those that one person made in a day
-- without a second one.

alter table refunds
  -- The persons behind who asked for it (D34); null for a refund from before, which has its name alone.
  add column requested_behind text[];

-- The refunds of a day that nobody approved.
create index refunds_made_alone on refunds (made_at)
where made_at is not null and approved_by is null;
