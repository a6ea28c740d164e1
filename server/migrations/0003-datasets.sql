-- Reference data that front ends offer and that pricing reads. The items of one import lie in a
-- table of their own, dataset_content_<id>: an import fills a new one and then points the dataset
-- to it, so that readers see the old content or the new one, whole.
create table datasets (
  id text collate "C" primary key,
  account_id text collate "C" not null references accounts,
  key text not null,
  name text not null,
  languages text[] not null,
  access text not null check (access in ('public', 'locked')),
  key_field text not null,
  fields jsonb not null,
  content_id integer,
  created_at timestamptz not null,
  unique (account_id, key)
);

create table dataset_contents (
  id integer generated always as identity primary key,
  dataset_id text collate "C" not null references datasets,
  -- Which columns hold which field in which language, and the collation of each language.
  layout jsonb not null,
  items integer not null default 0,
  content_hash text not null,
  created_at timestamptz not null default now(),
  -- Since when no dataset points to it. It is dropped once nobody can still be reading it.
  retired_at timestamptz
);
create index dataset_contents_retired on dataset_contents (retired_at) where retired_at is not null;
alter table datasets add foreign key (content_id) references dataset_contents;

-- The first twelve digits of an item's id are the moment of the import that brought it. No two
-- imports share one, so that an id leads to its dataset without a list of all items.
create table dataset_imports (
  stamp text collate "C" primary key,
  dataset_id text collate "C" not null references datasets
);

-- Indexes that were built because somebody searched or sorted that way.
create table dataset_indexes (
  content_id integer not null references dataset_contents on delete cascade,
  shape text not null,
  primary key (content_id, shape)
);

-- Items that left their dataset. They are no longer offered, but policies were sold with them, and
-- an item that comes back comes back under its old id.
create table removed_dataset_items (
  id text collate "C" primary key,
  dataset_id text collate "C" not null references datasets,
  key text collate "C" not null,
  item_values json not null,
  translations json not null,
  removed_at timestamptz not null,
  unique (dataset_id, key)
);

-- Items of any datasets by their ids, in one round trip.
create function find_dataset_items(ids text[])
  returns table (id text, dataset_id text, item_values json, translations json)
  language plpgsql stable as $$
declare
  home record;
begin
  for home in
    select d.id as dataset_id, d.content_id from datasets d
    where d.content_id is not null and d.id in (
      select i.dataset_id from dataset_imports i
      where i.stamp in (select substr(one, 5, 12) from unnest(ids) as one))
  loop
    return query execute format(
      'select id, %L::text, item_values, translations from dataset_content_%s where id = any ($1)',
      home.dataset_id, home.content_id) using ids;
  end loop;
end
$$;
