set local check_function_bodies = off;

create function allow_search_inside_texts()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  create extension if not exists pg_trgm;
end
$function$;

create function count_dataset_content(content_id bigint, targets json)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
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
$function$;

create function create_dataset_content(content_id bigint, columns json, storage text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET standard_conforming_strings TO 'on'
AS $function$
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
$function$;

create function drop_dataset_content(content_id bigint)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  execute format('drop table %I', 'dataset_content_' || content_id);
end
$function$;

create function drop_dataset_index(content_id bigint, index_name text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if index_name !~ ('^dataset_content_' || content_id || '_[a-z0-9]+$') then
    raise exception 'a dataset has no index %', index_name;
  end if;
  execute format('drop index if exists %I', index_name);
end
$function$;

create function find_dataset_items(ids text[], version text)
 RETURNS TABLE(id text, content_id integer, item_values json, translations json)
 LANGUAGE plpgsql
 STABLE
AS $function$
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
$function$;

create function find_dataset_literals(groups jsonb, version text, indexed_items_min integer)
 RETURNS TABLE(nth integer, found text, unserved text)
 LANGUAGE plpgsql
 STABLE
 SET enable_seqscan TO 'off'
AS $function$
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
$function$;

create function hold(is_so boolean, what text)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  if is_so is not true then
    raise exception 'nothing was written: % does not hold', what
      using errcode = 'BN001', constraint = what;
  end if;
end $function$;

create function index_dataset_content(content_id bigint, index_name text, definition text, is_unique boolean)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET standard_conforming_strings TO 'on'
AS $function$
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
$function$;

create function leave_to_chain()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into unchained_audit (entry_id) values (new.id);
  return null;
end $function$;

create function number_event()
 RETURNS trigger
 LANGUAGE plpgsql
 SET enable_seqscan TO 'off'
AS $function$
begin
  new.tx := pg_current_xact_id();
  if new.policy_id is not null then
    select version_id into new.version_id from policies where id = new.policy_id;
    select coalesce(max(sequence), 0) + 1 into new.sequence
      from events where policy_id = new.policy_id;
  end if;
  new.place := nextval('event_places');
  return new;
end $function$;

create function refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'rows of % are written once: make a new version instead', tg_table_name
    using errcode = 'restrict_violation';
end $function$;

create function refuse_change_of_bound()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if exists (select from dataset_bindings where content_id = old.id) then
    raise exception 'product versions are bound to content %: it stays as it is', old.id
      using errcode = 'restrict_violation';
  end if;
  return new;
end $function$;

create function refuse_growth()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if (select charged_back from balances where policy_id = new.policy_id) >= new.open - old.open then
    return new;
  end if;
  raise exception 'invoice % opens again by more than was charged back', old.id
    using errcode = 'restrict_violation';
end $function$;

create function refuse_move()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'a % that is % does not become %', tg_argv[0], old.state, new.state
    using errcode = 'restrict_violation';
end $function$;

create function refuse_turning_back()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'clock % is not turned back', old.id using errcode = 'restrict_violation';
end $function$;

create sequence event_places;

create table access_tokens (
  id text collate "C" not null,
  account_id text collate "C" not null,
  name text not null,
  hash bytea not null,
  created_at timestamp with time zone not null,
  revoked_at timestamp with time zone,
  constraint access_tokens_pkey PRIMARY KEY (id),
  constraint access_tokens_hash_key UNIQUE (hash)
);

create table accounts (
  id text collate "C" not null,
  kind text not null,
  key text not null,
  name text not null,
  created_at timestamp with time zone not null,
  created_by text collate "C",
  constraint accounts_pkey PRIMARY KEY (id),
  constraint accounts_kind_check CHECK ((kind = ANY (ARRAY['insurer'::text, 'distributor'::text])))
);

create table api_keys (
  id text collate "C" not null,
  account_id text collate "C" not null,
  kind text not null,
  livemode boolean not null,
  name text not null,
  hash bytea not null,
  hint text not null,
  created_at timestamp with time zone not null,
  last_used_on date,
  expires_at timestamp with time zone,
  revoked_at timestamp with time zone,
  constraint api_keys_pkey PRIMARY KEY (id),
  constraint api_keys_hash_key UNIQUE (hash),
  constraint api_keys_kind_check CHECK ((kind = ANY (ARRAY['public'::text, 'secret'::text])))
);

create table audit_entries (
  id text collate "C" not null,
  account_id text collate "C" not null,
  key_id text collate "C" not null,
  action text not null,
  subject_id text collate "C" not null,
  before jsonb,
  after jsonb,
  created_at timestamp with time zone not null,
  livemode boolean,
  constraint audit_entries_pkey PRIMARY KEY (id)
);

create table balances (
  policy_id text collate "C" not null,
  receivable bigint not null,
  customer_credit bigint not null,
  cash bigint not null,
  collected_elsewhere bigint not null,
  written_off bigint default 0 not null,
  charged_back bigint default 0 not null,
  constraint balances_pkey PRIMARY KEY (policy_id),
  constraint balances_charged_back_check CHECK ((charged_back >= 0)),
  constraint balances_come_in CHECK ((((LEAST(cash, (0)::bigint) + LEAST(collected_elsewhere, (0)::bigint)) + charged_back) >= 0)),
  constraint balances_customer_credit_check CHECK ((customer_credit >= 0)),
  constraint balances_owe_one_way CHECK (((receivable = 0) OR (customer_credit = 0))),
  constraint balances_receivable_check CHECK ((receivable >= 0)),
  constraint balances_written_off_check CHECK ((written_off >= 0))
);

create table bank_receipts (
  id text collate "C" not null,
  insurer_id text collate "C" not null,
  livemode boolean not null,
  amount bigint not null,
  currency text not null,
  received_on date not null,
  reference text not null,
  bank_id text collate "C",
  digest bytea not null,
  ordinal integer not null,
  state text not null,
  why text,
  invoice_id text collate "C",
  payment_id text collate "C",
  reason text,
  imported_at timestamp with time zone not null,
  settled_at timestamp with time zone,
  constraint bank_receipts_pkey PRIMARY KEY (id),
  constraint bank_receipts_once UNIQUE (insurer_id, livemode, digest, ordinal),
  constraint bank_receipts_amount_check CHECK ((amount > 0)),
  constraint bank_receipts_booked CHECK (((state = 'matched'::text) = (payment_id IS NOT NULL))),
  constraint bank_receipts_dismissed CHECK (((state = 'dismissed'::text) = (reason IS NOT NULL))),
  constraint bank_receipts_ordinal_check CHECK ((ordinal > 0)),
  constraint bank_receipts_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'unmatched'::text, 'matched'::text, 'dismissed'::text]))),
  constraint bank_receipts_unmatched CHECK (((state <> 'unmatched'::text) OR (why IS NOT NULL)))
);

create table charges (
  policy_id text collate "C" not null,
  period_first_day date not null,
  version_id text collate "C" not null,
  period_last_day date not null,
  whole_days integer not null,
  amount bigint not null,
  tax bigint not null,
  fee bigint not null,
  commission bigint not null,
  charged_at timestamp with time zone not null,
  number integer not null,
  constraint charges_pkey PRIMARY KEY (policy_id, period_first_day, version_id),
  constraint charges_numbers UNIQUE (policy_id, number),
  constraint charges_check CHECK ((period_last_day >= period_first_day)),
  constraint charges_counted CHECK ((number > 0)),
  constraint charges_whole_days_check CHECK ((whole_days > 0))
);

create table clocks (
  id text collate "C" not null,
  account_id text collate "C" not null,
  state text not null,
  at timestamp with time zone not null,
  target timestamp with time zone,
  failure text,
  turn integer default 0 not null,
  excused bigint[],
  created_at timestamp with time zone not null,
  published jsonb default '{}'::jsonb not null,
  constraint clocks_pkey PRIMARY KEY (id),
  constraint clocks_fail_for_a_reason CHECK (((state = 'failed'::text) = (failure IS NOT NULL))),
  constraint clocks_have_a_target CHECK (((state = 'ready'::text) = (target IS NULL))),
  constraint clocks_publish_by_product CHECK ((jsonb_typeof(published) = 'object'::text)),
  constraint clocks_state_check CHECK ((state = ANY (ARRAY['ready'::text, 'advancing'::text, 'failed'::text])))
);

create table dataset_bindings (
  product_version_id text collate "C" not null,
  dataset_id text collate "C" not null,
  content_id integer not null,
  constraint dataset_bindings_pkey PRIMARY KEY (product_version_id, dataset_id)
);

create table dataset_contents (
  id integer generated always as identity not null,
  dataset_id text collate "C" not null,
  layout jsonb not null,
  items integer default 0 not null,
  content_hash text not null,
  created_at timestamp with time zone default now() not null,
  retired_at timestamp with time zone,
  name text not null,
  languages text[] not null,
  access text not null,
  key_field text not null,
  fields jsonb not null,
  constraint dataset_contents_pkey PRIMARY KEY (id),
  constraint dataset_contents_access_check CHECK ((access = ANY (ARRAY['public'::text, 'locked'::text])))
);

create table dataset_imports (
  stamp text collate "C" not null,
  dataset_id text collate "C" not null,
  constraint dataset_imports_pkey PRIMARY KEY (stamp)
);

