-- What a draft would do to the book: asked for, run by a process of its own, and kept with its rows.
create table impacts (
  id text collate "C" primary key,
  insurer_id text collate "C" not null references accounts,
  livemode boolean not null,
  product_id text collate "C" not null,
  -- The draft, its content, and what was on sale when it was asked for.
  product_version_id text collate "C" not null,
  content_hash text not null,
  live_version_id text collate "C",
  scope jsonb not null,
  groupings jsonb not null,
  today date not null,
  state text not null check (state in ('queued', 'running', 'done', 'failed', 'stopped')),
  -- How far it has come: all after this place is still to be priced, all before it is in the tally.
  total bigint,
  done bigint not null,
  place text collate "C",
  tally jsonb,
  result jsonb,
  failure text,
  created_at timestamptz not null,
  started_at timestamptz,
  finished_at timestamptz
);
create index impacts_to_run on impacts (id) where state in ('queued', 'running');
create index impacts_by_product on impacts (product_id, id);

-- Every policy with its price before and after, some thousand in a row, as compressed CSV.
create table impact_rows (
  impact_id text collate "C" not null references impacts on delete cascade,
  number integer not null,
  lines bytea not null,
  primary key (impact_id, number)
);
