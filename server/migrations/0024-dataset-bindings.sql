-- A product version is bound to the content of the datasets in its folder, so that pushing a draft
-- moves no live price, and publishing and rolling back switch both together. A content is the items
-- and all that is said of them; a dataset only points to what is live and to what was brought last.
alter table dataset_contents
  add column name text,
  add column languages text[],
  add column access text check (access in ('public', 'locked')),
  add column key_field text,
  add column fields jsonb;
update dataset_contents set name = datasets.name, languages = datasets.languages,
  access = datasets.access, key_field = datasets.key_field, fields = datasets.fields
from datasets where datasets.id = dataset_id;
alter table dataset_contents
  alter column name set not null,
  alter column languages set not null,
  alter column access set not null,
  alter column key_field set not null,
  alter column fields set not null;
create index dataset_contents_alike on dataset_contents (dataset_id, content_hash);

alter table datasets
  drop column name,
  drop column languages,
  drop column access,
  drop column key_field,
  drop column fields,
  -- Whose folder it came with. Without one it was imported on its own, and is shared.
  add column product_id text collate "C" references products,
  -- The items that are known by their keys are in here or among those that left.
  add column newest_content_id integer references dataset_contents;
update datasets set newest_content_id = content_id;

create table dataset_bindings (
  product_version_id text collate "C" not null references product_versions,
  dataset_id text collate "C" not null references datasets,
  content_id integer not null references dataset_contents,
  primary key (product_version_id, dataset_id)
);
create index dataset_bindings_content on dataset_bindings (content_id);

-- Of several products with the same key, the one that was pushed last brought what is there.
with named as (
  select v.id as version_id, p.id as product_id, d.id as dataset_id, d.content_id, v.created_at
  from product_versions v join products p on p.id = v.product_id
  cross join jsonb_array_elements(coalesce(v.definition -> 'datasets', '[]')) as entry
  join datasets d on d.account_id = p.insurer_id and d.key = entry ->> 'key'
  where d.content_id is not null
), bound as (
  insert into dataset_bindings (product_version_id, dataset_id, content_id)
  select version_id, dataset_id, content_id from named
)
update datasets set product_id = owner.product_id
from (
  select distinct on (dataset_id) dataset_id, product_id from named
  order by dataset_id, created_at desc, version_id desc
) as owner
where owner.dataset_id = datasets.id;

create trigger dataset_bindings_never_change before update or delete on dataset_bindings
  for each row execute function refuse_change();

create function refuse_change_of_bound() returns trigger language plpgsql as $$
begin
  if exists (select from dataset_bindings where content_id = old.id) then
    raise exception 'product versions are bound to content %: it stays as it is', old.id
      using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger dataset_contents_bound_never_change before update on dataset_contents for each row
  when (to_jsonb(old) is distinct from to_jsonb(new)) execute function refuse_change_of_bound();

-- Items by their ids, in one round trip: as a product version has them, where it is bound to their
-- dataset, and live otherwise.
drop function find_dataset_items(text[]);
create function find_dataset_items(ids text[], version text)
  returns table (id text, content_id integer, item_values json, translations json)
  language plpgsql stable as $$
declare
  home record;
begin
  for home in
    select coalesce(b.content_id, d.content_id) as content_id
    from datasets d left join dataset_bindings b
      on b.product_version_id = version and b.dataset_id = d.id
    where coalesce(b.content_id, d.content_id) is not null and d.id in (
      select i.dataset_id from dataset_imports i
      where i.stamp in (select substr(one, 5, 12) from unnest(ids) as one))
  loop
    return query execute format(
      'select id, %1$s, item_values, translations from dataset_content_%1$s where id = any ($1)',
      home.content_id) using ids;
  end loop;
end
$$;

-- Which literals stand in their datasets, as a product version has them: see 0012, which this follows.
drop function find_dataset_literals(jsonb, integer);
create function find_dataset_literals(groups jsonb, version text, indexed_items_min integer)
  returns table (nth integer, found text, unserved text)
  language plpgsql stable set enable_seqscan = off as $$
declare
  asked record;
  holder record;
  conditions text[];
  gaps text[];
begin
  for asked in
    select (part.ordinality - 1)::integer as nth, part.value ->> 'field' as field,
      array(select jsonb_array_elements_text(part.value -> 'exact')) as exact,
      array(select jsonb_array_elements_text(part.value -> 'begun')) as begun,
      array(select jsonb_array_elements_text(part.value -> 'folded')) as folded,
      array(select jsonb_array_elements_text(part.value -> 'numbers')::double precision) as numbers,
      key_field, dataset_contents.id as content_id, layout, items >= indexed_items_min as is_large
    from jsonb_array_elements(groups) with ordinality as part (value, ordinality)
    join datasets on datasets.id = part.value ->> 'dataset'
    left join dataset_bindings on product_version_id = version and dataset_id = datasets.id
    join dataset_contents
      on dataset_contents.id = coalesce(dataset_bindings.content_id, datasets.content_id)
  loop
    conditions := '{}';
    gaps := '{}';
    if asked.field = asked.key_field then
      conditions := array['key = asked.exact'];
    else
      for holder in
        select stem, type from jsonb_to_recordset(asked.layout -> 'columns')
          as one (field text, type text, stem text)
        where asked.field is null or one.field = asked.field
      loop
        conditions := conditions || case holder.type
          when 'number' then format('%I = asked.number', holder.stem || '_n')
          else format('%I = asked.folded and %I = asked.begun', holder.stem || '_s', holder.stem || '_t')
        end;
        if asked.is_large and not exists (
          select from pg_index
          join pg_class on pg_class.oid = indexrelid
          join pg_am on pg_am.oid = relam and amname = 'btree'
          join pg_attribute on attrelid = indrelid and attnum = indkey[0]
          where indrelid = format('dataset_content_%s', asked.content_id)::regclass and indisvalid
            and attname = holder.stem || case holder.type when 'number' then '_n' else '_s' end)
        then
          gaps := gaps || holder.stem;
        end if;
      end loop;
      -- A hidden field has no columns; its index is on the values themselves.
      if conditions = '{}' and asked.field is not null then
        conditions := array[format(
          'left(item_values ->> %1$L, 400) = left(asked.exact, 400) and item_values ->> %1$L = asked.exact',
          asked.field)];
        if asked.is_large and not exists (
          select from dataset_indexes where dataset_indexes.content_id = asked.content_id
            and shape::jsonb @> jsonb_build_object('kind', 'value', 'equal', jsonb_build_array(asked.field)))
        then
          gaps := array[''];
        end if;
      end if;
    end if;
    if gaps <> '{}' then
      return query select asked.nth, null::text, gap from unnest(gaps) as gap;
    elsif conditions <> '{}' then
      return query execute format(
        'select %s, asked.exact, null::text from unnest($1, $2, $3, $4)
           as asked (exact, begun, folded, number)
         where exists (select from dataset_content_%s where (%s))',
        asked.nth, asked.content_id, array_to_string(conditions, ') or ('))
        using asked.exact, asked.begun, asked.folded, asked.numbers;
    end if;
  end loop;
end
$$;