create table dataset_indexes (
  content_id integer not null,
  shape text not null,
  constraint dataset_indexes_pkey PRIMARY KEY (content_id, shape)
);

create table datasets (
  id text collate "C" not null,
  account_id text collate "C" not null,
  key text not null,
  content_id integer,
  created_at timestamp with time zone not null,
  once_hidden text[] default '{}'::text[] not null,
  product_id text collate "C",
  newest_content_id integer,
  constraint datasets_pkey PRIMARY KEY (id),
  constraint datasets_account_id_key_key UNIQUE (account_id, key)
);

create table deadline_failures (
  policy_id text collate "C" not null,
  attempts integer not null,
  reason text not null,
  failed_at timestamp with time zone not null,
  retry_at timestamp with time zone not null,
  constraint deadline_failures_pkey PRIMARY KEY (policy_id),
  constraint deadline_failures_attempts_check CHECK ((attempts > 0))
);

create table deadlines (
  policy_id text collate "C" not null,
  kind text not null,
  key text collate "C" not null,
  due_at timestamp with time zone not null,
  done_at timestamp with time zone,
  clock_id text collate "C",
  constraint deadlines_pkey PRIMARY KEY (policy_id, kind, key),
  constraint deadlines_kind_check CHECK ((kind = ANY (ARRAY['proposal'::text, 'settlement'::text, 'collection'::text, 'instalment'::text, 'renewal'::text, 'dunning'::text])))
);

create table document_contents (
  hash bytea not null,
  content bytea not null,
  constraint document_contents_pkey PRIMARY KEY (hash)
);

create table documents (
  subject_id text collate "C" not null,
  occasion text not null,
  designation text not null,
  policy_id text collate "C" not null,
  name text not null,
  language text not null,
  hash bytea not null,
  made_at timestamp with time zone not null,
  constraint documents_pkey PRIMARY KEY (subject_id, occasion, designation),
  constraint documents_occasion_check CHECK ((occasion = ANY (ARRAY['offer'::text, 'policy'::text, 'endorsement'::text, 'cancellation'::text, 'reinstatement'::text, 'invoice'::text, 'credit_note'::text, 'renewal_notice'::text, 'reminder'::text, 'notice'::text, 'suspension'::text, 'lapse'::text])))
);

create table dunning_cases (
  id text collate "C" not null,
  policy_id text collate "C" not null,
  insurer_id text collate "C" not null,
  product_id text collate "C" not null,
  livemode boolean not null,
  currency text not null,
  product_version_id text collate "C" not null,
  state text not null,
  step text not null,
  since_day date not null,
  step_day date not null,
  reminders integer default 0 not null,
  grace_until date,
  overdue bigint not null,
  opened_at timestamp with time zone not null,
  closed_at timestamp with time zone,
  constraint dunning_cases_pkey PRIMARY KEY (id),
  constraint dunning_cases_check CHECK (((state = 'open'::text) = (closed_at IS NULL))),
  constraint dunning_cases_grace CHECK (((step = ANY (ARRAY['notice_sent'::text, 'suspended'::text])) = (grace_until IS NOT NULL))),
  constraint dunning_cases_lapsed_after_notice CHECK (((state <> 'lapsed'::text) OR (step = ANY (ARRAY['notice_sent'::text, 'suspended'::text])))),
  constraint dunning_cases_overdue_check CHECK ((overdue >= 0)),
  constraint dunning_cases_reminders_check CHECK ((reminders >= 0)),
  constraint dunning_cases_state_check CHECK ((state = ANY (ARRAY['open'::text, 'cured'::text, 'lapsed'::text, 'ended'::text]))),
  constraint dunning_cases_step_check CHECK ((step = ANY (ARRAY['overdue'::text, 'reminded'::text, 'notice_sent'::text, 'suspended'::text])))
);

create table dunning_holds (
  id text collate "C" not null,
  insurer_id text collate "C" not null,
  livemode boolean not null,
  policy_id text collate "C",
  product_id text collate "C",
  reason text not null,
  until date not null,
  created_at timestamp with time zone not null,
  created_by text collate "C" not null,
  released_at timestamp with time zone,
  constraint dunning_holds_pkey PRIMARY KEY (id),
  constraint dunning_holds_check CHECK (((policy_id IS NULL) <> (product_id IS NULL)))
);

create table dunning_letters (
  id text collate "C" not null,
  case_id text collate "C" not null,
  policy_id text collate "C" not null,
  kind text not null,
  place integer not null,
  number integer not null,
  day date not null,
  written_at timestamp with time zone not null,
  version_id text collate "C" not null,
  invoices jsonb not null,
  total bigint not null,
  known_charges integer not null,
  known_receipts jsonb not null,
  fee_invoice_id text collate "C",
  grace_until date,
  cover_until date,
  void_at timestamp with time zone,
  void_reason text,
  constraint dunning_letters_pkey PRIMARY KEY (id),
  constraint dunning_letters_case_id_kind_number_key UNIQUE (case_id, kind, number),
  constraint dunning_letters_case_id_place_key UNIQUE (case_id, place),
  constraint dunning_letters_check CHECK (((void_at IS NULL) = (void_reason IS NULL))),
  constraint dunning_letters_kind_check CHECK ((kind = ANY (ARRAY['reminder'::text, 'notice'::text, 'suspension'::text, 'lapse'::text]))),
  constraint dunning_letters_number_check CHECK ((number > 0)),
  constraint dunning_letters_pay_until CHECK (((kind = ANY (ARRAY['notice'::text, 'suspension'::text])) = (grace_until IS NOT NULL))),
  constraint dunning_letters_place_check CHECK ((place > 0)),
  constraint dunning_letters_total_check CHECK ((total >= 0))
);

create table event_feed (
  "position" bigint not null,
  event_id text collate "C" not null,
  livemode boolean not null,
  insurer_id text collate "C" not null,
  distributor_id text collate "C",
  constraint event_feed_pkey PRIMARY KEY ("position"),
  constraint event_feed_event_id_key UNIQUE (event_id)
);

create table event_feed_end (
  is_only boolean default true not null,
  "position" bigint not null,
  seen pg_snapshot not null,
  seen_place bigint not null,
  target pg_snapshot,
  target_place bigint,
  done_place bigint not null,
  cluster text not null,
  constraint event_feed_end_pkey PRIMARY KEY (is_only),
  constraint event_feed_end_is_only_check CHECK (is_only),
  constraint event_feed_has_a_target CHECK (((target IS NULL) = (target_place IS NULL)))
);

create table events (
  id text collate "C" not null,
  type text not null,
  livemode boolean not null,
  insurer_id text collate "C" not null,
  distributor_id text collate "C",
  subject_id text collate "C" not null,
  data jsonb not null,
  created_at timestamp with time zone not null,
  clock_at timestamp with time zone,
  policy_id text collate "C",
  version_id text collate "C",
  sequence integer,
  tx xid8 not null,
  place bigint not null,
  data_version smallint default 0 not null,
  constraint events_pkey PRIMARY KEY (id),
  constraint events_counted CHECK (((policy_id IS NULL) = (sequence IS NULL)))
);

create table evidence_chains (
  id integer generated always as identity not null,
  insurer_id text collate "C" not null,
  livemode boolean not null,
  number bigint not null,
  hash bytea not null,
  constraint evidence_chains_pkey PRIMARY KEY (id),
  constraint evidence_chains_insurer_id_livemode_key UNIQUE (insurer_id, livemode)
);

create table evidence_end (
  is_only boolean default true not null,
  "position" bigint not null,
  constraint evidence_end_pkey PRIMARY KEY (is_only),
  constraint evidence_end_is_only_check CHECK (is_only)
);

create table evidence_links (
  chain_id integer not null,
  number bigint not null,
  kind text not null,
  record_id text collate "C" not null,
  salt bytea,
  commitment bytea not null,
  hash bytea not null,
  constraint evidence_links_pkey PRIMARY KEY (chain_id, number),
  constraint evidence_links_kind_check CHECK ((kind = ANY (ARRAY['event'::text, 'audit'::text])))
);

create table fees (
  invoice_id text collate "C" not null,
  policy_id text collate "C" not null,
  amount bigint not null,
  charged_at timestamp with time zone not null,
  constraint fees_pkey PRIMARY KEY (invoice_id),
  constraint fees_amount_check CHECK ((amount > 0))
);

create table file_contents (
  hash bytea not null,
  content bytea not null,
  constraint file_contents_pkey PRIMARY KEY (hash)
);

create table idempotency_keys (
  account_id text collate "C" not null,
  livemode boolean not null,
  key text not null,
  request_hash bytea not null,
  status smallint,
  started_at timestamp with time zone not null,
  holder uuid,
  made_id text,
  ring_key_id text,
  sealed_key bytea,
  sealed_data bytea,
  constraint idempotency_keys_pkey PRIMARY KEY (account_id, livemode, key)
);

create table impact_rows (
  impact_id text collate "C" not null,
  number integer not null,
  lines bytea not null,
  constraint impact_rows_pkey PRIMARY KEY (impact_id, number)
);

