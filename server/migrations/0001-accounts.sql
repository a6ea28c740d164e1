-- Who uses the platform, and the keys they show. Only hashes of credentials are kept.
create table accounts (
  id text collate "C" primary key,
  kind text not null check (kind in ('insurer', 'distributor')),
  key text not null unique,
  name text not null,
  created_at timestamptz not null
);

create table api_keys (
  id text collate "C" primary key,
  account_id text collate "C" not null references accounts,
  kind text not null check (kind in ('public', 'secret')),
  livemode boolean not null,
  name text not null,
  hash bytea not null unique,
  hint text not null,
  created_at timestamptz not null,
  last_used_on date,
  expires_at timestamptz,
  revoked_at timestamptz
);
create index api_keys_by_account on api_keys (account_id);

create table access_tokens (
  id text collate "C" primary key,
  account_id text collate "C" not null references accounts,
  name text not null,
  hash bytea not null unique,
  created_at timestamptz not null,
  revoked_at timestamptz
);
