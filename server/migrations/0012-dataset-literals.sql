-- Which literals stand in their datasets, in one round trip however many there are, and never by
-- going through a large dataset: where no index serves the question, its column is named instead.
-- A group is {dataset, field, exact, begun, folded, numbers}: a field, or null for all that front
-- ends may see, and the texts asked for, each as it is, the beginning by which longer ones are
-- compared, that without case and accents, and the number that it is, or null.
create function find_dataset_literals(groups jsonb, indexed_items_min integer)
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
      key_field, content_id, layout, items >= indexed_items_min as is_large
    from jsonb_array_elements(groups) with ordinality as part (value, ordinality)
    join datasets on datasets.id = part.value ->> 'dataset'
    join dataset_contents on dataset_contents.id = content_id
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