create table impacts (
  id text collate "C" not null,
  insurer_id text collate "C" not null,
  livemode boolean not null,
  product_id text collate "C" not null,
  product_version_id text collate "C" not null,
  content_hash text not null,
  live_version_id text collate "C",
  scope jsonb not null,
  groupings jsonb not null,
  today date not null,
  state text not null,
  total bigint,
  done bigint not null,
  place text collate "C",
  tally jsonb,
  result jsonb,
  failure text,
  created_at timestamp with time zone not null,
  started_at timestamp with time zone,
  finished_at timestamp with time zone,
  has_shares boolean default false not null,
  constraint impacts_pkey PRIMARY KEY (id),
  constraint impacts_state_check CHECK ((state = ANY (ARRAY['queued'::text, 'running'::text, 'done'::text, 'failed'::text, 'stopped'::text])))
);

create table integration_versions (
  id text collate "C" not null,
  integration_id text collate "C" not null,
  number integer,
  content_hash text not null,
  definition jsonb not null,
  created_at timestamp with time zone not null,
  published_at timestamp with time zone,
  constraint integration_versions_pkey PRIMARY KEY (id),
  constraint integration_versions_integration_id_number_key UNIQUE (integration_id, number),
  constraint integration_versions_published_are_pushed CHECK (((number IS NOT NULL) OR (published_at IS NULL)))
);

create table integrations (
  id text collate "C" not null,
  product_id text collate "C" not null,
  distributor_id text collate "C" not null,
  key text not null,
  live_version_id text collate "C",
  constraint integrations_pkey PRIMARY KEY (id),
  constraint integrations_product_id_key_key UNIQUE (product_id, key)
);

create table invoice_numbers (
  invoice_id text collate "C" not null,
  insurer_id text collate "C" not null,
  livemode boolean not null,
  year integer not null,
  number integer not null,
  constraint invoice_numbers_pkey PRIMARY KEY (invoice_id),
  constraint invoice_numbers_once UNIQUE (insurer_id, livemode, year, number),
  constraint invoice_numbers_number_check CHECK ((number > 0))
);

create table invoice_series (
  insurer_id text collate "C" not null,
  livemode boolean not null,
  year integer not null,
  last integer not null,
  constraint invoice_series_pkey PRIMARY KEY (insurer_id, livemode, year),
  constraint invoice_series_last_check CHECK ((last >= 0))
);

create table invoices (
  id text collate "C" not null,
  policy_id text collate "C" not null,
  version_id text collate "C" not null,
  state text not null,
  total bigint not null,
  open bigint not null,
  due_day date not null,
  lines jsonb not null,
  token_hash bytea,
  created_at timestamp with time zone not null,
  closed_at timestamp with time zone,
  kind text not null,
  insurer_id text collate "C" not null,
  livemode boolean not null,
  currency text not null,
  issue_day date not null,
  charges_from integer,
  charges_to integer,
  corrects text collate "C",
  product_id text collate "C" not null,
  constraint invoices_pkey PRIMARY KEY (id),
  constraint invoices_charges_in_order CHECK (((charges_from IS NULL) OR (charges_from <= charges_to))),
  constraint invoices_check CHECK (((open >= 0) AND (open <= total))),
  constraint invoices_check1 CHECK (((state <> 'proposed'::text) OR (open = total))),
  constraint invoices_check2 CHECK (((state = ANY (ARRAY['proposed'::text, 'open'::text])) = (closed_at IS NULL))),
  constraint invoices_check3 CHECK (((state <> ALL (ARRAY['settled'::text, 'void'::text])) OR (open = 0))),
  constraint invoices_credit_notes_ask_for_nothing CHECK (((kind <> 'credit_note'::text) OR (state = 'settled'::text))),
  constraint invoices_kind_check CHECK ((kind = ANY (ARRAY['sale'::text, 'transaction'::text, 'instalment'::text, 'credit_note'::text, 'fee'::text]))),
  constraint invoices_only_credit_notes_correct CHECK (((corrects IS NULL) OR (kind = 'credit_note'::text))),
  constraint invoices_state_check CHECK ((state = ANY (ARRAY['proposed'::text, 'open'::text, 'settled'::text, 'void'::text, 'written_off'::text]))),
  constraint invoices_take_in_what_is_owed CHECK (((state <> ALL (ARRAY['proposed'::text, 'void'::text])) OR (charges_to IS NULL))),
  constraint invoices_total_check CHECK ((total >= 0)),
  constraint invoices_written_off_are_closed CHECK (((state <> 'written_off'::text) OR (open = 0)))
);

create table items (
  id text collate "C" not null,
  product_id text collate "C" not null,
  key text not null,
  constraint items_pkey PRIMARY KEY (id),
  constraint items_product_id_key_key UNIQUE (product_id, key)
);

create table leads (
  id text collate "C" not null,
  secret_hash bytea not null,
  livemode boolean not null,
  insurer_id text collate "C" not null,
  distributor_id text collate "C" not null,
  product_id text collate "C" not null,
  item_id text collate "C" not null,
  integration_id text collate "C" not null,
  integration_version_id text collate "C" not null,
  state text not null,
  ring_key_id text,
  sealed_key bytea,
  sealed_data bytea,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  constraint leads_pkey PRIMARY KEY (id),
  constraint leads_check CHECK (((state = 'open'::text) = (sealed_data IS NOT NULL))),
  constraint leads_check1 CHECK (((sealed_data IS NULL) = (sealed_key IS NULL))),
  constraint leads_check2 CHECK (((sealed_data IS NULL) = (ring_key_id IS NULL))),
  constraint leads_state_check CHECK ((state = ANY (ARRAY['open'::text, 'expired'::text])))
);

create table mandates (
  id text collate "C" not null,
  policy_id text collate "C" not null,
  provider text not null,
  method text not null,
  state text not null,
  reason text,
  given_by text collate "C" not null,
  created_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  constraint mandates_pkey PRIMARY KEY (id),
  constraint mandates_end_once CHECK (((state = 'active'::text) = (ended_at IS NULL))),
  constraint mandates_state_check CHECK ((state = ANY (ARRAY['active'::text, 'replaced'::text, 'revoked'::text, 'declined'::text])))
);

create table payment_plans (
  id text collate "C" not null,
  product_id text collate "C" not null,
  key text not null,
  constraint payment_plans_pkey PRIMARY KEY (id),
  constraint payment_plans_product_id_key_key UNIQUE (product_id, key)
);

create table payment_providers (
  insurer_id text collate "C" not null,
  name text collate "C" not null,
  methods text[] not null,
  created_at timestamp with time zone not null,
  constraint payment_providers_pkey PRIMARY KEY (insurer_id, name),
  constraint payment_providers_methods_check CHECK ((cardinality(methods) > 0))
);

create table payments (
  id text collate "C" not null,
  policy_id text collate "C" not null,
  livemode boolean not null,
  insurer_id text collate "C" not null,
  distributor_id text collate "C" not null,
  customer_id text collate "C" not null,
  provider text not null,
  method text not null,
  status text not null,
  amount bigint not null,
  currency text not null,
  charge_id text,
  reference text,
  reason text,
  error_code text,
  created_at timestamp with time zone not null,
  processed_at timestamp with time zone,
  product_id text collate "C" not null,
  first_name text not null,
  last_name text not null,
  ask_at timestamp with time zone,
  doubt text,
  doubt_since timestamp with time zone,
  late_at timestamp with time zone,
  unapplied_at timestamp with time zone,
  invoice_id text collate "C",
  received_on date,
  on_account boolean default false not null,
  mandate_id text collate "C",
  attempt integer,
  charged_back_at timestamp with time zone,
  constraint payments_pkey PRIMARY KEY (id),
  constraint payments_attempt_check CHECK ((attempt > 0)),
  constraint payments_charged_back_failed CHECK (((charged_back_at IS NULL) OR (status = 'failed'::text))),
  constraint payments_check CHECK (((doubt IS NULL) = (doubt_since IS NULL))),
  constraint payments_collected_by_mandate CHECK (((mandate_id IS NULL) = (attempt IS NULL))),
  constraint payments_collected_for_an_invoice CHECK (((mandate_id IS NULL) OR (invoice_id IS NOT NULL))),
  constraint payments_doubt_check CHECK ((doubt = ANY (ARRAY['unconfirmed'::text, 'contradicted'::text]))),
  constraint payments_on_account_are_waited_for CHECK (((NOT on_account) OR (received_on IS NULL))),
  constraint payments_receipts_came CHECK (((received_on IS NULL) OR (status = 'ok'::text))),
  constraint payments_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'ok'::text, 'failed'::text])))
) with (autovacuum_vacuum_insert_scale_factor=0.01);

