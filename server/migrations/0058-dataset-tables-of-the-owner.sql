-- What a dataset holds has a table of its own, made at run time. Whichever role serves asks for it here:
-- so it belongs to the owner of the database, every role that is let serve can use, index and drop it, and
-- none of them needs to create anything itself.

create function create_dataset_content(content_id bigint, columns json, storage text)
returns void
language plpgsql
security definer set search_path to public, pg_temp set standard_conforming_strings to on
as $$
declare
  definitions text;
  serving text;
begin
  if storage !~ '^[a-z_]+ = [0-9.]+(, [a-z_]+ = [0-9.]+)*$' or exists (
    select from json_to_recordset(columns) as given(name text, type text)
    where type in ('text', 'integer', 'json', 'double precision') is not true)
  then
    raise exception 'a dataset is not kept as % with %', columns, storage;
  end if;
  select string_agg(
    format('%I %s', name, type || case type when 'text' then ' collate "C"' else '' end), ', '
    order by place)
  into definitions
  from rows from (json_to_recordset(columns) as (name text, type text))
    with ordinality as given(name, type, place);
  execute format('create table %I (%s) with (%s)', 'dataset_content_' || content_id, definitions, storage);
  -- Who may add to the list of contents is let serve.
  for serving in
    select distinct pg_get_userbyid(grantee)
    from pg_class, aclexplode(relacl)
    where oid = 'dataset_contents'::regclass and privilege_type = 'INSERT'
      and grantee <> 0 and grantee <> relowner
  loop
    execute format('grant all on table %I to %I', 'dataset_content_' || content_id, serving);
  end loop;
end
$$;

create function index_dataset_content(
  content_id bigint, index_name text, definition text, is_unique boolean)
returns void
language plpgsql
security definer set search_path to public, pg_temp set standard_conforming_strings to on
as $$
declare
  -- A column, and a column of the key with its order.
  held constant text := '(id|key|position|f[0-9]+(_l[0-9]+)?_[nts])';
  ordered constant text := held || '( collate "[A-Za-z0-9_-]+")?( (asc|desc))?';
begin
  if index_name !~ ('^dataset_content_' || content_id || '_[a-z0-9]+$')
    or definition !~ (
      '^('
      || '\(' || ordered || '(, ' || ordered || ')*\)( include \(' || held || '(, ' || held || ')*\))?'
      || '|using gin \(' || held || ' gin_trgm_ops\)'
      || '|\(left\(item_values ->> ''([^'']|'''')*'', 400\)\)'
      || ')$')
  then
    raise exception 'a dataset has no index % on %', index_name, definition;
  end if;
  execute format('create %s index %I on %I %s',
    case when is_unique then 'unique' end, index_name, 'dataset_content_' || content_id, definition);
end
$$;

-- An extension that a server does not have is refused.
create function allow_search_inside_texts()
returns void
language plpgsql
security definer set search_path to public, pg_temp
as $$
begin
  create extension if not exists pg_trgm;
end
$$;

create function drop_dataset_index(content_id bigint, index_name text)
returns void
language plpgsql
security definer set search_path to public, pg_temp
as $$
begin
  if index_name !~ ('^dataset_content_' || content_id || '_[a-z0-9]+$') then
    raise exception 'a dataset has no index %', index_name;
  end if;
  execute format('drop index if exists %I', index_name);
end
$$;

-- How finely the values of its columns are counted, and then their counts.
create function count_dataset_content(content_id bigint, targets json)
returns void
language plpgsql
security definer set search_path to public, pg_temp
as $$
declare
  changes text;
begin
  select string_agg(format('alter column %I set statistics %s', key, value::integer), ', ')
  into changes from json_each_text(targets);
  if changes is not null then
    execute format('alter table %I %s', 'dataset_content_' || content_id, changes);
  end if;
  execute format('analyze %I', 'dataset_content_' || content_id);
end
$$;

create function drop_dataset_content(content_id bigint)
returns void
language plpgsql
security definer set search_path to public, pg_temp
as $$
begin
  execute format('drop table %I', 'dataset_content_' || content_id);
end
$$;

revoke execute on function
  create_dataset_content(bigint, json, text), index_dataset_content(bigint, text, text, boolean),
  allow_search_inside_texts(), drop_dataset_index(bigint, text), count_dataset_content(bigint, json),
  drop_dataset_content(bigint)
from public;
