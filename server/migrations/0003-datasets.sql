-- Reference data that front ends offer and that pricing reads. An item that leaves its dataset is
-- kept, because policies were sold with it.
create table datasets (
  id text collate "C" primary key,
  account_id text collate "C" not null references accounts,
  key text not null,
  name text not null,
  languages text[] not null,
  access text not null check (access in ('public', 'locked')),
  key_field text not null,
  fields jsonb not null,
  content_hash text,
  created_at timestamptz not null,
  unique (account_id, key)
);

create table dataset_items (
  id text collate "C" primary key,
  dataset_id text collate "C" not null references datasets,
  key text not null,
  position integer not null,
  -- The values common to all languages, and per language those that differ.
  item_values jsonb not null,
  translations jsonb not null,
  removed_at timestamptz,
  unique (dataset_id, key)
);