create table policies (
  id text collate "C" not null,
  version_id text collate "C" not null,
  status text not null,
  livemode boolean not null,
  insurer_id text collate "C" not null,
  distributor_id text collate "C" not null,
  product_id text collate "C" not null,
  product_version_id text collate "C" not null,
  item_id text collate "C" not null,
  plan_id text collate "C" not null,
  integration_id text collate "C" not null,
  integration_version_id text collate "C" not null,
  customer_id text collate "C" not null,
  quote_id text collate "C" not null,
  insurer_policy_id text not null,
  insurer_external_policy_id text default ''::text not null,
  first_name text not null,
  last_name text not null,
  email text not null,
  language text not null,
  currency text not null,
  time_zone text not null,
  flow text not null,
  gross_payment_amount bigint not null,
  data jsonb not null,
  quote jsonb not null,
  metadata jsonb not null,
  media jsonb not null,
  distributor_traffic_source text,
  referrer_url text,
  whitelisted_referrer_url text,
  sales_lead_id text,
  linked_policy_id text,
  payment_token_hash bytea not null,
  asset_token_hash bytea not null,
  contains_sensitive_data boolean not null,
  start_day date not null,
  end_day date,
  termination_day date,
  offer_expires_at timestamp with time zone not null,
  created_at timestamp with time zone not null,
  accepted_at timestamp with time zone,
  issued_at timestamp with time zone,
  cancelled_at timestamp with time zone,
  cancelled_by text default ''::text not null,
  cancellation_reason text,
  holds_until timestamp with time zone,
  clock_id text collate "C",
  term_last_day date,
  renewal_notice_at timestamp with time zone,
  renews boolean default false not null,
  suspended_since date,
  constraint policies_pkey PRIMARY KEY (id),
  constraint policies_number_is_unique UNIQUE (insurer_id, insurer_policy_id),
  constraint policies_on_clocks_are_tests CHECK (((clock_id IS NULL) OR (NOT livemode))),
  constraint policies_status_check CHECK ((status = ANY (ARRAY['ready'::text, 'accepted'::text, 'paid'::text, 'cancelled'::text, 'expired'::text])))
) with (autovacuum_vacuum_insert_scale_factor=0.01);

create table policy_contents (
  id text collate "C" not null,
  policy_id text collate "C" not null,
  first_name text not null,
  last_name text not null,
  email text not null,
  data jsonb not null,
  blanked_at timestamp with time zone,
  constraint policy_contents_pkey PRIMARY KEY (id)
);

create table policy_secrets (
  policy_id text collate "C" not null,
  ring_key_id text not null,
  sealed_key bytea not null,
  sealed_data bytea not null,
  kind text not null,
  subject text collate "C" default ''::text not null,
  constraint policy_secrets_pkey PRIMARY KEY (policy_id, kind, subject),
  constraint policy_secrets_kind_check CHECK ((kind = ANY (ARRAY['sensitive_data'::text, 'tokens'::text, 'proposal'::text, 'invoice'::text, 'renewal'::text, 'mandate'::text]))),
  constraint policy_secrets_subject_check CHECK (((kind = ANY (ARRAY['invoice'::text, 'mandate'::text])) = (subject <> ''::text)))
);

create table policy_segments (
  version_id text collate "C" not null,
  first_day date not null,
  policy_id text collate "C" not null,
  kind text not null,
  quote_id text collate "C" not null,
  content_id text collate "C" not null,
  payment bigint not null,
  tax bigint not null,
  fee bigint not null,
  commission bigint not null,
  constraint policy_segments_pkey PRIMARY KEY (version_id, first_day),
  constraint policy_segments_commission_check CHECK ((commission >= 0)),
  constraint policy_segments_fee_check CHECK ((fee >= 0)),
  constraint policy_segments_kind_check CHECK ((kind = ANY (ARRAY['cover'::text, 'gap'::text, 'suspended'::text, 'ended'::text]))),
  constraint policy_segments_payment_check CHECK ((payment >= 0)),
  constraint policy_segments_tax_check CHECK ((tax >= 0))
);

create table policy_versions (
  id text collate "C" not null,
  policy_id text collate "C" not null,
  kind text not null,
  state text not null,
  details jsonb not null,
  failure text,
  created_at timestamp with time zone not null,
  settled_at timestamp with time zone,
  number integer not null,
  based_on text collate "C",
  effective_day date not null,
  requested_by text collate "C",
  terms jsonb,
  ending jsonb,
  constraint policy_versions_pkey PRIMARY KEY (id),
  constraint policy_versions_based_on_another CHECK (((kind = 'offer'::text) = (based_on IS NULL))),
  constraint policy_versions_kind_check CHECK ((kind = ANY (ARRAY['offer'::text, 'endorsement'::text, 'cancellation'::text, 'lapse'::text, 'reinstatement'::text, 'renewal'::text, 'suspension'::text, 'resumption'::text]))),
  constraint policy_versions_state_check CHECK ((state = ANY (ARRAY['processing'::text, 'proposed'::text, 'active'::text, 'superseded'::text, 'preempted'::text, 'lapsed'::text, 'failed'::text])))
);

create table portfolio_checks (
  id text collate "C" not null,
  account_id text collate "C" not null,
  livemode boolean not null,
  state text not null,
  last_policy_id text collate "C",
  counts jsonb not null,
  differences jsonb not null,
  created_at timestamp with time zone not null,
  finished_at timestamp with time zone,
  subject text default 'prices'::text not null,
  faults jsonb default '[]'::jsonb not null,
  constraint portfolio_checks_pkey PRIMARY KEY (id),
  constraint portfolio_checks_state_check CHECK ((state = ANY (ARRAY['running'::text, 'done'::text]))),
  constraint portfolio_checks_subject_check CHECK ((subject = ANY (ARRAY['prices'::text, 'money'::text])))
);

create table postings (
  policy_id text collate "C" not null,
  cause text collate "C" not null,
  debit text not null,
  credit text not null,
  amount bigint not null,
  reason text,
  posted_at timestamp with time zone not null,
  constraint postings_pkey PRIMARY KEY (policy_id, cause, debit, credit),
  constraint postings_amount_check CHECK ((amount > 0)),
  constraint postings_check CHECK ((debit <> credit)),
  constraint postings_credit_check CHECK ((credit = ANY (ARRAY['receivable'::text, 'premium'::text, 'tax'::text, 'fees'::text, 'cash'::text, 'customer_credit'::text, 'collected_elsewhere'::text, 'written_off'::text]))),
  constraint postings_debit_check CHECK ((debit = ANY (ARRAY['receivable'::text, 'premium'::text, 'tax'::text, 'fees'::text, 'cash'::text, 'customer_credit'::text, 'collected_elsewhere'::text, 'written_off'::text]))),
  constraint postings_written_off_for_a_reason CHECK (((reason IS NOT NULL) OR (('written_off'::text <> debit) AND ('written_off'::text <> credit))))
);

create table pricing_logics (
  id text collate "C" not null,
  product_id text collate "C" not null,
  prefix text not null,
  constraint pricing_logics_pkey PRIMARY KEY (id),
  constraint pricing_logics_product_id_prefix_key UNIQUE (product_id, prefix)
);

create table pricing_revisions (
  id text collate "C" not null,
  pricing_logic_id text collate "C" not null,
  content_hash text not null,
  kind text not null,
  created_at timestamp with time zone not null,
  constraint pricing_revisions_pkey PRIMARY KEY (id),
  constraint pricing_revisions_pricing_logic_id_content_hash_key UNIQUE (pricing_logic_id, content_hash)
);

create table product_version_files (
  product_version_id text collate "C" not null,
  path text not null,
  hash bytea not null,
  constraint product_version_files_pkey PRIMARY KEY (product_version_id, path)
);

create table product_version_integrations (
  product_version_id text collate "C" not null,
  integration_version_id text collate "C" not null,
  constraint product_version_integrations_pkey PRIMARY KEY (product_version_id, integration_version_id)
);

create table product_version_items (
  product_version_id text collate "C" not null,
  item_id text collate "C" not null,
  pricing_revision_id text collate "C" not null,
  constraint product_version_items_pkey PRIMARY KEY (product_version_id, item_id)
);

create table product_versions (
  id text collate "C" not null,
  product_id text collate "C" not null,
  number integer,
  content_hash text not null,
  definition jsonb not null,
  created_at timestamp with time zone not null,
  published_at timestamp with time zone,
  constraint product_versions_pkey PRIMARY KEY (id),
  constraint product_versions_product_id_number_key UNIQUE (product_id, number),
  constraint product_versions_published_are_pushed CHECK (((number IS NOT NULL) OR (published_at IS NULL)))
);

create table products (
  id text collate "C" not null,
  insurer_id text collate "C" not null,
  key text not null,
  name text not null,
  live_version_id text collate "C",
  created_at timestamp with time zone not null,
  constraint products_pkey PRIMARY KEY (id),
  constraint products_insurer_id_key_key UNIQUE (insurer_id, key)
);

create table quotes (
  id text collate "C" not null,
  secret_hash bytea not null,
  livemode boolean not null,
  insurer_id text collate "C" not null,
  distributor_id text collate "C" not null,
  product_id text collate "C" not null,
  product_version_id text collate "C" not null,
  item_id text collate "C" not null,
  plan_id text collate "C" not null,
  integration_id text collate "C" not null,
  integration_version_id text collate "C" not null,
  pricing_logic_id text collate "C" not null,
  pricing_revision_id text collate "C" not null,
  customer_input jsonb not null,
  dataset_items jsonb,
  premium jsonb not null,
  gross_payment_amount bigint not null,
  currency text not null,
  quoted_on date not null,
  duration_strategy text not null,
  start_day date not null,
  end_day date,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  policy_id text collate "C",
  policy_version_id text collate "C",
  effective_day date,
  clock_id text collate "C",
  constraint quotes_pkey PRIMARY KEY (id),
  constraint quotes_change_whole CHECK ((num_nulls(policy_id, policy_version_id, effective_day) = ANY (ARRAY[0, 3]))),
  constraint quotes_on_clocks_are_tests CHECK (((clock_id IS NULL) OR (NOT livemode)))
);

