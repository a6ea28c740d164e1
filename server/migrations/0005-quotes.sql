-- A quote keeps its input and its pricing revision, so that its price can be explained for ever.
-- It refers to immutable records only and is written at a high rate: no foreign keys, one index.
create table quotes (
  id text collate "C" primary key,
  secret_hash bytea not null,
  livemode boolean not null,
  insurer_id text collate "C" not null,
  distributor_id text collate "C" not null,
  product_id text collate "C" not null,
  product_version_id text collate "C" not null,
  item_id text collate "C" not null,
  plan_id text collate "C" not null,
  integration_id text collate "C" not null,
  integration_version_id text collate "C" not null,
  pricing_logic_id text collate "C" not null,
  pricing_revision_id text collate "C" not null,
  customer_input jsonb not null,
  -- The dataset items that stood in the input, as they were: id to values. Null when there were none.
  dataset_items jsonb,
  premium jsonb not null,
  gross_payment_amount bigint not null,
  currency text not null,
  quoted_on date not null,
  duration_strategy text not null,
  start_day date not null,
  -- The last day of cover; null when the end is open.
  end_day date,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
