-- What proves that events and the audit log are as they were written: chains of hashes, one for each
-- insurer and mode, carried on off everybody's path.
create table evidence_chains (
  id integer generated always as identity primary key,
  insurer_id text collate "C" not null,
  livemode boolean not null,
  -- Where it ends.
  number bigint not null,
  hash bytea not null,
  unique (insurer_id, livemode)
);

create table evidence_links (
  chain_id integer not null references evidence_chains,
  number bigint not null,
  kind text not null check (kind in ('event', 'audit')),
  record_id text collate "C" not null,
  -- Dropped with the content that it was made for; the commitment stays and says nothing then.
  salt bytea,
  commitment bytea not null,
  hash bytea not null,
  primary key (chain_id, number)
);
create index evidence_links_by_record on evidence_links (record_id);

-- Up to where in the feed events are chained: one row, locked by whoever carries the chains on.
create table evidence_end (
  is_only boolean primary key default true check (is_only),
  position bigint not null
);
insert into evidence_end (position) values (0);

-- Entries of the audit log that no chain has yet.
create table unchained_audit (entry_id text collate "C" primary key);
insert into unchained_audit (entry_id) select id from audit_entries;

create function leave_to_chain() returns trigger language plpgsql as $$
begin
  insert into unchained_audit (entry_id) values (new.id);
  return null;
end $$;
create trigger audit_entries_are_chained after insert on audit_entries for each row
  execute function leave_to_chain();