create table refunds (
  id text collate "C" not null,
  payment_id text collate "C" not null,
  policy_id text collate "C" not null,
  policy_version_id text collate "C",
  status text not null,
  method text not null,
  amount bigint not null,
  currency text not null,
  reference text,
  reason text,
  created_at timestamp with time zone not null,
  processed_at timestamp with time zone,
  livemode boolean not null,
  insurer_id text collate "C" not null,
  distributor_id text collate "C" not null,
  attempt integer default 1 not null,
  attempted_at timestamp with time zone not null,
  asks integer default 0 not null,
  ask_at timestamp with time zone,
  doubt text,
  doubt_since timestamp with time zone,
  cause text collate "C" not null,
  constraint refunds_pkey PRIMARY KEY (id),
  constraint refunds_once UNIQUE (payment_id, cause),
  constraint refunds_amount_check CHECK ((amount > 0)),
  constraint refunds_check CHECK (((doubt IS NULL) = (doubt_since IS NULL))),
  constraint refunds_doubt_check CHECK ((doubt = ANY (ARRAY['unconfirmed'::text, 'failed'::text]))),
  constraint refunds_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'ok'::text, 'failed'::text])))
);

create table removed_dataset_items (
  id text collate "C" not null,
  dataset_id text collate "C" not null,
  key text collate "C" not null,
  item_values json not null,
  translations json not null,
  removed_at timestamp with time zone not null,
  constraint removed_dataset_items_pkey PRIMARY KEY (id),
  constraint removed_dataset_items_dataset_id_key_key UNIQUE (dataset_id, key)
);

create table renewals (
  policy_id text collate "C" not null,
  first_day date not null,
  last_day date,
  insurer_id text collate "C" not null,
  livemode boolean not null,
  kind text not null,
  state text not null,
  based_on text collate "C" not null,
  product_version_id text collate "C" not null,
  quote_id text collate "C",
  content_id text collate "C",
  payment_before bigint not null,
  payment_after bigint,
  given jsonb not null,
  says jsonb not null,
  problems jsonb not null,
  token_hash bytea,
  offered_at timestamp with time zone,
  decided_at timestamp with time zone,
  decided_by text collate "C",
  constraint renewals_pkey PRIMARY KEY (policy_id, first_day),
  constraint renewals_are_blocked_for_a_reason CHECK (((state = 'blocked'::text) = (problems <> '[]'::jsonb))),
  constraint renewals_are_priced_before_they_are_offered CHECK (((state <> ALL (ARRAY['offered'::text, 'accepted'::text, 'done'::text])) OR ((quote_id IS NOT NULL) AND (payment_after IS NOT NULL)))),
  constraint renewals_kind_check CHECK ((kind = ANY (ARRAY['automatic'::text, 'on_acceptance'::text]))),
  constraint renewals_state_check CHECK ((state = ANY (ARRAY['scheduled'::text, 'offered'::text, 'accepted'::text, 'declined'::text, 'blocked'::text, 'knocked_out'::text, 'voided'::text, 'done'::text])))
);

create table unchained_audit (
  entry_id text collate "C" not null,
  constraint unchained_audit_pkey PRIMARY KEY (entry_id)
);

create table unnumbered_invoices (
  insurer_id text collate "C" not null,
  livemode boolean not null,
  year integer not null,
  invoice_id text collate "C" not null,
  policy_id text collate "C" not null,
  constraint unnumbered_invoices_pkey PRIMARY KEY (insurer_id, livemode, year, invoice_id)
);

create table webhook_deliveries (
  webhook_id text collate "C" not null,
  event_id text collate "C" not null,
  state text not null,
  round integer not null,
  failures integer not null,
  next_at timestamp with time zone,
  attempts jsonb not null,
  tried_at timestamp with time zone,
  constraint webhook_deliveries_pkey PRIMARY KEY (webhook_id, event_id),
  constraint webhook_deliveries_state_check CHECK ((state = ANY (ARRAY['delivered'::text, 'waiting'::text, 'parked'::text]))),
  constraint webhook_deliveries_wait_for_a_time CHECK (((state = 'waiting'::text) = (next_at IS NOT NULL)))
);

create table webhook_secrets (
  webhook_id text collate "C" not null,
  number integer not null,
  ring_key_id text not null,
  sealed_key bytea not null,
  sealed_data bytea not null,
  expires_at timestamp with time zone,
  constraint webhook_secrets_pkey PRIMARY KEY (webhook_id, number)
);

create table webhooks (
  id text collate "C" not null,
  account_id text collate "C" not null,
  account_kind text not null,
  insurer_id text collate "C" not null,
  livemode boolean not null,
  url text not null,
  description text not null,
  event_types text[] not null,
  payload text not null,
  legacy_headers jsonb,
  state text not null,
  disabled_because text,
  delivered_to bigint not null,
  failing_since timestamp with time zone,
  warned_at timestamp with time zone,
  created_at timestamp with time zone not null,
  deleted_at timestamp with time zone,
  constraint webhooks_pkey PRIMARY KEY (id),
  constraint webhooks_account_kind_check CHECK ((account_kind = ANY (ARRAY['insurer'::text, 'distributor'::text]))),
  constraint webhooks_are_disabled_for_a_reason CHECK (((state = 'disabled'::text) = (disabled_because IS NOT NULL))),
  constraint webhooks_disabled_because_check CHECK ((disabled_because = ANY (ARRAY['request'::text, 'gone'::text, 'failing'::text]))),
  constraint webhooks_event_types_check CHECK ((cardinality(event_types) > 0)),
  constraint webhooks_fail_before_a_warning CHECK (((warned_at IS NULL) OR (failing_since IS NOT NULL))),
  constraint webhooks_payload_check CHECK ((payload = ANY (ARRAY['thin'::text, 'full'::text]))),
  constraint webhooks_state_check CHECK ((state = ANY (ARRAY['enabled'::text, 'disabled'::text])))
);

alter table document_contents alter column content set storage external;

alter table events alter column data set statistics 0;

alter table invoices alter column lines set statistics 0;

alter table policies alter column data set statistics 0;

alter table policies alter column quote set statistics 0;

alter table policies alter column metadata set statistics 0;

alter table policies alter column media set statistics 0;

alter table policy_contents alter column data set statistics 0;

alter table policy_versions alter column details set statistics 0;

alter table quotes alter column customer_input set statistics 0;

alter table quotes alter column dataset_items set statistics 0;

alter table quotes alter column premium set statistics 0;

alter table webhook_deliveries alter column attempts set statistics 0;

create unique index accounts_key_by_creator ON accounts USING btree (created_by, key) NULLS NOT DISTINCT;

create index api_keys_by_account ON api_keys USING btree (account_id);

create index audit_entries_by_account ON audit_entries USING btree (account_id, id);

create index audit_entries_by_subject ON audit_entries USING btree (account_id, subject_id, id);

create index bank_receipts_by_insurer ON bank_receipts USING btree (insurer_id, livemode, id);

create index bank_receipts_in_hand ON bank_receipts USING btree (insurer_id, livemode, id) WHERE (state = ANY (ARRAY['waiting'::text, 'unmatched'::text]));

create unique index bank_receipts_of_payment ON bank_receipts USING btree (payment_id) WHERE (payment_id IS NOT NULL);

create index bank_receipts_waiting ON bank_receipts USING btree (id) WHERE (state = 'waiting'::text);

create index clocks_by_account ON clocks USING btree (account_id, id);

create index dataset_bindings_content ON dataset_bindings USING btree (content_id);

create index dataset_contents_alike ON dataset_contents USING btree (dataset_id, content_hash);

create index dataset_contents_retired ON dataset_contents USING btree (retired_at) WHERE (retired_at IS NOT NULL);

create index deadlines_by_clock ON deadlines USING btree (clock_id, due_at) WHERE ((done_at IS NULL) AND (clock_id IS NOT NULL));

create index deadlines_due ON deadlines USING btree (due_at, policy_id) WHERE ((done_at IS NULL) AND (clock_id IS NULL));

create index documents_by_policy ON documents USING btree (policy_id, occasion, designation, made_at DESC);

create index dunning_cases_by_policy ON dunning_cases USING btree (policy_id, id);

create index dunning_cases_by_state ON dunning_cases USING btree (insurer_id, livemode, state, id);

create index dunning_cases_by_step ON dunning_cases USING btree (insurer_id, livemode, step, id) WHERE (state = 'open'::text);

create index dunning_cases_of_products ON dunning_cases USING btree (product_id, livemode, id) WHERE (state = 'open'::text);

create unique index dunning_cases_one_open ON dunning_cases USING btree (policy_id) WHERE (state = 'open'::text);

create index dunning_holds_by_insurer ON dunning_holds USING btree (insurer_id, livemode, id);

create index dunning_holds_of_policies ON dunning_holds USING btree (policy_id) WHERE (released_at IS NULL);

create index dunning_holds_of_products ON dunning_holds USING btree (product_id, livemode) WHERE (released_at IS NULL);

create index dunning_letters_by_policy ON dunning_letters USING btree (policy_id, id);

create index event_feed_by_distributor ON event_feed USING btree (distributor_id, livemode, "position") WHERE (distributor_id IS NOT NULL);

create index event_feed_by_insurer ON event_feed USING btree (insurer_id, livemode, "position");

create index events_by_distributor ON events USING btree (distributor_id, livemode, id) WHERE (distributor_id IS NOT NULL);

