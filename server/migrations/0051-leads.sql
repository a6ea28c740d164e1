-- Sales that customers have begun and saved, to go on later. What they entered is sealed, and dropped
-- when the lead expires.
create table leads (
  id text collate "C" primary key,
  secret_hash bytea not null,
  livemode boolean not null,
  insurer_id text collate "C" not null,
  distributor_id text collate "C" not null,
  product_id text collate "C" not null,
  item_id text collate "C" not null,
  integration_id text collate "C" not null,
  integration_version_id text collate "C" not null,
  state text not null check (state in ('open', 'expired')),
  ring_key_id text,
  sealed_key bytea,
  sealed_data bytea,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  check ((state = 'open') = (sealed_data is not null)),
  check ((sealed_data is null) = (sealed_key is null)),
  check ((sealed_data is null) = (ring_key_id is null))
);
create index leads_by_insurer on leads (insurer_id, livemode, id);
create index leads_by_product on leads (insurer_id, livemode, product_id, id);
create index leads_by_distributor on leads (insurer_id, livemode, distributor_id, id);
create index leads_that_may_expire on leads (expires_at) where state = 'open';
create index leads_by_ring_key on leads (ring_key_id) where state = 'open';

-- By a hash, because what others send there may be long.
create index policies_by_sales_lead on policies using hash (sales_lead_id)
  where sales_lead_id is not null;
