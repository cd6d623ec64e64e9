-- What a partner's or a channel's API key may do (D29, W162). Null: all that such keys may, as every key
-- of an earlier release.
alter table partner_api_keys
  add column permissions text[] check (cardinality(permissions) > 0);

alter table channel_api_keys
  add column permissions text[] check (cardinality(permissions) > 0);