create index events_by_insurer ON events USING btree (insurer_id, livemode, id);

create unique index events_by_place ON events USING btree (place);

create index events_by_subject ON events USING btree (subject_id, id);

create index events_by_tx ON events USING btree (tx);

create unique index events_of_policy ON events USING btree (policy_id, sequence);

create index evidence_links_by_record ON evidence_links USING btree (record_id);

create index fees_by_policy ON fees USING btree (policy_id);

create index idempotency_keys_by_age ON idempotency_keys USING btree (started_at);

create index impacts_by_product ON impacts USING btree (product_id, id);

create index impacts_to_run ON impacts USING btree (id) WHERE (state = ANY (ARRAY['queued'::text, 'running'::text]));

create index invoices_by_insurer ON invoices USING btree (insurer_id, livemode, id);

create index invoices_by_policy ON invoices USING btree (policy_id, id);

create index invoices_by_product ON invoices USING btree (insurer_id, livemode, product_id, id);

create index invoices_credit_notes ON invoices USING btree (policy_id, id) WHERE (kind = 'credit_note'::text);

create index invoices_open ON invoices USING btree (insurer_id, livemode, due_day, id) WHERE (state = 'open'::text);

create index leads_by_distributor ON leads USING btree (insurer_id, livemode, distributor_id, id);

create index leads_by_insurer ON leads USING btree (insurer_id, livemode, id);

create index leads_by_product ON leads USING btree (insurer_id, livemode, product_id, id);

create index leads_by_ring_key ON leads USING btree (ring_key_id) WHERE (state = 'open'::text);

create index leads_that_may_expire ON leads USING btree (expires_at) WHERE (state = 'open'::text);

create index mandates_by_policy ON mandates USING btree (policy_id, id);

create unique index mandates_one_active ON mandates USING btree (policy_id) WHERE (state = 'active'::text);

create index payments_by_distributor ON payments USING btree (insurer_id, livemode, distributor_id, id);

create index payments_by_insurer ON payments USING btree (insurer_id, livemode, id);

create index payments_by_name ON payments USING btree (insurer_id, livemode, lower(last_name) COLLATE "C", lower(first_name) COLLATE "C", id) INCLUDE (last_name, first_name);

create index payments_by_policy ON payments USING btree (policy_id, id);

create index payments_by_product ON payments USING btree (insurer_id, livemode, product_id, id);

create index payments_by_status ON payments USING btree (insurer_id, livemode, status, id);

create index payments_in_doubt ON payments USING btree (insurer_id, livemode, id) WHERE (doubt IS NOT NULL);

create unique index payments_one_live ON payments USING btree (COALESCE(invoice_id, policy_id)) WHERE ((status = ANY (ARRAY['pending'::text, 'ok'::text])) AND (received_on IS NULL) AND (NOT on_account));

create index payments_to_ask_about ON payments USING btree (ask_at) WHERE (ask_at IS NOT NULL);

create index offers_by_distributor ON policies USING btree (insurer_id, livemode, distributor_id, id) WHERE (issued_at IS NULL);

create index offers_by_insurer ON policies USING btree (insurer_id, livemode, id) WHERE (issued_at IS NULL);

create index offers_by_product ON policies USING btree (insurer_id, livemode, product_id, id) WHERE (issued_at IS NULL);

create index offers_by_status ON policies USING btree (insurer_id, livemode, status, id) WHERE (issued_at IS NULL);

create index offers_that_may_lapse ON policies USING btree (offer_expires_at, id) WHERE ((status = 'ready'::text) AND (clock_id IS NULL));

create index policies_by_clock ON policies USING btree (clock_id, id) WHERE (clock_id IS NOT NULL);

create index policies_by_distributor ON policies USING btree (insurer_id, livemode, distributor_id, id) WHERE (issued_at IS NOT NULL);

create index policies_by_email ON policies USING btree (insurer_id, livemode, lower(email) text_pattern_ops, id);

create index policies_by_insurer ON policies USING btree (insurer_id, livemode, id) WHERE (issued_at IS NOT NULL);

create index policies_by_name ON policies USING btree (insurer_id, livemode, lower(last_name) COLLATE "C", lower(first_name) COLLATE "C", id) INCLUDE (last_name, first_name, issued_at);

create index policies_by_product ON policies USING btree (insurer_id, livemode, product_id, id) WHERE (issued_at IS NOT NULL);

create index policies_by_sales_lead ON policies USING hash (sales_lead_id) WHERE (sales_lead_id IS NOT NULL);

create index policies_by_status ON policies USING btree (insurer_id, livemode, status, id) WHERE (issued_at IS NOT NULL);

create index policies_by_term ON policies USING btree (insurer_id, livemode, term_last_day, id) WHERE ((status = 'paid'::text) AND (term_last_day IS NOT NULL));

create index policies_held_until ON policies USING btree (holds_until, id) WHERE ((holds_until IS NOT NULL) AND (clock_id IS NULL));

create index policies_that_may_end ON policies USING btree (COALESCE(end_day, term_last_day), id) WHERE ((status = 'paid'::text) AND (NOT renews) AND (clock_id IS NULL) AND (COALESCE(end_day, term_last_day) IS NOT NULL));

create index policies_to_be_renewed ON policies USING btree (renewal_notice_at, id) WHERE ((status = 'paid'::text) AND (clock_id IS NULL) AND (renewal_notice_at IS NOT NULL));

create index policy_secrets_by_ring_key ON policy_secrets USING btree (ring_key_id);

create index policy_versions_by_policy ON policy_versions USING btree (policy_id, id);

create unique index policy_versions_no_fork ON policy_versions USING btree (policy_id, number) WHERE (state = ANY (ARRAY['active'::text, 'superseded'::text]));

create unique index policy_versions_one_active ON policy_versions USING btree (policy_id) WHERE (state = 'active'::text);

create unique index policy_versions_one_in_progress ON policy_versions USING btree (policy_id) WHERE (state = 'processing'::text);

create unique index policy_versions_one_proposed ON policy_versions USING btree (policy_id) WHERE (state = 'proposed'::text);

create index policy_versions_to_lay ON policy_versions USING btree (policy_id) WHERE ((terms IS NULL) AND (state = 'active'::text));

create unique index portfolio_checks_one_at_a_time ON portfolio_checks USING btree (account_id, livemode, subject) WHERE (state = 'running'::text);

create index product_versions_what_ifs ON product_versions USING btree (product_id, content_hash) WHERE (number IS NULL);

create index quotes_by_distributor ON quotes USING btree (insurer_id, livemode, distributor_id, id);

create index quotes_by_insurer ON quotes USING btree (insurer_id, livemode, id);

create index quotes_by_product ON quotes USING btree (insurer_id, livemode, product_id, id);

create index refunds_in_doubt ON refunds USING btree (insurer_id, livemode, payment_id) WHERE (doubt IS NOT NULL);

create index refunds_to_ask_about ON refunds USING btree (ask_at) WHERE (status = 'pending'::text);

create index renewals_by_state ON renewals USING btree (insurer_id, livemode, state, first_day, policy_id);

create index webhook_deliveries_due ON webhook_deliveries USING btree (webhook_id, next_at, event_id) WHERE (state = 'waiting'::text);

create index webhook_deliveries_parked ON webhook_deliveries USING btree (webhook_id, event_id) WHERE (state = 'parked'::text);

create index webhook_secrets_by_ring_key ON webhook_secrets USING btree (ring_key_id);

create index webhooks_by_account ON webhooks USING btree (account_id, livemode, id);

create index webhooks_failing ON webhooks USING btree (failing_since) WHERE (failing_since IS NOT NULL);

alter table access_tokens
  add constraint access_tokens_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id);

alter table accounts
  add constraint accounts_created_by_fkey FOREIGN KEY (created_by) REFERENCES accounts(id);

alter table api_keys
  add constraint api_keys_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id);

alter table audit_entries
  add constraint audit_entries_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id);

alter table clocks
  add constraint clocks_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id);

alter table dataset_bindings
  add constraint dataset_bindings_content_id_fkey FOREIGN KEY (content_id) REFERENCES dataset_contents(id);

alter table dataset_bindings
  add constraint dataset_bindings_dataset_id_fkey FOREIGN KEY (dataset_id) REFERENCES datasets(id);

alter table dataset_bindings
  add constraint dataset_bindings_product_version_id_fkey FOREIGN KEY (product_version_id) REFERENCES product_versions(id);

alter table dataset_contents
  add constraint dataset_contents_dataset_id_fkey FOREIGN KEY (dataset_id) REFERENCES datasets(id);

alter table dataset_imports
  add constraint dataset_imports_dataset_id_fkey FOREIGN KEY (dataset_id) REFERENCES datasets(id);

alter table dataset_indexes
  add constraint dataset_indexes_content_id_fkey FOREIGN KEY (content_id) REFERENCES dataset_contents(id) ON DELETE CASCADE;

alter table datasets
  add constraint datasets_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id);

alter table datasets
  add constraint datasets_content_id_fkey FOREIGN KEY (content_id) REFERENCES dataset_contents(id);

alter table datasets
  add constraint datasets_newest_content_id_fkey FOREIGN KEY (newest_content_id) REFERENCES dataset_contents(id);

alter table datasets
  add constraint datasets_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id);

