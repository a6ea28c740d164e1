-- What insurers sell. Versions, their files and pricing revisions are written once and never
-- changed; publishing only moves the pointer to the live one.
create table products (
  id text collate "C" primary key,
  insurer_id text collate "C" not null references accounts,
  key text not null,
  name text not null,
  live_version_id text collate "C",
  created_at timestamptz not null,
  unique (insurer_id, key)
);

create table product_versions (
  id text collate "C" primary key,
  product_id text collate "C" not null references products,
  number integer not null,
  content_hash text not null,
  definition jsonb not null,
  created_at timestamptz not null,
  published_at timestamptz,
  unique (product_id, number)
);
alter table products add foreign key (live_version_id) references product_versions;

create table file_contents (
  hash bytea primary key,
  content bytea not null
);

create table product_version_files (
  product_version_id text collate "C" not null references product_versions,
  path text not null,
  hash bytea not null references file_contents,
  primary key (product_version_id, path)
);

create table pricing_logics (
  id text collate "C" primary key,
  product_id text collate "C" not null references products,
  -- The folder of a sub product's own pricing, empty for the product's.
  prefix text not null,
  unique (product_id, prefix)
);

create table pricing_revisions (
  id text collate "C" primary key,
  pricing_logic_id text collate "C" not null references pricing_logics,
  content_hash text not null,
  kind text not null,
  state text not null check (state in ('preparing', 'ready', 'failed')),
  created_at timestamptz not null,
  unique (pricing_logic_id, content_hash)
);

create table items (
  id text collate "C" primary key,
  product_id text collate "C" not null references products,
  key text not null,
  unique (product_id, key)
);

create table product_version_items (
  product_version_id text collate "C" not null references product_versions,
  item_id text collate "C" not null references items,
  pricing_revision_id text collate "C" not null references pricing_revisions,
  primary key (product_version_id, item_id)
);

create table payment_plans (
  id text collate "C" primary key,
  product_id text collate "C" not null references products,
  key text not null,
  unique (product_id, key)
);

create table integrations (
  id text collate "C" primary key,
  product_id text collate "C" not null references products,
  distributor_id text collate "C" not null references accounts,
  key text not null,
  live_version_id text collate "C",
  unique (product_id, key)
);

create table integration_versions (
  id text collate "C" primary key,
  integration_id text collate "C" not null references integrations,
  number integer not null,
  content_hash text not null,
  definition jsonb not null,
  created_at timestamptz not null,
  published_at timestamptz,
  unique (integration_id, number)
);
alter table integrations add foreign key (live_version_id) references integration_versions;

-- Which version of each integration was pushed together with a product version.
create table product_version_integrations (
  product_version_id text collate "C" not null references product_versions,
  integration_version_id text collate "C" not null references integration_versions,
  primary key (product_version_id, integration_version_id)
);
