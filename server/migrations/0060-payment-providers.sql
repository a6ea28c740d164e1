-- Payment providers that insurers declare under names of their own, such as `zurich_invoice`. They
-- collect outside of the platform, as `invoice` does.
create table payment_providers (
  insurer_id text collate "C" not null references accounts,
  name text collate "C" not null,
  methods text[] not null check (cardinality(methods) > 0),
  created_at timestamptz not null,
  primary key (insurer_id, name)
);