alter table deadline_failures
  add constraint deadline_failures_policy_id_fkey FOREIGN KEY (policy_id) REFERENCES policies(id);

alter table deadlines
  add constraint deadlines_clock_id_fkey FOREIGN KEY (clock_id) REFERENCES clocks(id);

alter table deadlines
  add constraint deadlines_policy_id_fkey FOREIGN KEY (policy_id) REFERENCES policies(id);

alter table documents
  add constraint documents_hash_fkey FOREIGN KEY (hash) REFERENCES document_contents(hash);

alter table documents
  add constraint documents_policy_id_fkey FOREIGN KEY (policy_id) REFERENCES policies(id);

alter table dunning_cases
  add constraint dunning_cases_policy_id_fkey FOREIGN KEY (policy_id) REFERENCES policies(id);

alter table dunning_letters
  add constraint dunning_letters_case_id_fkey FOREIGN KEY (case_id) REFERENCES dunning_cases(id);

alter table evidence_links
  add constraint evidence_links_chain_id_fkey FOREIGN KEY (chain_id) REFERENCES evidence_chains(id);

alter table impact_rows
  add constraint impact_rows_impact_id_fkey FOREIGN KEY (impact_id) REFERENCES impacts(id) ON DELETE CASCADE;

alter table impacts
  add constraint impacts_insurer_id_fkey FOREIGN KEY (insurer_id) REFERENCES accounts(id);

alter table integration_versions
  add constraint integration_versions_integration_id_fkey FOREIGN KEY (integration_id) REFERENCES integrations(id);

alter table integrations
  add constraint integrations_distributor_id_fkey FOREIGN KEY (distributor_id) REFERENCES accounts(id);

alter table integrations
  add constraint integrations_live_version_id_fkey FOREIGN KEY (live_version_id) REFERENCES integration_versions(id);

alter table integrations
  add constraint integrations_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id);

alter table items
  add constraint items_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id);

alter table mandates
  add constraint mandates_policy_id_fkey FOREIGN KEY (policy_id) REFERENCES policies(id);

alter table payment_plans
  add constraint payment_plans_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id);

alter table payment_providers
  add constraint payment_providers_insurer_id_fkey FOREIGN KEY (insurer_id) REFERENCES accounts(id);

alter table payments
  add constraint payments_policy_id_fkey FOREIGN KEY (policy_id) REFERENCES policies(id);

alter table policies
  add constraint policies_clock_id_fkey FOREIGN KEY (clock_id) REFERENCES clocks(id);

alter table policies
  add constraint policies_distributor_id_fkey FOREIGN KEY (distributor_id) REFERENCES accounts(id);

alter table policies
  add constraint policies_insurer_id_fkey FOREIGN KEY (insurer_id) REFERENCES accounts(id);

alter table policy_contents
  add constraint policy_contents_policy_id_fkey FOREIGN KEY (policy_id) REFERENCES policies(id);

alter table policy_segments
  add constraint policy_segments_content_id_fkey FOREIGN KEY (content_id) REFERENCES policy_contents(id);

alter table policy_segments
  add constraint policy_segments_version_id_fkey FOREIGN KEY (version_id) REFERENCES policy_versions(id);

alter table policy_versions
  add constraint policy_versions_based_on_fkey FOREIGN KEY (based_on) REFERENCES policy_versions(id);

alter table policy_versions
  add constraint policy_versions_policy_id_fkey FOREIGN KEY (policy_id) REFERENCES policies(id);

alter table portfolio_checks
  add constraint portfolio_checks_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id);

alter table pricing_logics
  add constraint pricing_logics_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id);

alter table pricing_revisions
  add constraint pricing_revisions_pricing_logic_id_fkey FOREIGN KEY (pricing_logic_id) REFERENCES pricing_logics(id);

alter table product_version_files
  add constraint product_version_files_hash_fkey FOREIGN KEY (hash) REFERENCES file_contents(hash);

alter table product_version_files
  add constraint product_version_files_product_version_id_fkey FOREIGN KEY (product_version_id) REFERENCES product_versions(id);

alter table product_version_integrations
  add constraint product_version_integrations_integration_version_id_fkey FOREIGN KEY (integration_version_id) REFERENCES integration_versions(id);

alter table product_version_integrations
  add constraint product_version_integrations_product_version_id_fkey FOREIGN KEY (product_version_id) REFERENCES product_versions(id);

alter table product_version_items
  add constraint product_version_items_item_id_fkey FOREIGN KEY (item_id) REFERENCES items(id);

alter table product_version_items
  add constraint product_version_items_pricing_revision_id_fkey FOREIGN KEY (pricing_revision_id) REFERENCES pricing_revisions(id);

alter table product_version_items
  add constraint product_version_items_product_version_id_fkey FOREIGN KEY (product_version_id) REFERENCES product_versions(id);

alter table product_versions
  add constraint product_versions_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id);

alter table products
  add constraint products_insurer_id_fkey FOREIGN KEY (insurer_id) REFERENCES accounts(id);

alter table products
  add constraint products_live_version_id_fkey FOREIGN KEY (live_version_id) REFERENCES product_versions(id);

alter table refunds
  add constraint refunds_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payments(id);

alter table refunds
  add constraint refunds_policy_id_fkey FOREIGN KEY (policy_id) REFERENCES policies(id);

alter table refunds
  add constraint refunds_policy_version_id_fkey FOREIGN KEY (policy_version_id) REFERENCES policy_versions(id);

alter table removed_dataset_items
  add constraint removed_dataset_items_dataset_id_fkey FOREIGN KEY (dataset_id) REFERENCES datasets(id);

alter table renewals
  add constraint renewals_policy_id_fkey FOREIGN KEY (policy_id) REFERENCES policies(id);

alter table webhook_secrets
  add constraint webhook_secrets_webhook_id_fkey FOREIGN KEY (webhook_id) REFERENCES webhooks(id) ON DELETE CASCADE;

alter table webhooks
  add constraint webhooks_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id);

alter table webhooks
  add constraint webhooks_insurer_id_fkey FOREIGN KEY (insurer_id) REFERENCES accounts(id);

alter sequence event_places owned by events.place;

create trigger audit_entries_are_chained AFTER INSERT ON audit_entries FOR EACH ROW EXECUTE FUNCTION leave_to_chain();

create trigger balances_stay BEFORE DELETE ON balances FOR EACH ROW EXECUTE FUNCTION refuse_change();

create trigger bank_receipts_move BEFORE UPDATE OF state ON bank_receipts FOR EACH ROW WHEN (((old.state <> new.state) AND (((old.state <> 'waiting'::text) OR (new.state <> 'matched'::text)) AND ((old.state <> 'waiting'::text) OR (new.state <> 'unmatched'::text)) AND ((old.state <> 'unmatched'::text) OR (new.state <> 'matched'::text)) AND ((old.state <> 'unmatched'::text) OR (new.state <> 'dismissed'::text))))) EXECUTE FUNCTION refuse_move('receipt');

create trigger bank_receipts_never_change BEFORE UPDATE ON bank_receipts FOR EACH ROW WHEN (((old.id IS DISTINCT FROM new.id) OR (old.insurer_id IS DISTINCT FROM new.insurer_id) OR (old.livemode IS DISTINCT FROM new.livemode) OR (old.amount IS DISTINCT FROM new.amount) OR (old.currency IS DISTINCT FROM new.currency) OR (old.received_on IS DISTINCT FROM new.received_on) OR (old.reference IS DISTINCT FROM new.reference) OR (old.bank_id IS DISTINCT FROM new.bank_id) OR (old.digest IS DISTINCT FROM new.digest) OR (old.ordinal IS DISTINCT FROM new.ordinal) OR (old.imported_at IS DISTINCT FROM new.imported_at))) EXECUTE FUNCTION refuse_change();

create trigger bank_receipts_stay BEFORE DELETE ON bank_receipts FOR EACH ROW EXECUTE FUNCTION refuse_change();

create trigger charges_never_change BEFORE DELETE OR UPDATE ON charges FOR EACH ROW EXECUTE FUNCTION refuse_change();

create trigger clocks_go_forward BEFORE UPDATE ON clocks FOR EACH ROW WHEN ((new.at < old.at)) EXECUTE FUNCTION refuse_turning_back();

create trigger dataset_bindings_never_change BEFORE DELETE OR UPDATE ON dataset_bindings FOR EACH ROW EXECUTE FUNCTION refuse_change();

create trigger dataset_contents_bound_never_change BEFORE UPDATE ON dataset_contents FOR EACH ROW WHEN ((to_jsonb(old.*) IS DISTINCT FROM to_jsonb(new.*))) EXECUTE FUNCTION refuse_change_of_bound();

create trigger dunning_letters_never_change BEFORE UPDATE ON dunning_letters FOR EACH ROW WHEN (((((to_jsonb(old.*) - 'void_at'::text) - 'void_reason'::text) IS DISTINCT FROM ((to_jsonb(new.*) - 'void_at'::text) - 'void_reason'::text)) OR (old.void_at IS NOT NULL))) EXECUTE FUNCTION refuse_change();

create trigger dunning_letters_stay BEFORE DELETE ON dunning_letters FOR EACH ROW EXECUTE FUNCTION refuse_change();

create trigger events_are_numbered BEFORE INSERT ON events FOR EACH ROW EXECUTE FUNCTION number_event();

