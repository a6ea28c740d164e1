-- A person accepts a difference of the reconciliation as known.
create table accepted_differences (
  item_id text collate "C" primary key references reconciliation_items(id) on delete cascade,
  accepted bigint not null,
  reason text not null check (reason <> ''),
  accepted_by text collate "C" not null,
  accepted_at timestamptz not null
);
comment on table accepted_differences is
  'Differences of the reconciliation that a person has accepted as known.';
comment on column accepted_differences.accepted is
  'The difference that was accepted, in minor units. It counts as long as that is still the difference.';
comment on column accepted_differences.accepted_by is 'The person or the key.';
