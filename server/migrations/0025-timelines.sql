-- A version is what a policy is on every day of its life: the terms that were sold, the days on which
-- data and price stand still and, once it is cancelled, how it ends. All that is written once; a
-- version's state moves. Policies from before get theirs by the same code that makes new ones, when
-- they are first touched or in batches: until then their versions have no terms.
create table policy_contents (
  id text collate "C" primary key,
  policy_id text collate "C" not null references policies,
  first_name text not null,
  last_name text not null,
  email text not null,
  data jsonb not null,
  -- When what it says of a person was blanked.
  blanked_at timestamptz
);

create table policy_segments (
  version_id text collate "C" not null references policy_versions,
  -- It lasts until the next one begins, so no two can overlap.
  first_day date not null,
  policy_id text collate "C" not null,
  kind text not null check (kind in ('cover', 'gap', 'suspended', 'ended')),
  quote_id text collate "C" not null,
  content_id text collate "C" not null references policy_contents,
  -- Of one whole billing period, in minor units.
  payment bigint not null check (payment >= 0),
  tax bigint not null check (tax >= 0),
  fee bigint not null check (fee >= 0),
  commission bigint not null check (commission >= 0),
  primary key (version_id, first_day)
);

alter table policy_versions
  -- The offer is 1, and every version that became active counts on from the one it was made on.
  add column number integer,
  add column based_on text collate "C" references policy_versions,
  -- From which day on it counts.
  add column effective_day date,
  add column ordered_by text collate "C",
  add column terms jsonb,
  add column ending jsonb,
  drop constraint policy_versions_kind_check,
  add constraint policy_versions_kind_check check
    (kind in ('offer', 'change', 'cancellation', 'lapse', 'reinstatement', 'renewal')),
  drop constraint policy_versions_state_check,
  add constraint policy_versions_state_check check
    (state in ('processing', 'proposed', 'active', 'superseded', 'preempted', 'lapsed', 'failed'));
update policy_versions v set number = case v.kind when 'offer' then 1 else 2 end,
  based_on = case v.kind when 'offer' then null else
    (select o.id from policy_versions o where o.policy_id = v.policy_id and o.kind = 'offer') end,
  effective_day = case v.kind when 'offer' then p.start_day
    else (v.change ->> 'termination_date')::date + 1 end
from policies p where p.id = v.policy_id;
alter table policy_versions
  alter column number set not null,
  alter column effective_day set not null,
  add constraint policy_versions_based_on_another check ((kind = 'offer') = (based_on is null));

create unique index policy_versions_one_active on policy_versions (policy_id) where state = 'active';
create unique index policy_versions_one_proposed on policy_versions (policy_id) where state = 'proposed';
-- No two versions are made on the same one and both hold, or have held.
create unique index policy_versions_no_fork on policy_versions (policy_id, number)
  where state in ('active', 'superseded');

-- For the job that lays what is from before: empty once it is done.
create index policy_versions_to_lay on policy_versions (policy_id)
  where terms is null and state = 'active';

create trigger policy_versions_never_change before update on policy_versions for each row
  when (row(old.id, old.policy_id, old.kind, old.change, old.number, old.based_on,
        old.effective_day, old.ordered_by, old.created_at)
      is distinct from
      row(new.id, new.policy_id, new.kind, new.change, new.number, new.based_on,
        new.effective_day, new.ordered_by, new.created_at)
    or (old.terms is not null
      and row(old.terms, old.ending) is distinct from row(new.terms, new.ending)))
  execute function refuse_change();
create function refuse_move() returns trigger language plpgsql as $$
begin
  raise exception 'a % that is % does not become %', tg_argv[0], old.state, new.state
    using errcode = 'restrict_violation';
end $$;
create trigger policy_versions_move before update of state on policy_versions for each row
  when (old.state <> new.state and (old.state, new.state) not in (
    ('processing', 'active'), ('processing', 'proposed'), ('processing', 'failed'),
    ('proposed', 'active'), ('proposed', 'preempted'), ('proposed', 'lapsed'),
    ('active', 'superseded')))
  execute function refuse_move('version');
create trigger policy_versions_stay before delete on policy_versions for each row
  execute function refuse_change();
create trigger policy_segments_never_change before update or delete on policy_segments for each row
  execute function refuse_change();
create trigger policy_contents_never_change before update on policy_contents for each row
  when (old.blanked_at is not null or new.blanked_at is null
    or row(old.id, old.policy_id) is distinct from row(new.id, new.policy_id))
  execute function refuse_change();
create trigger policy_contents_stay before delete on policy_contents for each row
  execute function refuse_change();