create trigger fees_never_change BEFORE DELETE OR UPDATE ON fees FOR EACH ROW EXECUTE FUNCTION refuse_change();

create trigger file_contents_never_change BEFORE DELETE OR UPDATE ON file_contents FOR EACH ROW EXECUTE FUNCTION refuse_change();

create trigger integration_versions_never_change BEFORE UPDATE ON integration_versions FOR EACH ROW WHEN (((old.id IS DISTINCT FROM new.id) OR (old.integration_id IS DISTINCT FROM new.integration_id) OR (old.content_hash IS DISTINCT FROM new.content_hash) OR (old.definition IS DISTINCT FROM new.definition) OR ((old.number IS NOT NULL) AND ((old.number IS DISTINCT FROM new.number) OR (old.created_at IS DISTINCT FROM new.created_at))) OR ((old.published_at IS NOT NULL) AND (new.published_at IS DISTINCT FROM old.published_at)))) EXECUTE FUNCTION refuse_change();

create trigger integration_versions_stay BEFORE DELETE ON integration_versions FOR EACH ROW EXECUTE FUNCTION refuse_change();

create trigger invoice_numbers_never_change BEFORE DELETE OR UPDATE ON invoice_numbers FOR EACH ROW EXECUTE FUNCTION refuse_change();

create trigger invoices_move BEFORE UPDATE OF state ON invoices FOR EACH ROW WHEN (((old.state <> new.state) AND (((old.state <> 'proposed'::text) OR (new.state <> 'open'::text)) AND ((old.state <> 'proposed'::text) OR (new.state <> 'settled'::text)) AND ((old.state <> 'proposed'::text) OR (new.state <> 'void'::text)) AND ((old.state <> 'open'::text) OR (new.state <> 'settled'::text)) AND ((old.state <> 'open'::text) OR (new.state <> 'void'::text)) AND ((old.state <> 'open'::text) OR (new.state <> 'written_off'::text)) AND ((old.state <> 'settled'::text) OR (new.state <> 'open'::text))))) EXECUTE FUNCTION refuse_move('invoice');

create trigger invoices_never_change BEFORE UPDATE ON invoices FOR EACH ROW WHEN (((old.id IS DISTINCT FROM new.id) OR (old.policy_id IS DISTINCT FROM new.policy_id) OR (old.version_id IS DISTINCT FROM new.version_id) OR (old.total IS DISTINCT FROM new.total) OR (old.due_day IS DISTINCT FROM new.due_day) OR (old.lines IS DISTINCT FROM new.lines) OR (old.token_hash IS DISTINCT FROM new.token_hash) OR (old.created_at IS DISTINCT FROM new.created_at) OR (old.kind IS DISTINCT FROM new.kind) OR (old.insurer_id IS DISTINCT FROM new.insurer_id) OR (old.product_id IS DISTINCT FROM new.product_id) OR (old.livemode IS DISTINCT FROM new.livemode) OR (old.currency IS DISTINCT FROM new.currency) OR (old.issue_day IS DISTINCT FROM new.issue_day) OR (old.corrects IS DISTINCT FROM new.corrects) OR ((new.open > old.open) AND ((new.state <> 'open'::text) OR (old.state <> ALL (ARRAY['open'::text, 'settled'::text])))) OR ((old.state <> 'proposed'::text) AND ((old.charges_from IS DISTINCT FROM new.charges_from) OR (old.charges_to IS DISTINCT FROM new.charges_to))))) EXECUTE FUNCTION refuse_change();

create trigger invoices_open_again BEFORE UPDATE ON invoices FOR EACH ROW WHEN ((new.open > old.open)) EXECUTE FUNCTION refuse_growth();

create trigger invoices_stay BEFORE DELETE ON invoices FOR EACH ROW EXECUTE FUNCTION refuse_change();

create trigger mandates_never_change BEFORE UPDATE ON mandates FOR EACH ROW WHEN (((old.state <> 'active'::text) OR ((old.id IS DISTINCT FROM new.id) OR (old.policy_id IS DISTINCT FROM new.policy_id) OR (old.provider IS DISTINCT FROM new.provider) OR (old.method IS DISTINCT FROM new.method) OR (old.given_by IS DISTINCT FROM new.given_by) OR (old.created_at IS DISTINCT FROM new.created_at)))) EXECUTE FUNCTION refuse_change();

create trigger mandates_stay BEFORE DELETE ON mandates FOR EACH ROW EXECUTE FUNCTION refuse_change();

create trigger policy_contents_never_change BEFORE UPDATE ON policy_contents FOR EACH ROW WHEN (((old.blanked_at IS NOT NULL) OR (new.blanked_at IS NULL) OR ((old.id IS DISTINCT FROM new.id) OR (old.policy_id IS DISTINCT FROM new.policy_id)))) EXECUTE FUNCTION refuse_change();

create trigger policy_contents_stay BEFORE DELETE ON policy_contents FOR EACH ROW EXECUTE FUNCTION refuse_change();

create trigger policy_segments_never_change BEFORE DELETE OR UPDATE ON policy_segments FOR EACH ROW EXECUTE FUNCTION refuse_change();

create trigger policy_versions_move BEFORE UPDATE OF state ON policy_versions FOR EACH ROW WHEN (((old.state <> new.state) AND (((old.state <> 'processing'::text) OR (new.state <> 'active'::text)) AND ((old.state <> 'processing'::text) OR (new.state <> 'proposed'::text)) AND ((old.state <> 'processing'::text) OR (new.state <> 'failed'::text)) AND ((old.state <> 'proposed'::text) OR (new.state <> 'active'::text)) AND ((old.state <> 'proposed'::text) OR (new.state <> 'preempted'::text)) AND ((old.state <> 'proposed'::text) OR (new.state <> 'lapsed'::text)) AND ((old.state <> 'active'::text) OR (new.state <> 'superseded'::text))))) EXECUTE FUNCTION refuse_move('version');

create trigger policy_versions_never_change BEFORE UPDATE ON policy_versions FOR EACH ROW WHEN (((old.id IS DISTINCT FROM new.id) OR (old.policy_id IS DISTINCT FROM new.policy_id) OR (old.kind IS DISTINCT FROM new.kind) OR (old.details IS DISTINCT FROM new.details) OR (old.number IS DISTINCT FROM new.number) OR (old.based_on IS DISTINCT FROM new.based_on) OR (old.effective_day IS DISTINCT FROM new.effective_day) OR (old.requested_by IS DISTINCT FROM new.requested_by) OR (old.created_at IS DISTINCT FROM new.created_at) OR ((old.terms IS NOT NULL) AND ((old.terms IS DISTINCT FROM new.terms) OR (old.ending IS DISTINCT FROM new.ending))))) EXECUTE FUNCTION refuse_change();

create trigger policy_versions_stay BEFORE DELETE ON policy_versions FOR EACH ROW EXECUTE FUNCTION refuse_change();

create trigger postings_never_change BEFORE DELETE OR UPDATE ON postings FOR EACH ROW EXECUTE FUNCTION refuse_change();

create trigger pricing_revisions_never_change BEFORE UPDATE ON pricing_revisions FOR EACH ROW WHEN (((old.id IS DISTINCT FROM new.id) OR (old.pricing_logic_id IS DISTINCT FROM new.pricing_logic_id) OR (old.content_hash IS DISTINCT FROM new.content_hash) OR (old.kind IS DISTINCT FROM new.kind) OR (old.created_at IS DISTINCT FROM new.created_at))) EXECUTE FUNCTION refuse_change();

create trigger pricing_revisions_stay BEFORE DELETE ON pricing_revisions FOR EACH ROW EXECUTE FUNCTION refuse_change();

create trigger product_version_files_never_change BEFORE DELETE OR UPDATE ON product_version_files FOR EACH ROW EXECUTE FUNCTION refuse_change();

create trigger product_version_integrations_never_change BEFORE DELETE OR UPDATE ON product_version_integrations FOR EACH ROW EXECUTE FUNCTION refuse_change();

create trigger product_version_items_never_change BEFORE DELETE OR UPDATE ON product_version_items FOR EACH ROW EXECUTE FUNCTION refuse_change();

create trigger product_versions_never_change BEFORE UPDATE ON product_versions FOR EACH ROW WHEN (((old.id IS DISTINCT FROM new.id) OR (old.product_id IS DISTINCT FROM new.product_id) OR (old.content_hash IS DISTINCT FROM new.content_hash) OR (old.definition IS DISTINCT FROM new.definition) OR ((old.number IS NOT NULL) AND ((old.number IS DISTINCT FROM new.number) OR (old.created_at IS DISTINCT FROM new.created_at))) OR ((old.published_at IS NOT NULL) AND (new.published_at IS DISTINCT FROM old.published_at)))) EXECUTE FUNCTION refuse_change();

create trigger product_versions_stay BEFORE DELETE ON product_versions FOR EACH ROW EXECUTE FUNCTION refuse_change();

revoke execute on function allow_search_inside_texts() from public;

revoke execute on function count_dataset_content(bigint,json) from public;

revoke execute on function create_dataset_content(bigint,json,text) from public;

revoke execute on function drop_dataset_content(bigint) from public;

revoke execute on function drop_dataset_index(bigint,text) from public;

revoke execute on function index_dataset_content(bigint,text,text,boolean) from public;
