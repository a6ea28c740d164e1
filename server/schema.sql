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
comment on function allow_search_inside_texts() is
  'Creates the extension with the rights of the owner. A server that does not have it refuses.';

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
comment on function count_dataset_content(bigint,json) is
  'Sets how finely the values of columns are sampled, and collects the statistics of the planner.';

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
comment on function create_dataset_content(bigint,json,text) is
  'Tables of datasets are created at run time, with the rights of the owner: a serving role need '
  'not create anything. What becomes part of a statement is checked first.';

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
comment on function drop_dataset_content(bigint) is
  'Drops the table of a content with the rights of the owner.';

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
comment on function drop_dataset_index(bigint,text) is
  'Drops an index of a content with the rights of the owner.';

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
comment on function find_dataset_items(text[],text) is
  'Items by their ids in one round trip: as the product version is bound to them, or as they are '
  'live.';

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
comment on function find_dataset_literals(jsonb,text,integer) is
  'Which texts are values of datasets, in one round trip. A large dataset is never read as a '
  'whole: where no index serves a column, the column is returned as unserved. A group names a '
  'dataset, a field or all, and each text as it is, as its beginning, as that without case and '
  'accents, and as a number.';

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
comment on function hold(boolean,text) is
  'Lets one statement do the work of a transaction: where a condition does not hold, nothing of '
  'the statement takes effect.';

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
comment on function index_dataset_content(bigint,text,text,boolean) is
  'Creates an index of a content with the rights of the owner. The definition becomes part of a '
  'statement, so it is checked first.';

create function leave_to_chain()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into unchained_audit (entry_id) values (new.id);
  return null;
end $function$;
comment on function leave_to_chain() is 'Queues an audit entry for the evidence chain.';

create function ledger_lock(insurer text, is_live boolean)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select hashtextextended(insurer || case when is_live then ' live' else ' test' end, 82)
$function$;
comment on function ledger_lock(text,boolean) is
  'The advisory lock of the ledger of an insurer in a mode. Who posts shares it, who closes a '
  'month has it alone.';

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
comment on function number_event() is
  'The transaction gets its id before a place is drawn, and the feed relies on it. Indexes are '
  'forced: a plan from the time of a small table would read all events.';

create function posting_day(insurer text, is_live boolean, day date)
 RETURNS date
 LANGUAGE plpgsql
 STABLE
AS $function$
begin
  return greatest(day, (
    select max(last_day) + 1 from closings where insurer_id = insurer and livemode = is_live));
end $function$;
comment on function posting_day(text,boolean,date) is
  'The day on which a posting is posted: the given one, or the first open day where its month is '
  'closed.';

create function refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'rows of % are written once: make a new version instead', tg_table_name
    using errcode = 'restrict_violation';
end $function$;
comment on function refuse_change() is
  'The database itself refuses to change or delete rows that are written once, whoever asks.';

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
comment on function refuse_change_of_bound() is
  'Refuses a change of a content that a product version is bound to.';

create function refuse_closed_month()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform pg_advisory_xact_lock_shared(ledger_lock(insurer_id, livemode))
  from (select distinct insurer_id, livemode from written) as ledger;
  if exists (
    select from closings c join written w on w.insurer_id = c.insurer_id
      and w.livemode = c.livemode and w.booking_day <= c.last_day)
  then
    raise exception 'a month is closed: no % are added to it', tg_table_name
      using errcode = 'serialization_failure';
  end if;
  return null;
end $function$;
comment on function refuse_closed_month() is
  'Refuses rows that are posted into a closed month, and lets nobody close one until the '
  'transaction ends. A transaction that began before a month was closed is run again, and then '
  'posts into the next.';

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
comment on function refuse_growth() is 'Refuses to open an invoice by more than was charged back.';

create function refuse_move()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'a % that is % does not become %', tg_argv[0], old.state, new.state
    using errcode = 'restrict_violation';
end $function$;
comment on function refuse_move() is
  'Refuses a transition of states. The condition of the trigger lists those that are allowed, and '
  'its argument names the record.';

create function refuse_turning_back()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'clock % is not turned back', old.id using errcode = 'restrict_violation';
end $function$;
comment on function refuse_turning_back() is 'Refuses to turn a test clock back.';

create sequence event_places;
comment on sequence event_places is
  'Where events stand among all others, in the sequence in which they are written. Places have '
  'gaps; positions in the feed have none.';

create table accepted_differences (
  item_id text collate "C" not null,
  accepted bigint not null,
  reason text not null,
  accepted_by text collate "C" not null,
  accepted_at timestamp with time zone not null,
  constraint accepted_differences_pkey PRIMARY KEY (item_id),
  constraint accepted_differences_reason_check CHECK ((reason <> ''::text))
);
comment on table accepted_differences is
  'Differences of the reconciliation that a person has accepted as known.';
comment on column accepted_differences.accepted is
  'The difference that was accepted, in minor units. It counts as long as that is still the '
  'difference.';
comment on column accepted_differences.accepted_by is 'The person or the key.';

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
comment on table access_tokens is
  'Tokens that let their bearer read the locked datasets of one account. Only a hash is stored, '
  'so that a copy of the database opens nothing.';

create table accounts (
  id text collate "C" not null,
  kind text not null,
  key text not null,
  name text not null,
  created_at timestamp with time zone not null,
  created_by text collate "C",
  mail_address text,
  constraint accounts_pkey PRIMARY KEY (id),
  constraint accounts_kind_check CHECK ((kind = ANY (ARRAY['insurer'::text, 'distributor'::text])))
);
comment on table accounts is 'Insurers, which own products, and distributors, which sell them.';
comment on column accounts.key is 'A short name for people and files, never a credential.';
comment on column accounts.created_by is
  'The insurer that created the account and manages it. Null for an independent account, as every '
  'insurer is.';
comment on column accounts.mail_address is
  'Where mails about the sales of a distributor go; null where it gets none.';

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
  roles text[],
  constraint api_keys_pkey PRIMARY KEY (id),
  constraint api_keys_hash_key UNIQUE (hash),
  constraint api_keys_kind_check CHECK ((kind = ANY (ARRAY['public'::text, 'secret'::text]))),
  constraint api_keys_restricted CHECK (((roles IS NULL) OR ((kind = 'secret'::text) AND (cardinality(roles) > 0))))
);
comment on table api_keys is
  'API keys of accounts. Only hashes are stored: a key is shown once, when it is created.';
comment on column api_keys.hint is
  'The last characters of the key, by which a person recognises it in a list.';
comment on column api_keys.last_used_on is
  'A day and no moment, so that a key is written once a day and not with every request.';
comment on column api_keys.expires_at is
  'Set once, by a rotation: until then the old key works beside the new one.';
comment on column api_keys.roles is
  'The roles of a restricted key, by their keys. Null where the key may do whatever its kind and '
  'its account allow.';

create table approval_rules (
  account_id text collate "C" not null,
  act text not null,
  above jsonb,
  constraint approval_rules_pkey PRIMARY KEY (account_id, act)
);
comment on table approval_rules is 'The acts that need a second person in an account.';
comment on column approval_rules.above is
  'The largest amounts that one person is enough for, by currency. Null: one is never enough.';

create table approvals (
  id text collate "C" not null,
  account_id text collate "C" not null,
  livemode boolean not null,
  act text not null,
  call text not null,
  method text not null,
  path text not null,
  body text,
  subject_id text collate "C" not null,
  amount bigint,
  currency text,
  product_id text collate "C",
  distributor_id text collate "C",
  reason text not null,
  status text not null,
  requested_by text collate "C" not null,
  requested_with text collate "C" not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  decided_by text collate "C",
  decided_at timestamp with time zone,
  comment text,
  constraint approvals_pkey PRIMARY KEY (id),
  constraint approvals_status CHECK ((status = ANY (ARRAY['pending'::text, 'approved'::text, 'declined'::text, 'withdrawn'::text, 'expired'::text]))),
  constraint approvals_two_people CHECK (((status <> 'approved'::text) OR (decided_by <> requested_by)))
);
comment on table approvals is
  'Calls that need a second person: requested by one, approved or declined by another.';
comment on column approvals.livemode is
  'The mode of the request. Acts of both modes are shown in both.';
comment on column approvals.call is 'The operationId of the call that method, path and body make.';
comment on column approvals.body is
  'Sealed, since it may have secrets and personal data. Deleted with the decision.';
comment on column approvals.product_id is
  'Product and distributor of the act, for limited permissions. Null where it concerns neither.';
comment on column approvals.requested_with is 'The session or personal token of the request.';
comment on column approvals.decided_by is 'Null while it is pending, and where it has expired.';

create table audit_entries (
  id text collate "C" not null,
  account_id text collate "C" not null,
  key_id text collate "C",
  action text not null,
  subject_id text collate "C" not null,
  before jsonb,
  after jsonb,
  created_at timestamp with time zone not null,
  livemode boolean,
  user_id text collate "C",
  session_id text collate "C",
  address text,
  request_id text,
  form smallint default 2 not null,
  constraint audit_entries_pkey PRIMARY KEY (id),
  constraint audit_entries_one_actor CHECK (((key_id IS NULL) OR (user_id IS NULL)))
);
comment on table audit_entries is
  'The audit log: who changed what, and when. An entry is written in the transaction of its '
  'change. A serving role may add entries, but neither change nor delete them.';
comment on column audit_entries.account_id is 'The insurer whose log has the entry.';
comment on column audit_entries.key_id is
  'The API key that made the change. Null where a person did, or an operator on the machine.';
comment on column audit_entries.before is 'The state before the change, without secrets.';
comment on column audit_entries.after is 'The state after the change, without secrets.';
comment on column audit_entries.livemode is
  'The mode of the sale. Null where the entry concerns both modes, such as a product.';
comment on column audit_entries.user_id is 'The person who made the change.';
comment on column audit_entries.session_id is 'The session or personal token of the person.';
comment on column audit_entries.address is 'The network address of the request.';
comment on column audit_entries.form is
  'The form of the link that proves the entry. The first knew keys alone.';

create table balances (
  policy_id text collate "C" not null,
  receivable bigint not null,
  customer_credit bigint not null,
  refunds_payable bigint default 0 not null,
  cash bigint not null,
  collected_elsewhere bigint not null,
  written_off bigint default 0 not null,
  charged_back bigint default 0 not null,
  granted bigint default 0 not null,
  constraint balances_pkey PRIMARY KEY (policy_id),
  constraint balances_charged_back_check CHECK ((charged_back >= 0)),
  constraint balances_come_in CHECK (((((LEAST(cash, (0)::bigint) + LEAST(collected_elsewhere, (0)::bigint)) + charged_back) + GREATEST(granted, (0)::bigint)) >= 0)),
  constraint balances_customer_credit_check CHECK ((customer_credit >= 0)),
  constraint balances_owe_one_way CHECK (((receivable = 0) OR (customer_credit = 0))),
  constraint balances_receivable_check CHECK ((receivable >= 0)),
  constraint balances_refunds_payable_check CHECK ((refunds_payable >= 0)),
  constraint balances_written_off_check CHECK ((written_off >= 0))
);
comment on table balances is
  'What is owed and what came in, summed over the postings of each policy since its sale. Written '
  'with the policy locked, in the transaction of the postings. Amounts are in minor units.';
comment on column balances.receivable is 'What the policyholder owes.';
comment on column balances.customer_credit is
  'What the policyholder is owed. It pays the next charge, or is refunded.';
comment on column balances.refunds_payable is 'Refunds that were decided and are not paid out yet.';
comment on column balances.cash is 'Money that came in at the insurer and was not returned.';
comment on column balances.collected_elsewhere is
  'Money that came in at a collecting agent and was not returned.';
comment on column balances.written_off is
  'What is no longer asked for, and was neither paid nor charged less since.';
comment on column balances.charged_back is 'All money that was ever charged back. It only grows.';
comment on column balances.granted is
  'What goodwill gave and was not taken back, and all that corrections by hand gave. What '
  'corrections charge leaves it as it is: what was given may have been paid out.';
comment on constraint balances_come_in on balances is
  'No more is returned than came in. Charge-backs are an exception, since money can be refunded '
  'first and charged back later, and what was given by hand.';
comment on constraint balances_owe_one_way on balances is
  'Credit pays what is owed before anything else does.';

create table bank_accounts (
  owner text collate "C" not null,
  payment_id text collate "C",
  country text not null,
  last4 text not null,
  ring_key_id text collate "C" not null,
  sealed_key bytea not null,
  sealed_data bytea not null,
  constraint bank_accounts_pkey PRIMARY KEY (owner)
);
comment on table bank_accounts is
  'Bank accounts of customers: the IBAN and its holder, sealed as in policy_secrets.';
comment on column bank_accounts.owner is
  'The receipt of a bank file, the payment or the payout that the account belongs to.';
comment on column bank_accounts.payment_id is
  'The payment that came from it. Null for the account of a payout, and for a receipt without '
  'invoice.';
comment on column bank_accounts.last4 is
  'The last four characters of the IBAN, which may be shown.';

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
  constraint bank_receipts_dismissed CHECK (((state = 'dismissed'::text) = (reason IS NOT NULL))),
  constraint bank_receipts_matched_have_payment CHECK (((state = 'matched'::text) = (payment_id IS NOT NULL))),
  constraint bank_receipts_ordinal_check CHECK ((ordinal > 0)),
  constraint bank_receipts_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'unmatched'::text, 'matched'::text, 'dismissed'::text]))),
  constraint bank_receipts_unmatched CHECK (((state <> 'unmatched'::text) OR (why IS NOT NULL)))
);
comment on table bank_receipts is
  'Money that came in by bank: one row for each line of an imported file, stored once however '
  'often the file is sent. It is posted as a payment, waits for a person, or is dismissed. '
  'Amounts are in minor units.';
comment on column bank_receipts.bank_id is
  'What the bank calls the line. Null where its file does not say.';
comment on column bank_receipts.digest is
  'SHA-256 of amount, currency, day and reference: lines that say the same have the same digest.';
comment on column bank_receipts.ordinal is
  'Counts lines with the same digest, so that two equal lines of a file are two receipts.';
comment on column bank_receipts.state is
  'A waiting line is read and about to be posted. An unmatched one is left to a person.';
comment on column bank_receipts.why is
  'Why the platform found no invoice for the line. It stays when a person matches the line later.';
comment on column bank_receipts.payment_id is 'The payment that the line was posted as.';
comment on column bank_receipts.reason is 'Why a person dismissed the line.';
comment on column bank_receipts.settled_at is 'When the line was matched or dismissed.';

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
  booking_day date not null,
  days_before integer default 0 not null,
  constraint charges_pkey PRIMARY KEY (policy_id, period_first_day, version_id),
  constraint charges_numbers UNIQUE (policy_id, number),
  constraint charges_check CHECK ((period_last_day >= period_first_day)),
  constraint charges_counted CHECK ((number > 0)),
  constraint charges_days_before_check CHECK ((days_before >= 0)),
  constraint charges_whole_days_check CHECK ((whole_days > 0))
);
comment on table charges is
  'What the billing periods of a policy cost. The first charge of a period is its price. Each '
  'later one is the difference that a policy version makes, and may be below zero. Without '
  'foreign keys: rows are written with the policy locked, and policies are never deleted. Amounts '
  'are in minor units.';
comment on column charges.version_id is
  'The policy version that makes the period cost this much more or less. It charges each period '
  'once.';
comment on column charges.whole_days is
  'Over how many days a whole price is spread: more than the period lasts where the term ends '
  'early.';
comment on column charges.amount is 'The gross amount, with tax and fee.';
comment on column charges.commission is
  'The distributor''s part of the net premium. It is recorded and not posted.';
comment on column charges.number is
  '1, 2, 3 and so on within the policy. Invoices name the charges that they show by it.';
comment on column charges.booking_day is 'The day on which its postings are posted.';
comment on column charges.days_before is
  'How many of the whole days lie before the period: more than 0 where a payment plan began '
  'within it.';

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
comment on table clocks is
  'Test clocks. A clock stands still until it is advanced, and never goes back. Policies of test '
  'mode that are sold on it live by it.';
comment on column clocks.at is 'The moment that the clock shows.';
comment on column clocks.target is 'Where it is being advanced to, or was when that failed.';
comment on column clocks.turn is
  'Counts the jobs that took the clock over. A job that lost its turn moves the clock no further.';
comment on column clocks.excused is
  'Ids of jobs that had failed before the advance, which does not wait for them. Null until they '
  'are looked up.';
comment on column clocks.published is
  'Product versions that are published on this clock alone, by product id.';

create table closings (
  id text collate "C" not null,
  insurer_id text collate "C" not null,
  livemode boolean not null,
  month date not null,
  last_day date not null,
  state text not null,
  closed_at timestamp with time zone not null,
  closed_by jsonb not null,
  postings bigint,
  totals jsonb,
  digest bytea,
  constraint closings_pkey PRIMARY KEY (id),
  constraint closings_once UNIQUE (insurer_id, livemode, month),
  constraint closings_month_check CHECK (((EXTRACT(day FROM month) = (1)::numeric) AND (last_day = ((month + '1 mon'::interval) - '1 day'::interval)))),
  constraint closings_state_check CHECK ((state = ANY (ARRAY['summing'::text, 'closed'::text]))),
  constraint closings_summed CHECK (((state = 'closed'::text) = ((postings IS NOT NULL) AND (totals IS NOT NULL) AND (digest IS NOT NULL))))
);
comment on table closings is
  'Months in which nothing is posted any more. They close one after the other and never reopen.';
comment on column closings.state is
  'From its first moment on, nothing is posted into the month. A summing one has no totals yet.';
comment on column closings.closed_by is 'The person or key that closed it.';
comment on column closings.postings is
  'How many postings were posted in it, and before it where it is the first that was closed.';
comment on column closings.totals is 'What was debited and credited, by currency and account.';
comment on column closings.digest is
  'SHA-256 over the digest of the month before and all postings, in the sequence of the journal.';

create table commission_agreements (
  id text collate "C" not null,
  number bigint generated always as identity not null,
  insurer_id text collate "C" not null,
  distributor_id text collate "C" not null,
  first_day date not null,
  earned text not null,
  liability_months integer,
  payout text not null,
  created_at timestamp with time zone not null,
  constraint commission_agreements_pkey PRIMARY KEY (id),
  constraint commission_agreements_one_a_day UNIQUE (insurer_id, distributor_id, first_day),
  constraint commission_agreements_earned_check CHECK ((earned = ANY (ARRAY['premium'::text, 'payment'::text]))),
  constraint commission_agreements_liability_check CHECK (((liability_months >= 0) AND (liability_months <= 120))),
  constraint commission_agreements_payout_check CHECK ((payout = ANY (ARRAY['paid_out'::text, 'set_off'::text])))
);
comment on table commission_agreements is
  'What an insurer and a distributor have agreed about commission. A policy keeps the agreement '
  'of the day on which it was sold.';
comment on column commission_agreements.first_day is 'It holds for policies sold from this day on.';
comment on column commission_agreements.earned is
  'Whether commission is earned when a period is charged, or as far as the invoice is paid.';
comment on column commission_agreements.liability_months is
  'How long after the start of cover a cancellation takes commission back; null without end.';
comment on column commission_agreements.payout is
  'Whether statements are paid out, or set off against premium that the distributor collects.';

create table commission_entries (
  id text collate "C" not null,
  number bigint generated always as identity not null,
  policy_id text collate "C" not null,
  insurer_id text collate "C" not null,
  distributor_id text collate "C" not null,
  product_id text collate "C" not null,
  agreement_id text collate "C" not null,
  livemode boolean not null,
  currency text not null,
  amount bigint not null,
  cause text not null,
  version_id text collate "C",
  invoice_id text collate "C",
  happened_at timestamp with time zone not null,
  booking_day date not null,
  created_at timestamp with time zone not null,
  constraint commission_entries_pkey PRIMARY KEY (id),
  constraint commission_entries_amount_check CHECK ((amount <> 0)),
  constraint commission_entries_cause_check CHECK ((cause = ANY (ARRAY['charge'::text, 'payment'::text, 'charge_back'::text, 'write_off'::text, 'invoice'::text])))
);
comment on table commission_entries is
  'Commission that distributors have earned by their policies, and below zero what was taken '
  'back. Each is posted. Amounts are in minor units.';
comment on column commission_entries.number is 'The order in which they were made.';
comment on column commission_entries.version_id is
  'The version that charged; null for other causes.';
comment on column commission_entries.invoice_id is
  'The invoice that was paid or is owed again; null where it was none, or several.';
comment on column commission_entries.happened_at is
  'When its cause happened, on the clock of the policy.';
comment on column commission_entries.booking_day is
  'The day of its posting: that of its cause, or the first open day after a closed month and '
  'after the last statement of the distributor.';

create table commission_feed (
  is_only boolean default true not null,
  "position" bigint not null,
  constraint commission_feed_pkey PRIMARY KEY (is_only),
  constraint commission_feed_is_only_check CHECK (is_only)
);
comment on table commission_feed is
  'One row: up to which position of the event feed commission was computed.';

create table commission_statements (
  id text collate "C" not null,
  insurer_id text collate "C" not null,
  distributor_id text collate "C" not null,
  livemode boolean not null,
  currency text not null,
  month date not null,
  last_day date not null,
  carried_forward bigint not null,
  earned bigint not null,
  clawed_back bigint not null,
  entries integer not null,
  payout text not null,
  created_at timestamp with time zone not null,
  done_at timestamp with time zone,
  done_on date,
  reference text,
  constraint commission_statements_pkey PRIMARY KEY (id),
  constraint commission_statements_once UNIQUE (insurer_id, distributor_id, livemode, currency, month),
  constraint commission_statements_amounts_check CHECK (((carried_forward <= 0) AND (earned >= 0) AND (clawed_back <= 0))),
  constraint commission_statements_done_check CHECK ((((done_at IS NULL) = (done_on IS NULL)) AND ((done_at IS NULL) = (reference IS NULL)) AND ((done_at IS NULL) OR (((carried_forward + earned) + clawed_back) > 0)))),
  constraint commission_statements_month_check CHECK (((EXTRACT(day FROM month) = (1)::numeric) AND (last_day = ((month + '1 mon'::interval) - '1 day'::interval)))),
  constraint commission_statements_payout_check CHECK ((payout = ANY (ARRAY['paid_out'::text, 'set_off'::text])))
);
comment on table commission_statements is
  'What a distributor has earned in a month. Its entries are those that are posted after the '
  'statement before and up to its last day: no more come. Amounts are in minor units.';
comment on column commission_statements.carried_forward is
  'What the distributor owed by the statement before, below zero.';
comment on column commission_statements.clawed_back is 'What was taken back, below zero.';
comment on column commission_statements.done_on is
  'The day on which it was paid out or set off, as a person says.';

create table customer_joins (
  id text collate "C" not null,
  number bigint generated always as identity not null,
  insurer_id text collate "C" not null,
  livemode boolean not null,
  customer_id text collate "C" not null,
  into_id text collate "C" not null,
  reason text not null,
  joined_by text collate "C" not null,
  joined_at timestamp with time zone not null,
  split_reason text,
  split_by text collate "C",
  split_at timestamp with time zone,
  constraint customer_joins_pkey PRIMARY KEY (id),
  constraint customer_joins_of_two CHECK ((customer_id <> into_id)),
  constraint customer_joins_split_once CHECK ((((split_at IS NULL) = (split_by IS NULL)) AND ((split_at IS NULL) = (split_reason IS NULL))))
);
comment on table customer_joins is
  'Customers that a person found to be one. No policy changes: a join that is split leaves '
  'everything as it was. A customer of whom nobody said anything has no row anywhere: policies '
  'name it.';
comment on column customer_joins.number is 'The order in which they were joined.';
comment on column customer_joins.into_id is
  'The customer that stands for both, unless it is joined into another itself.';
comment on column customer_joins.joined_by is 'The key or the person. The audit log has more.';
comment on column customer_joins.split_at is 'Null while the join holds.';

create table daily_figures (
  insurer_id text collate "C" not null,
  livemode boolean not null,
  day date not null,
  product_id text collate "C" not null,
  distributor_id text collate "C" not null,
  currency text not null,
  quotes integer not null,
  sold integer not null,
  ended integer not null,
  written bigint not null,
  charged bigint not null,
  collected bigint not null,
  written_off bigint not null,
  owed bigint not null,
  constraint daily_figures_pkey PRIMARY KEY (insurer_id, livemode, day, product_id, distributor_id, currency)
);
comment on table daily_figures is
  'What happened on each day, by product, distributor and currency. A job computes today again '
  'and again, and all other days in turns, from quotes, events and postings: rows that are lost '
  'come back. Amounts are in minor units.';
comment on column daily_figures.ended is 'Policies that were cancelled, withdrawn or lapsed.';
comment on column daily_figures.written is 'Net premium.';
comment on column daily_figures.owed is 'By how much more policyholders owe.';

create table dataset_bindings (
  product_version_id text collate "C" not null,
  dataset_id text collate "C" not null,
  content_id integer not null,
  constraint dataset_bindings_pkey PRIMARY KEY (product_version_id, dataset_id)
);
comment on table dataset_bindings is
  'The contents that came with the folder of a product version. A pushed draft therefore changes '
  'no live price, and publishing switches the version and its contents together.';

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
comment on table dataset_contents is
  'One state of a dataset: the items and their description. The items have a table of their own, '
  'dataset_content_<id>. An import that changes much fills a new table and then switches the '
  'dataset to it, so that readers see the old items or the new ones and never a mix.';
comment on column dataset_contents.layout is
  'Which columns of the items'' table have which field in which language, and the collation of '
  'each language.';
comment on column dataset_contents.items is 'The number of items.';
comment on column dataset_contents.content_hash is
  'Of the items. Empty while the table is being filled.';
comment on column dataset_contents.retired_at is
  'Since when no dataset points to the content. It is dropped when no statement can still read '
  'it, unless a product version is bound to it.';

create table dataset_imports (
  stamp text collate "C" not null,
  dataset_id text collate "C" not null,
  constraint dataset_imports_pkey PRIMARY KEY (stamp)
);
comment on table dataset_imports is
  'The moments of all imports. An item''s id has the moment of its import, so that an id leads to '
  'its dataset without a list of all items.';
comment on column dataset_imports.stamp is
  'The first twelve digits of the ids of its items. No two imports share them.';

create table dataset_indexes (
  content_id integer not null,
  shape text not null,
  constraint dataset_indexes_pkey PRIMARY KEY (content_id, shape)
);
comment on table dataset_indexes is
  'Indexes that were built because somebody searched or sorted a content that way.';
comment on column dataset_indexes.shape is
  'The searches and sorts that the index serves, as JSON. It names fields, not columns, so that '
  'the next content can have the same index.';

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
comment on table datasets is 'Reference data that answers choose from and prices use.';
comment on column datasets.content_id is
  'The live content. Null while only drafts have the dataset.';
comment on column datasets.once_hidden is
  'Fields that were ever hidden. Policies keep items with fields that the dataset has no longer: '
  'these stay hidden from accounts that do not own it.';
comment on column datasets.product_id is
  'The product whose folder brings the dataset. Null where it was imported on its own.';
comment on column datasets.newest_content_id is
  'The content that was brought last, live or not. Its items, and the removed ones, keep their '
  'ids by their keys.';

create table deadline_failures (
  policy_id text collate "C" not null,
  attempts integer not null,
  reason text not null,
  failed_at timestamp with time zone not null,
  retry_at timestamp with time zone not null,
  constraint deadline_failures_pkey PRIMARY KEY (policy_id),
  constraint deadline_failures_attempts_check CHECK ((attempts > 0))
);
comment on table deadline_failures is
  'Policies of which something due failed. Nothing else that is due is done for such a policy '
  'before the next attempt, so that its deadlines stay in sequence. The pauses grow.';

create table deadlines (
  policy_id text collate "C" not null,
  kind text not null,
  key text collate "C" not null,
  due_at timestamp with time zone not null,
  done_at timestamp with time zone,
  clock_id text collate "C",
  constraint deadlines_pkey PRIMARY KEY (policy_id, kind, key),
  constraint deadlines_kind_check CHECK ((kind = ANY (ARRAY['proposal'::text, 'settlement'::text, 'collection'::text, 'instalment'::text, 'renewal'::text, 'next_term'::text, 'dunning'::text])))
);
comment on table deadlines is
  'What is to happen to a policy at a known moment. That an offer lapses, a policy ends or a next '
  'term is priced is in the row of the policy instead.';
comment on column deadlines.key is
  'What the deadline is about, such as an invoice. The same key is the same deadline.';
comment on column deadlines.done_at is 'Null while the deadline is open.';
comment on column deadlines.clock_id is
  'The test clock of the policy, for the indexes. Null for true time.';

create table debit_notices (
  invoice_id text collate "C" not null,
  policy_id text collate "C" not null,
  attempt integer not null,
  amount bigint not null,
  debit_on date not null,
  notified_at timestamp with time zone not null,
  constraint debit_notices_pkey PRIMARY KEY (invoice_id),
  constraint debit_notices_amount_check CHECK ((amount > 0)),
  constraint debit_notices_attempt_check CHECK ((attempt > 0))
);
comment on table debit_notices is
  'The next debit of an invoice, as customers were notified of it: how much is taken, and when. '
  'Amounts are in minor units.';

create table deferrals (
  id text collate "C" not null,
  number bigint generated always as identity not null,
  invoice_id text collate "C" not null,
  policy_id text collate "C" not null,
  version_id text collate "C" not null,
  due_before date not null,
  due_day date not null,
  open bigint not null,
  reason text not null,
  booking_day date not null,
  deferred_at timestamp with time zone not null,
  constraint deferrals_pkey PRIMARY KEY (id),
  constraint deferrals_later CHECK ((due_day > due_before))
);
comment on table deferrals is
  'Due days of invoices that were moved to a later day. Each keeps the day before, so that '
  'documents and reports of the past stay as they were.';
comment on column deferrals.number is 'The order in which they were made.';
comment on column deferrals.version_id is 'The version of the policy at that time.';
comment on column deferrals.open is 'What was open of the invoice, in minor units.';
comment on column deferrals.booking_day is 'The day from which reports know of it.';

create table disputes (
  id text collate "C" not null,
  payment_id text collate "C" not null,
  policy_id text collate "C" not null,
  insurer_id text collate "C" not null,
  distributor_id text collate "C" not null,
  product_id text collate "C" not null,
  livemode boolean not null,
  provider text collate "C" not null,
  reference text collate "C" not null,
  state text not null,
  amount bigint not null,
  currency text not null,
  fee bigint not null,
  reason text not null,
  evidence_due_at timestamp with time zone,
  url text not null,
  is_loss boolean not null,
  opened_at timestamp with time zone not null,
  closed_at timestamp with time zone,
  constraint disputes_pkey PRIMARY KEY (id),
  constraint disputes_once UNIQUE (insurer_id, livemode, provider, reference),
  constraint disputes_amount_check CHECK ((amount > 0)),
  constraint disputes_closed_check CHECK (((state = ANY (ARRAY['won'::text, 'lost'::text, 'warning_closed'::text, 'prevented'::text])) = (closed_at IS NOT NULL))),
  constraint disputes_state_check CHECK ((state = ANY (ARRAY['needs_response'::text, 'under_review'::text, 'won'::text, 'lost'::text, 'warning_needs_response'::text, 'warning_under_review'::text, 'warning_closed'::text, 'prevented'::text, 'unclear'::text])))
);
comment on table disputes is
  'Payments that customers dispute at their bank, as the provider reports them. Amounts are in '
  'minor units.';
comment on column disputes.fee is 'What the provider keeps for it.';
comment on column disputes.evidence_due_at is 'By when the insurer has to answer.';
comment on column disputes.url is 'Where a person answers it.';
comment on column disputes.is_loss is
  'The lost money was posted as a loss, and not as owed again by the customer.';

create table document_contents (
  hash bytea not null,
  content bytea not null,
  constraint document_contents_pkey PRIMARY KEY (hash)
);
comment on table document_contents is 'The files of documents. Equal files are stored once.';
comment on column document_contents.content is
  'Stored without compression: a PDF is compressed already.';

create table document_deliveries (
  id text collate "C" not null,
  policy_id text collate "C" not null,
  thing text not null,
  delivered_on date not null,
  evidence text not null,
  recorded_by text collate "C" not null,
  recorded_at timestamp with time zone not null,
  constraint document_deliveries_pkey PRIMARY KEY (id),
  constraint document_deliveries_thing_check CHECK ((thing = ANY (ARRAY['policy'::text, 'termination'::text, 'renewal_notice'::text])))
);
comment on table document_deliveries is
  'On which day documents reached the customer of a policy. Rows are never changed or deleted: of '
  'each thing the newest counts.';
comment on column document_deliveries.thing is
  'What arrived: policy is the policy with its terms, information and instruction on withdrawal.';
comment on column document_deliveries.evidence is
  'How it is known, in the words of whoever recorded it.';
comment on column document_deliveries.recorded_by is 'The account that recorded it.';

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
  constraint documents_occasion_check CHECK ((occasion = ANY (ARRAY['offer'::text, 'policy'::text, 'endorsement'::text, 'adjustment'::text, 'cancellation'::text, 'withdrawal'::text, 'reinstatement'::text, 'invoice'::text, 'credit_note'::text, 'deferral'::text, 'renewal_notice'::text, 'reminder'::text, 'notice'::text, 'suspension'::text, 'lapse'::text, 'revival'::text])))
);
comment on table documents is 'Documents of policies. Each is made once and stays as it was made.';
comment on column documents.subject_id is
  'What the document is about: a policy version, an invoice, the quote of a renewal or a dunning '
  'letter.';
comment on column documents.designation is
  'The name of the document in the product. The one that is named after its occasion is the main '
  'document.';

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
  termination_due_on date,
  legal_action_on date,
  overdue bigint not null,
  opened_at timestamp with time zone not null,
  closed_at timestamp with time zone,
  waits_for text,
  unproven_since date,
  lapse_upheld_at timestamp with time zone,
  constraint dunning_cases_pkey PRIMARY KEY (id),
  constraint dunning_cases_check CHECK (((state = 'open'::text) = (closed_at IS NULL))),
  constraint dunning_cases_grace CHECK ((((step = ANY (ARRAY['notice_sent'::text, 'suspended'::text])) = ((grace_until IS NOT NULL) OR (waits_for IS NOT NULL))) OR ((state = ANY (ARRAY['cured'::text, 'ended'::text])) AND (grace_until IS NULL)))),
  constraint dunning_cases_lapsed_after_notice CHECK (((state <> 'lapsed'::text) OR (step = ANY (ARRAY['notice_sent'::text, 'suspended'::text])))),
  constraint dunning_cases_overdue_check CHECK ((overdue >= 0)),
  constraint dunning_cases_reminders_check CHECK ((reminders >= 0)),
  constraint dunning_cases_state_check CHECK ((state = ANY (ARRAY['open'::text, 'cured'::text, 'lapsed'::text, 'ended'::text]))),
  constraint dunning_cases_step_check CHECK ((step = ANY (ARRAY['overdue'::text, 'reminded'::text, 'notice_sent'::text, 'suspended'::text]))),
  constraint dunning_cases_unproven CHECK ((((unproven_since IS NULL) OR (state = 'lapsed'::text)) AND ((lapse_upheld_at IS NULL) OR (unproven_since IS NOT NULL)))),
  constraint dunning_cases_wait CHECK (((waits_for IS NULL) OR ((state = 'open'::text) AND (step = 'notice_sent'::text) AND (grace_until IS NULL)))),
  constraint dunning_cases_waits_for_check CHECK ((waits_for = ANY (ARRAY['delivery_report'::text, 'tracked_letter'::text])))
);
comment on table dunning_cases is
  'What a policyholder has not paid, and the dunning steps taken. A policy has one open case at '
  'most. Amounts are in minor units.';
comment on column dunning_cases.product_version_id is
  'The product version whose steps the case follows, whatever the product says later.';
comment on column dunning_cases.state is
  'A cured case is paid. An ended one is over because the cover ended for another reason.';
comment on column dunning_cases.since_day is
  'The last day on which nothing was overdue: the days of dunning count from here.';
comment on column dunning_cases.step_day is 'The day on which the step was taken.';
comment on column dunning_cases.reminders is 'How many reminders were written.';
comment on column dunning_cases.grace_until is
  'The last day for paying what the notice asks for. Null before the notice, and while it waits '
  'for its proof.';
comment on column dunning_cases.termination_due_on is
  'Since when a person has to send a letter of termination. Null where nobody has to.';
comment on column dunning_cases.legal_action_on is
  'When the premium was claimed at law: the policy then does not lapse. Null where it was not.';
comment on column dunning_cases.overdue is 'The overdue amount at the last check.';
comment on column dunning_cases.waits_for is
  'What the notice needs before its grace begins. Null where it needs nothing, or has its proof.';
comment on column dunning_cases.unproven_since is
  'The day since which the notice of a lapse is not proven any more, while the policy stays '
  'lapsed.';
comment on column dunning_cases.lapse_upheld_at is
  'When a person let such a lapse stand. Null where nobody has.';

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
comment on table dunning_holds is
  'Stops of dunning, for one policy or for all policies of a product. While a hold lasts, no '
  'letter is written and nothing lapses.';
comment on column dunning_holds.until is 'The last day on which it holds.';
comment on column dunning_holds.created_by is 'The account that requested the hold.';
comment on column dunning_holds.released_at is 'When the hold was ended early.';

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
  cover_from date,
  revival_amount bigint,
  void_at timestamp with time zone,
  void_reason text,
  grace_days integer,
  constraint dunning_letters_pkey PRIMARY KEY (id),
  constraint dunning_letters_case_id_kind_number_key UNIQUE (case_id, kind, number),
  constraint dunning_letters_case_id_place_key UNIQUE (case_id, place),
  constraint dunning_letters_check CHECK (((void_at IS NULL) = (void_reason IS NULL))),
  constraint dunning_letters_cover_from CHECK (((kind = 'revival'::text) = (cover_from IS NOT NULL))),
  constraint dunning_letters_grace_days_check CHECK ((grace_days > 0)),
  constraint dunning_letters_kind_check CHECK ((kind = ANY (ARRAY['reminder'::text, 'notice'::text, 'suspension'::text, 'lapse'::text, 'revival'::text]))),
  constraint dunning_letters_number_check CHECK ((number > 0)),
  constraint dunning_letters_pay_until CHECK (
CASE kind
    WHEN 'lapse'::text THEN (grace_days IS NULL)
    WHEN 'notice'::text THEN ((grace_until IS NULL) <> (grace_days IS NULL))
    ELSE (((kind = 'suspension'::text) = (grace_until IS NOT NULL)) AND (grace_days IS NULL))
END),
  constraint dunning_letters_place_check CHECK ((place > 0)),
  constraint dunning_letters_revival CHECK (((revival_amount IS NULL) OR ((kind = 'lapse'::text) AND (grace_until IS NOT NULL) AND (revival_amount >= 0)))),
  constraint dunning_letters_total_check CHECK ((total >= 0))
);
comment on table dunning_letters is
  'Letters about overdue invoices, with the amounts of the ledger at that time. A letter never '
  'changes, except that it can become void. Amounts are in minor units.';
comment on column dunning_letters.place is '1, 2, 3 and so on within the case.';
comment on column dunning_letters.number is
  '1, 2, 3 and so on among the letters of its kind in the case.';
comment on column dunning_letters.version_id is 'The active policy version at that time.';
comment on column dunning_letters.invoices is
  'The invoices that the letter names, with what is open of each.';
comment on column dunning_letters.total is 'The sum of what is open of these invoices.';
comment on column dunning_letters.known_charges is
  'How many charges were known. A later one may show that a notice asked for the wrong amount.';
comment on column dunning_letters.known_receipts is
  'The receipts that were known, as payment ids. A later one may show that money had arrived in '
  'time.';
comment on column dunning_letters.fee_invoice_id is
  'The invoice of the letter''s fee. Null where the letter costs nothing.';
comment on column dunning_letters.grace_until is
  'The last day for paying. In a lapse, the last day on which a payment voids it; null where none '
  'does.';
comment on column dunning_letters.cover_until is
  'In a suspension, a lapse or a revival, the last day of cover before it.';
comment on column dunning_letters.cover_from is
  'In a revival, the day from which there is cover again.';
comment on column dunning_letters.revival_amount is
  'In a lapse, how much has to be paid to void it. Null where no payment does.';
comment on column dunning_letters.void_reason is
  'Why the letter does not count. Null where it does.';
comment on column dunning_letters.grace_days is
  'In a notice that has to be proved, the days for paying from its arrival; it then has no '
  'grace_until. Null in all other letters.';

create table event_feed (
  "position" bigint not null,
  event_id text collate "C" not null,
  livemode boolean not null,
  insurer_id text collate "C" not null,
  distributor_id text collate "C",
  constraint event_feed_pkey PRIMARY KEY ("position"),
  constraint event_feed_event_id_key UNIQUE (event_id)
);
comment on table event_feed is
  'Events in the sequence in which readers get them. Positions are given after the commit and '
  'have no gaps, so that a reader who continues from a position misses no event. A serving role '
  'may add rows, but neither change nor delete them.';

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
comment on table event_feed_end is
  'How far the feed has come: one row, locked by the process that extends the feed.';
comment on column event_feed_end."position" is 'The last position that was given.';
comment on column event_feed_end.seen is 'Every event that this snapshot sees has a position.';
comment on column event_feed_end.seen_place is
  'Events of transactions that began after the snapshot have places beyond this one.';
comment on column event_feed_end.target is
  'While more events wait than one step takes: the snapshot up to which they get positions.';
comment on column event_feed_end.target_place is
  'What seen_place becomes when the target is reached.';
comment on column event_feed_end.done_place is 'The place up to which events were looked at.';
comment on column event_feed_end.cluster is
  'The PostgreSQL cluster of the snapshots: they mean nothing in another one, such as after a '
  'restore.';

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
comment on table events is
  'What happened, written in the transaction in which it happened. An event names ids and states, '
  'never a person. Without foreign keys: they would lock the rows of the accounts with every '
  'event. A serving role may add events, but neither change nor delete them.';
comment on column events.clock_at is
  'The moment on the test clock of the policy. Null without one; created_at is true time.';
comment on column events.policy_id is
  'The policy that the event concerns. Null where there is none, such as for a product.';
comment on column events.version_id is 'The active version of the policy when it happened.';
comment on column events.sequence is '1, 2, 3 and so on within the policy.';
comment on column events.tx is
  'The transaction that wrote the event. The feed finds late commits by it.';
comment on column events.place is
  'Drawn from event_places: of one policy, what happened later has the greater place.';
comment on column events.data_version is 'The version of the schema of the data.';

create table evidence_chains (
  id integer generated always as identity not null,
  insurer_id text collate "C" not null,
  livemode boolean not null,
  number bigint not null,
  hash bytea not null,
  constraint evidence_chains_pkey PRIMARY KEY (id),
  constraint evidence_chains_insurer_id_livemode_key UNIQUE (insurer_id, livemode)
);
comment on table evidence_chains is
  'Chains of hashes over events and audit log, by which any later change of them is found. Each '
  'insurer has one for each mode; what concerns both modes is in the live one.';
comment on column evidence_chains.number is 'The number of the last link.';
comment on column evidence_chains.hash is 'The hash of the last link.';

create table evidence_end (
  is_only boolean default true not null,
  "position" bigint not null,
  constraint evidence_end_pkey PRIMARY KEY (is_only),
  constraint evidence_end_is_only_check CHECK (is_only)
);
comment on table evidence_end is
  'The position of the event feed up to which events are chained: one row, locked by the process '
  'that extends the chains.';

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
comment on table evidence_links is
  'The links of the chains. A link proves the content of its record by a commitment alone, so '
  'that the content can be erased while the chain still holds. A serving role may add links, but '
  'neither change nor delete them.';
comment on column evidence_links.salt is
  'The key of the commitment. Null where the content is erased: without the salt, the commitment '
  'reveals nothing.';
comment on column evidence_links.commitment is 'HMAC-SHA256 of the content.';
comment on column evidence_links.hash is
  'SHA-256 of the hash before, the number, the record and the commitment.';

create table fees (
  invoice_id text collate "C" not null,
  policy_id text collate "C" not null,
  amount bigint not null,
  charged_at timestamp with time zone not null,
  constraint fees_pkey PRIMARY KEY (invoice_id),
  constraint fees_amount_check CHECK ((amount <> 0))
);
comment on table fees is
  'Fees of dunning letters. A fee belongs to no billing period and is asked for by an invoice of '
  'its own. One below zero gives up what was not paid of a fee, by a credit note. Amounts are in '
  'minor units.';

create table figure_progress (
  insurer_id text collate "C" not null,
  livemode boolean not null,
  place date not null,
  is_complete boolean not null,
  computed_at timestamp with time zone not null,
  constraint figure_progress_pkey PRIMARY KEY (insurer_id, livemode)
);
comment on table figure_progress is 'How far the daily figures of an insurer are computed.';
comment on column figure_progress.place is 'All days before this one are computed in this round.';
comment on column figure_progress.is_complete is 'Whether a round has ended.';

create table file_contents (
  hash bytea not null,
  content bytea not null,
  constraint file_contents_pkey PRIMARY KEY (hash)
);
comment on table file_contents is
  'The files of product folders. Equal files are stored once, however many versions share them.';

create table handed_documents (
  policy_id text collate "C" not null,
  version_id text collate "C" not null,
  designation text not null,
  kind text not null,
  language text not null,
  content_hash bytea not null,
  mail_id text collate "C",
  handed_at timestamp with time zone not null,
  voided_at timestamp with time zone,
  constraint handed_documents_once UNIQUE NULLS NOT DISTINCT (policy_id, designation, content_hash, mail_id),
  constraint handed_documents_check CHECK (((voided_at IS NULL) OR (mail_id IS NOT NULL))),
  constraint handed_documents_kind_check CHECK ((kind = ANY (ARRAY['ipid'::text, 'terms'::text, 'information'::text, 'withdrawal_instruction'::text])))
);
comment on table handed_documents is
  'Documents that a customer has received before the contract, with the SHA-256 of the exact '
  'bytes.';
comment on column handed_documents.mail_id is
  'The mail that carried it. Null where the customer has opened it by its link.';
comment on column handed_documents.voided_at is
  'When the mail came back; the record counts no more.';

create table handovers (
  policy_id text collate "C" not null,
  required_at timestamp with time zone not null,
  constraint handovers_pkey PRIMARY KEY (policy_id)
);
comment on table handovers is
  'Offers that can be paid only once the documents of their product are handed over.';

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
comment on table idempotency_keys is
  'Texts that clients choose for requests, so that a repetition takes effect once. A row is the '
  'reservation of a request that is under way, then its replay record. Rows are deleted after '
  'seven days.';
comment on column idempotency_keys.request_hash is 'The same key with another request is refused.';
comment on column idempotency_keys.status is
  'The HTTP status of the answer. Null while the request is under way.';
comment on column idempotency_keys.started_at is
  'A repetition may take over a reservation that is older than a minute.';
comment on column idempotency_keys.holder is
  'The request that has the reservation: no other completes it.';
comment on column idempotency_keys.made_id is
  'The created resource, from which the answer is made again. Null where the answer itself is '
  'stored.';
comment on column idempotency_keys.sealed_data is
  'The answer, sealed as in policy_secrets. Null where made_id is enough.';

create table identities (
  account_id text collate "C" not null,
  issuer text collate "C" not null,
  subject text collate "C" not null,
  user_id text collate "C" not null,
  created_at timestamp with time zone not null,
  constraint identities_pkey PRIMARY KEY (account_id, issuer, subject),
  constraint identities_one_per_user UNIQUE (account_id, issuer, user_id)
);
comment on table identities is
  'The people whom the identity provider of an account has signed in. Issuer and subject identify '
  'a person there, never the e-mail address.';

create table identity_providers (
  account_id text collate "C" not null,
  issuer text not null,
  client_id text not null,
  scopes text[] not null,
  group_claim text not null,
  group_roles jsonb not null,
  default_roles text[] not null,
  just_in_time boolean not null,
  enforced boolean not null,
  ring_key_id text not null,
  sealed_key bytea not null,
  sealed_data bytea not null,
  created_at timestamp with time zone not null,
  changed_at timestamp with time zone not null,
  constraint identity_providers_pkey PRIMARY KEY (account_id)
);
comment on table identity_providers is
  'The OpenID Connect provider that signs in the people of an account. The client secret is '
  'sealed as in policy_secrets.';
comment on column identity_providers.group_roles is
  'The keys of roles, by group of the provider. If there are any, they decide at each sign-in.';
comment on column identity_providers.default_roles is
  'For people without such a group. Empty: they are refused.';
comment on column identity_providers.just_in_time is
  'Whether people whom nobody has invited join when they first sign in.';
comment on column identity_providers.enforced is
  'Whether no session opens the account but one that began at the provider, or with a link.';

create table impact_rows (
  impact_id text collate "C" not null,
  number integer not null,
  lines bytea not null,
  constraint impact_rows_pkey PRIMARY KEY (impact_id, number)
);
comment on table impact_rows is
  'Every policy or quote of an impact with its price before and after. A row has some thousand of '
  'them as CSV, compressed with gzip. Rows are deleted after 30 days; the result of the impact '
  'stays.';

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
comment on table impacts is
  'What a draft would do to the prices of a portfolio. A process of its own computes it. Progress '
  'is stored with each part, so that the next process continues.';
comment on column impacts.product_version_id is 'The draft.';
comment on column impacts.content_hash is
  'Of the draft. A publication goes by an impact of the same content.';
comment on column impacts.live_version_id is
  'The version on sale at that time. Null where there was none.';
comment on column impacts.today is
  'The day on which the portfolio is looked at, where the product is sold.';
comment on column impacts.total is 'How many there are to price. Null before they are counted.';
comment on column impacts.place is
  'All up to this place of the portfolio are priced. Null before the first.';
comment on column impacts.tally is 'The sums so far. Null once the impact has ended.';
comment on column impacts.result is 'Null unless the impact is done.';
comment on column impacts.has_shares is 'Whether the difference is split by its causes as well.';

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
comment on table integration_versions is
  'Versions of integrations. A version is written once: publishing sets published_at.';
comment on column integration_versions.number is 'Null while only a what-if has the version.';
comment on column integration_versions.published_at is 'When it was published for the first time.';

create table integrations (
  id text collate "C" not null,
  product_id text collate "C" not null,
  distributor_id text collate "C" not null,
  key text not null,
  live_version_id text collate "C",
  constraint integrations_pkey PRIMARY KEY (id),
  constraint integrations_product_id_key_key UNIQUE (product_id, key)
);
comment on table integrations is
  'Where distributors sell a product. An integration has the same id in all versions.';
comment on column integrations.live_version_id is
  'The version on sale. Null before the first publication.';

create table invoice_movements (
  policy_id text collate "C" not null,
  number bigint generated always as identity not null,
  invoice_id text collate "C" not null,
  insurer_id text collate "C" not null,
  livemode boolean not null,
  kind text not null,
  amount bigint not null,
  booking_day date not null,
  moved_at timestamp with time zone not null,
  constraint invoice_movements_pkey PRIMARY KEY (policy_id, number),
  constraint invoice_movements_kind_check CHECK ((((kind = ANY (ARRAY['issued'::text, 'charged_back'::text])) AND (amount > 0)) OR ((kind = ANY (ARRAY['paid'::text, 'written_off'::text])) AND (amount < 0)) OR ((kind = 'reduced'::text) AND (amount <> 0))))
);
comment on table invoice_movements is
  'What changed how much of an invoice is open, so that it is known for every day of the past. An '
  'invoice that is settled when it is made has no row. Amounts are in minor units.';
comment on column invoice_movements.kind is
  'Paid is by money or credit. Reduced is by a charge that became less or a fee that was waived; '
  'above zero where that is owed after all, because more was charged back than was paid for it.';
comment on column invoice_movements.amount is
  'By how much more is open; below zero by how much less.';
comment on column invoice_movements.booking_day is 'The day on which its postings are posted.';

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
comment on table invoice_numbers is
  'Numbers of invoices, without gaps for each insurer, mode and year of issue. They are given in '
  'batches after the invoice is written, so that no sale waits for another.';

create table invoice_series (
  insurer_id text collate "C" not null,
  livemode boolean not null,
  year integer not null,
  last integer not null,
  constraint invoice_series_pkey PRIMARY KEY (insurer_id, livemode, year),
  constraint invoice_series_last_check CHECK ((last >= 0))
);
comment on table invoice_series is
  'The last number of each series. The row is locked while numbers are given.';

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
  paid bigint not null,
  constraint invoices_pkey PRIMARY KEY (id),
  constraint invoices_charges_in_order CHECK (((charges_from IS NULL) OR (charges_from <= charges_to))),
  constraint invoices_check CHECK (((open >= 0) AND (open <= total))),
  constraint invoices_check1 CHECK (((state <> 'proposed'::text) OR (open = total))),
  constraint invoices_check2 CHECK (((state = ANY (ARRAY['proposed'::text, 'open'::text])) = (closed_at IS NULL))),
  constraint invoices_check3 CHECK (((state <> ALL (ARRAY['settled'::text, 'void'::text])) OR (open = 0))),
  constraint invoices_credit_notes_ask_for_nothing CHECK (((kind <> 'credit_note'::text) OR (state = 'settled'::text))),
  constraint invoices_kind_check CHECK ((kind = ANY (ARRAY['sale'::text, 'transaction'::text, 'instalment'::text, 'credit_note'::text, 'fee'::text, 'manual_fee'::text, 'correction'::text]))),
  constraint invoices_only_some_correct CHECK (((corrects IS NULL) OR (kind = ANY (ARRAY['credit_note'::text, 'correction'::text])))),
  constraint invoices_paid_check CHECK (((paid >= 0) AND (paid <= total))),
  constraint invoices_state_check CHECK ((state = ANY (ARRAY['proposed'::text, 'open'::text, 'settled'::text, 'void'::text, 'written_off'::text]))),
  constraint invoices_take_in_what_is_owed CHECK (((state <> ALL (ARRAY['proposed'::text, 'void'::text])) OR (charges_to IS NULL))),
  constraint invoices_total_check CHECK ((total >= 0)),
  constraint invoices_written_off_are_closed CHECK (((state <> 'written_off'::text) OR (open = 0)))
);
comment on table invoices is
  'What is asked for together, and credit notes. An invoice never changes, except for its state, '
  'what is open and what is paid; a proposed one also gets its charges. Amounts are in minor '
  'units.';
comment on column invoices.version_id is
  'The policy version of the transaction that it asks money for, or under which a period became '
  'due.';
comment on column invoices.state is
  'A proposed invoice asks for what takes effect once it is paid. A settled one is paid or no '
  'longer owed.';
comment on column invoices.lines is
  'They sum to the total, those of a credit note to as much below zero.';
comment on column invoices.token_hash is
  'Of the token that pays the invoice. Null for a sale, whose token is that of the policy, and '
  'where nothing is to be paid.';
comment on column invoices.issue_day is 'In the time zone of the policy, on its clock.';
comment on column invoices.charges_from is
  'The first of the charges that its lines show. Null while they are not owed, and for a fee.';
comment on column invoices.charges_to is 'The last of the charges that its lines show.';
comment on column invoices.corrects is
  'The invoice that a credit note makes smaller. Null where there is none.';
comment on column invoices.product_id is 'The product of the policy, for searches.';
comment on column invoices.paid is
  'The money and credit that paid for it, less what was charged back. The rest of the total is '
  'open, was reduced or was written off.';

create table items (
  id text collate "C" not null,
  product_id text collate "C" not null,
  key text not null,
  constraint items_pkey PRIMARY KEY (id),
  constraint items_product_id_key_key UNIQUE (product_id, key)
);
comment on table items is
  'What is sold of a product. An item has the same id in all versions; the definition of each '
  'version says what it is.';

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
comment on table leads is
  'Sales that customers began and saved. What they entered is sealed as in policy_secrets, and '
  'deleted when the lead expires.';
comment on column leads.secret_hash is 'Of the random part of the token; the other part is the id.';

create table mail_feed (
  is_only boolean default true not null,
  "position" bigint not null,
  constraint mail_feed_pkey PRIMARY KEY (is_only),
  constraint mail_feed_is_only_check CHECK (is_only)
);
comment on table mail_feed is 'One row: up to which position of the event feed mails were made.';

create table mail_pictures (
  hash bytea not null,
  content bytea not null,
  constraint mail_pictures_pkey PRIMARY KEY (hash)
);
comment on table mail_pictures is 'Logos that mails carry, stored once, by their SHA-256.';

create table mail_reports (
  mail_id text collate "C" not null,
  hash bytea not null,
  outcome text not null,
  bytes integer not null,
  taken_in_at timestamp with time zone not null,
  ring_key_id text not null,
  sealed_key bytea not null,
  sealed_data bytea not null,
  constraint mail_reports_pkey PRIMARY KEY (mail_id, hash),
  constraint mail_reports_bytes_check CHECK (((bytes >= 1) AND (bytes <= 1048576))),
  constraint mail_reports_outcome_check CHECK ((outcome = ANY (ARRAY['delivered'::text, 'bounced'::text, 'temporary'::text, 'accepted'::text])))
);
comment on table mail_reports is
  'Reports about the delivery of mails, as they came. They are sealed as in policy_secrets: they '
  'hold addresses.';
comment on column mail_reports.hash is 'SHA-256 of the report, which the replies of the mail name.';

create table mail_secrets (
  insurer_id text collate "C" not null,
  livemode boolean not null,
  ring_key_id text not null,
  sealed_key bytea not null,
  sealed_data bytea not null,
  constraint mail_secrets_pkey PRIMARY KEY (insurer_id, livemode)
);
comment on table mail_secrets is
  'The secret of an insurer for each mode, sealed as in policy_secrets. Suppressed addresses are '
  'looked up by their hash with it, and return addresses of mails signed.';

create table mails (
  id text collate "C" not null,
  insurer_id text collate "C" not null,
  distributor_id text collate "C",
  product_id text collate "C" not null,
  livemode boolean not null,
  policy_id text collate "C",
  event_id text collate "C" not null,
  event_type text not null,
  recipient text not null,
  state text not null,
  failures integer default 0 not null,
  next_at timestamp with time zone,
  problem text,
  hash bytea,
  bytes integer,
  ring_key_id text,
  sealed_key bytea,
  sealed_data bytea,
  replies jsonb default '[]'::jsonb not null,
  created_at timestamp with time zone not null,
  dated_at timestamp with time zone not null,
  delivery text,
  constraint mails_pkey PRIMARY KEY (id),
  constraint mails_once UNIQUE (insurer_id, event_id, recipient),
  constraint mails_are_composed CHECK (((hash IS NOT NULL) OR (state = ANY (ARRAY['waiting'::text, 'parked'::text, 'void'::text])))),
  constraint mails_are_sealed CHECK ((((hash IS NULL) = (ring_key_id IS NULL)) AND ((hash IS NULL) = (sealed_key IS NULL)) AND ((hash IS NULL) = (sealed_data IS NULL)) AND ((hash IS NULL) = (bytes IS NULL)))),
  constraint mails_delivery_check CHECK ((delivery = ANY (ARRAY['delivered'::text, 'bounced'::text]))),
  constraint mails_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'ready'::text, 'sent'::text, 'kept'::text, 'parked'::text, 'void'::text]))),
  constraint mails_wait_for_a_time CHECK (((state = ANY (ARRAY['waiting'::text, 'ready'::text])) = (next_at IS NOT NULL)))
);
comment on table mails is
  'What customers are sent by e-mail, one row for each event and recipient. Address, subject and '
  'message are sealed as in policy_secrets; attachments stand in the message by their hash.';
comment on column mails.policy_id is
  'Null for the receipt of a declared withdrawal, which may name none.';
comment on column mails.recipient is
  'Which recipient of the product it is, such as `policyholder`.';
comment on column mails.next_at is 'When it is tried next. Whoever tries it moves this on before.';
comment on column mails.hash is 'SHA-256 of the whole message.';
comment on column mails.replies is 'What mail servers answered, oldest first, without addresses.';
comment on column mails.dated_at is
  'The moment that the mail carries: on a test clock, that of the clock.';
comment on column mails.delivery is
  'What delivery reports say, a bounce before all others; null while none does.';

create table mandate_setups (
  id text collate "C" not null,
  policy_id text collate "C" not null,
  link_id text collate "C" not null,
  provider text not null,
  method text not null,
  status text not null,
  reference text,
  error_code text,
  reason text,
  mandates_before integer not null,
  customer_id text collate "C" not null,
  created_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  constraint mandate_setups_pkey PRIMARY KEY (id),
  constraint mandate_setups_end_once CHECK (((status = 'pending'::text) = (ended_at IS NULL))),
  constraint mandate_setups_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'ok'::text, 'failed'::text])))
);
comment on table mandate_setups is
  'Mandates that customers give by a link, without a payment: begun, confirmed or failed.';
comment on column mandate_setups.link_id is
  'The mandate link by which it was begun. Links are sealed tokens and not stored.';
comment on column mandate_setups.reference is 'What the provider calls it.';
comment on column mandate_setups.mandates_before is
  'How many mandates the policy had had when it was begun. With one more, it gives none.';
comment on column mandate_setups.customer_id is
  'The policyholder who began it. It gives no mandate for a policy of another.';

create table mandates (
  id text collate "C" not null,
  policy_id text collate "C" not null,
  provider text not null,
  method text not null,
  state text not null,
  reason text,
  given_by text collate "C",
  created_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  hint text,
  revoked_by text,
  set_up_by text collate "C",
  shown_reference text,
  creditor_id text,
  constraint mandates_pkey PRIMARY KEY (id),
  constraint mandates_end_once CHECK (((state = 'active'::text) = (ended_at IS NULL))),
  constraint mandates_given_once CHECK (((given_by IS NULL) <> (set_up_by IS NULL))),
  constraint mandates_revoked_by_check CHECK ((revoked_by = ANY (ARRAY['provider'::text, 'account'::text]))),
  constraint mandates_revoked_by_somebody CHECK (((state = 'revoked'::text) = (revoked_by IS NOT NULL))),
  constraint mandates_state_check CHECK ((state = ANY (ARRAY['active'::text, 'replaced'::text, 'revoked'::text, 'declined'::text])))
);
comment on table mandates is
  'Permissions to collect instalments through a payment provider. A policy has one active mandate '
  'at most. What the provider calls it is sealed in policy_secrets.';
comment on column mandates.reason is
  'Why it ended, in the words of the provider or of the person who revoked it.';
comment on column mandates.given_by is
  'The payment that it came with. Null where it was given without a payment.';
comment on column mandates.hint is
  'What the provider shows of the means of payment, such as the last digits of a card.';
comment on column mandates.set_up_by is
  'The mandate setup by which the customer gave it without a payment.';
comment on column mandates.shown_reference is
  'The reference of the mandate, as the bank of the customer shows it. Null where it has none.';
comment on column mandates.creditor_id is 'The creditor identifier that the bank shows.';

create table manual_entries (
  id text collate "C" not null,
  number bigint generated always as identity not null,
  policy_id text collate "C" not null,
  insurer_id text collate "C" not null,
  livemode boolean not null,
  currency text not null,
  kind text not null,
  amount bigint not null,
  tax bigint not null,
  tax_rate text,
  text text,
  reason text not null,
  document_id text collate "C" not null,
  reverses text collate "C",
  created_at timestamp with time zone not null,
  constraint manual_entries_pkey PRIMARY KEY (id),
  constraint manual_entries_document_key UNIQUE (document_id),
  constraint manual_entries_reversed_once UNIQUE (reverses),
  constraint manual_entries_amount_check CHECK ((amount <> 0)),
  constraint manual_entries_kind_check CHECK ((kind = ANY (ARRAY['goodwill'::text, 'fee'::text, 'correction'::text]))),
  constraint manual_entries_only_reversals_below_zero CHECK (((amount > 0) OR (kind = 'correction'::text) OR (reverses IS NOT NULL))),
  constraint manual_entries_tax_check CHECK (((kind = 'correction'::text) = (tax_rate IS NOT NULL)))
);
comment on table manual_entries is
  'Goodwill, fees and corrections that people entered, and those that take them back. Amounts are '
  'in minor units.';
comment on column manual_entries.number is 'The order in which they were entered.';
comment on column manual_entries.amount is
  'Above zero what goodwill gives, and what a fee or a correction charges.';
comment on column manual_entries.text is 'What the document says, as somebody wrote it.';
comment on column manual_entries.reason is 'For the insurer alone. The document does not show it.';
comment on column manual_entries.document_id is 'The invoice or credit note of the entry.';
comment on column manual_entries.reverses is 'The entry that it takes back.';

create table mass_endorsement_results (
  mass_endorsement_id text collate "C" not null,
  policy_id text collate "C" not null,
  outcome text not null,
  code text,
  version_id text collate "C",
  next_term_endorsement_id text collate "C",
  price jsonb,
  settled_at timestamp with time zone not null,
  constraint mass_endorsement_results_pkey PRIMARY KEY (mass_endorsement_id, policy_id),
  constraint mass_endorsement_results_applied CHECK (((num_nonnulls(version_id, next_term_endorsement_id) = 0) OR ((outcome = 'applied'::text) AND (num_nonnulls(version_id, next_term_endorsement_id) = 1)))),
  constraint mass_endorsement_results_outcome_check CHECK ((outcome = ANY (ARRAY['applied'::text, 'skipped'::text, 'failed'::text, 'waiting'::text])))
);
comment on table mass_endorsement_results is
  'What became of each policy that a mass endorsement looked at. One row for each policy: it is '
  'written with the version that changes the policy, so that none is changed twice.';
comment on column mass_endorsement_results.code is
  'Why the policy was not changed. Null where it was.';
comment on column mass_endorsement_results.next_term_endorsement_id is
  'What was endorsed for the next term. Null where a version changes the policy, or nothing does.';
comment on column mass_endorsement_results.price is
  'What a billing period costs before and after, and from when on. Null where no price was looked '
  'at.';

create table mass_endorsements (
  id text collate "C" not null,
  insurer_id text collate "C" not null,
  livemode boolean not null,
  product_id text collate "C" not null,
  kind text not null,
  filter jsonb not null,
  effective_day date not null,
  change jsonb not null,
  reason text not null,
  state text not null,
  place text collate "C",
  turns integer not null,
  preview jsonb,
  tally jsonb,
  created_at timestamp with time zone not null,
  created_by jsonb not null,
  started_at timestamp with time zone,
  started_by jsonb,
  finished_at timestamp with time zone,
  constraint mass_endorsements_pkey PRIMARY KEY (id),
  constraint mass_endorsements_kind_check CHECK ((kind = ANY (ARRAY['tax_rate'::text, 'indexation'::text, 'cancellation'::text, 'dunning_hold'::text, 'renewal_retry'::text, 'task'::text]))),
  constraint mass_endorsements_state_check CHECK ((state = ANY (ARRAY['draft'::text, 'previewing'::text, 'previewed'::text, 'running'::text, 'stopped'::text, 'done'::text])))
);
comment on table mass_endorsements is
  'One change of all policies of a product that match. Jobs go through the portfolio, first for '
  'the preview, then to change it, and continue where the last one ended.';
comment on column mass_endorsements.place is
  'All policies up to this one were looked at. Null before the first.';
comment on column mass_endorsements.turns is
  'How often policies that somebody else was changing were tried again.';
comment on column mass_endorsements.preview is
  'What it would do: counts and money. Null until it is previewed.';
comment on column mass_endorsements.tally is
  'What it has done: counts and money. Null until it is started.';
comment on column mass_endorsements.started_by is
  'The key or the person, which acts. Null until it is started.';

create table memberships (
  user_id text collate "C" not null,
  account_id text collate "C" not null,
  roles text[] not null,
  created_at timestamp with time zone not null,
  constraint memberships_pkey PRIMARY KEY (user_id, account_id)
);
comment on table memberships is 'Which accounts a person belongs to, and with which roles.';
comment on column memberships.roles is 'Keys of roles that come along, or of the account''s own.';

create table next_term_endorsements (
  id text collate "C" not null,
  policy_id text collate "C" not null,
  first_day date not null,
  state text not null,
  answers jsonb not null,
  data jsonb not null,
  recorded_by text collate "C" not null,
  recorded_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  void_reason text,
  mass_endorsement_id text collate "C",
  constraint next_term_endorsements_pkey PRIMARY KEY (id),
  constraint next_term_endorsements_end_once CHECK (((state = 'pending'::text) = (ended_at IS NULL))),
  constraint next_term_endorsements_state_check CHECK ((state = ANY (ARRAY['pending'::text, 'applied'::text, 'revoked'::text, 'voided'::text]))),
  constraint next_term_endorsements_void_for_a_reason CHECK (((state = 'voided'::text) = (void_reason IS NOT NULL)))
);
comment on table next_term_endorsements is
  'Changes that count from the first day of the next term of a policy, which its renewal prices.';
comment on column next_term_endorsements.first_day is 'Of the next term.';
comment on column next_term_endorsements.answers is 'The answers of the quote that it replaces.';
comment on column next_term_endorsements.data is
  'The policy data that it replaces. It may be personal.';
comment on column next_term_endorsements.recorded_by is 'The account that recorded it.';
comment on column next_term_endorsements.ended_at is
  'When it was applied, revoked or voided. Null while it is pending.';
comment on column next_term_endorsements.void_reason is
  'What became of the renewal. Null where the endorsement is not void.';
comment on column next_term_endorsements.mass_endorsement_id is
  'The indexation that raises an answer by it. Null where somebody endorsed the policy.';

create table notes (
  id text collate "C" not null,
  account_id text collate "C" not null,
  livemode boolean not null,
  policy_id text collate "C",
  customer_id text collate "C",
  body text,
  written_by text collate "C" not null,
  written_at timestamp with time zone not null,
  removed_by text collate "C",
  removed_at timestamp with time zone,
  constraint notes_pkey PRIMARY KEY (id),
  constraint notes_about_one_thing CHECK (((policy_id IS NULL) <> (customer_id IS NULL))),
  constraint notes_removed_once CHECK ((((removed_at IS NULL) = (body IS NOT NULL)) AND ((removed_at IS NULL) = (removed_by IS NULL))))
);
comment on table notes is
  'What people write about a policy or a customer. A note never changes: it is removed, which '
  'deletes its text.';
comment on column notes.body is 'Masked like a name. Null once the note was removed.';
comment on column notes.written_by is 'The key or the person.';

create table notice_mails (
  letter_id text collate "C" not null,
  mail_id text collate "C" not null,
  policy_id text collate "C" not null,
  delivered_on date,
  failed_at timestamp with time zone,
  recorded_at timestamp with time zone not null,
  constraint notice_mails_pkey PRIMARY KEY (letter_id, mail_id),
  constraint notice_mails_check CHECK (((delivered_on IS NOT NULL) OR (failed_at IS NOT NULL)))
);
comment on table notice_mails is 'What became of the mail of a notice that waits for its proof.';
comment on column notice_mails.delivered_on is
  'The day on which it is known to have arrived. It counts while failed_at is null.';
comment on column notice_mails.failed_at is
  'When it came back, or was given up. Null where it was not.';

create table own_mail_servers (
  insurer_id text collate "C" not null,
  livemode boolean not null,
  ring_key_id text not null,
  sealed_key bytea not null,
  sealed_data bytea not null,
  created_at timestamp with time zone not null,
  changed_at timestamp with time zone not null,
  constraint own_mail_servers_pkey PRIMARY KEY (insurer_id, livemode)
);
comment on table own_mail_servers is
  'The mail server that an insurer has named, for each mode. Its address with the password and '
  'the key that signs are sealed as in policy_secrets.';

create table passkeys (
  id text collate "C" not null,
  user_id text collate "C" not null,
  credential_id text collate "C" not null,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null,
  name text not null,
  created_at timestamp with time zone not null,
  last_used_at timestamp with time zone,
  constraint passkeys_pkey PRIMARY KEY (id),
  constraint passkeys_credential_id_key UNIQUE (credential_id)
);
comment on table passkeys is 'Passkeys, by which people sign in without a password.';
comment on column passkeys.credential_id is 'How the authenticator calls it, in base64url.';
comment on column passkeys.public_key is 'In the form of COSE.';
comment on column passkeys.counter is
  'How often the authenticator says that it was used; 0 for one that does not count. It only '
  'rises: a copy would fall behind.';
comment on column passkeys.transports is 'How browsers reach the authenticator, as they report it.';

create table payment_plans (
  id text collate "C" not null,
  product_id text collate "C" not null,
  key text not null,
  constraint payment_plans_pkey PRIMARY KEY (id),
  constraint payment_plans_product_id_key_key UNIQUE (product_id, key)
);
comment on table payment_plans is
  'How often policies are billed and how they may be paid. A plan has the same id in all '
  'versions; the definition of each version says what it is.';

create table payment_providers (
  insurer_id text collate "C" not null,
  name text collate "C" not null,
  methods text[] not null,
  created_at timestamp with time zone not null,
  constraint payment_providers_pkey PRIMARY KEY (insurer_id, name),
  constraint payment_providers_methods_check CHECK ((cardinality(methods) > 0))
);
comment on table payment_providers is
  'Payment providers that insurers declare under names of their own. They collect outside of the '
  'platform.';

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
  needs_customer_since timestamp with time zone,
  processing_since timestamp with time zone,
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
comment on table payments is
  'Money that is taken for a policy, or the attempt to, and money that came by bank. Amounts are '
  'in minor units.';
comment on column payments.product_id is 'The product of the policy, for searches.';
comment on column payments.first_name is
  'As the policyholder was called when the payment was made, for searches.';
comment on column payments.ask_at is
  'When the provider is asked about the payment next. Null where there is no news to come, and on '
  'a test clock, where a deadline says when.';
comment on column payments.doubt is
  'Why a person has to decide: the provider confirms nothing, or contradicts itself.';
comment on column payments.late_at is 'When money arrived although the payment had failed.';
comment on column payments.unapplied_at is
  'When money arrived that cannot pay for the policy: too late, or another amount. A refund '
  'returns it.';
comment on column payments.invoice_id is 'Null where the payment is for the offer.';
comment on column payments.received_on is
  'The day on which the bank received money that came by itself. Null for all other payments.';
comment on column payments.on_account is
  'The payment stands for money that another party collects and that has not arrived yet.';
comment on column payments.mandate_id is
  'The mandate by which it was collected. Null where the policyholder pays.';
comment on column payments.attempt is 'Which attempt it is to collect the invoice by a mandate.';
comment on column payments.charged_back_at is
  'When its money was taken back after it had arrived. The payment counts as failed since.';
comment on column payments.needs_customer_since is
  'When the provider first said that a customer who is not there has to confirm it.';
comment on column payments.processing_since is
  'When the provider first said that the payment was accepted and is under way.';

create table payout_batches (
  id text collate "C" not null,
  insurer_id text collate "C" not null,
  livemode boolean not null,
  downloads integer default 0 not null,
  created_at timestamp with time zone not null,
  constraint payout_batches_pkey PRIMARY KEY (id)
);
comment on table payout_batches is
  'Payouts that were handed to the bank together. Which these are is said by payouts.batch_id.';
comment on column payout_batches.downloads is
  'How often its file was fetched. Each time after the first takes an explicit wish.';

create table payouts (
  id text collate "C" not null,
  policy_id text collate "C" not null,
  insurer_id text collate "C" not null,
  distributor_id text collate "C" not null,
  product_id text collate "C" not null,
  livemode boolean not null,
  refund_id text collate "C",
  amount bigint not null,
  currency text not null,
  state text not null,
  attempt integer default 1 not null,
  reason text,
  account_of text collate "C",
  released_at timestamp with time zone,
  problem text,
  note text,
  due_day date,
  batch_id text collate "C",
  paid_on date,
  created_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  constraint payouts_pkey PRIMARY KEY (id),
  constraint payouts_account_check CHECK (((state = ANY (ARRAY['needs_account'::text, 'cancelled'::text])) OR (account_of IS NOT NULL))),
  constraint payouts_amount_check CHECK ((amount > 0)),
  constraint payouts_batch_check CHECK (((state <> 'exported'::text) OR (batch_id IS NOT NULL))),
  constraint payouts_ended_check CHECK (((state = ANY (ARRAY['done'::text, 'cancelled'::text])) = (ended_at IS NOT NULL))),
  constraint payouts_of_credit_have_reason CHECK (((refund_id IS NULL) = (reason IS NOT NULL))),
  constraint payouts_paid_check CHECK (((state = 'done'::text) = (paid_on IS NOT NULL))),
  constraint payouts_problem_check CHECK ((problem = ANY (ARRAY['failed'::text, 'returned'::text]))),
  constraint payouts_state_check CHECK ((state = ANY (ARRAY['needs_account'::text, 'pending'::text, 'exported'::text, 'done'::text, 'cancelled'::text])))
);
comment on table payouts is
  'Money that people pay out by bank transfer: refunds that no payment provider carries out, and '
  'credit that somebody ordered to be paid out. Amounts are in minor units.';
comment on column payouts.refund_id is 'The refund that it carries out. Null for credit.';
comment on column payouts.attempt is 'Counts transfers. One that came back is followed by another.';
comment on column payouts.reason is 'Why credit is paid out. Null for a refund.';
comment on column payouts.account_of is
  'The owner in bank_accounts: the payment or its receipt where the money goes back to the '
  'account that paid, otherwise the payout itself.';
comment on column payouts.released_at is
  'When a person released this amount to this account. Another account needs another release.';
comment on column payouts.problem is
  'Why the last transfer did not arrive. It stays until one is done.';
comment on column payouts.note is 'What the bank or a person said of the problem, or of the end.';
comment on column payouts.due_day is
  'By when a law wants the money to be back. Null without such a law.';

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
  insurer_policy_id text collate "C" not null,
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
  cancellation_kind text,
  cancellation_reason_code text,
  withdrawn_on date,
  holds_until timestamp with time zone,
  clock_id text collate "C",
  term_last_day date,
  renewal_notice_at timestamp with time zone,
  renews boolean default false not null,
  suspended_since date,
  constraint policies_pkey PRIMARY KEY (id),
  constraint policies_number_is_unique UNIQUE (insurer_id, insurer_policy_id),
  constraint policies_cancellation_kind_check CHECK ((cancellation_kind = ANY (ARRAY['customer'::text, 'insurer'::text, 'agreement'::text, 'system'::text]))),
  constraint policies_on_clocks_are_tests CHECK (((clock_id IS NULL) OR (NOT livemode))),
  constraint policies_status_check CHECK ((status = ANY (ARRAY['ready'::text, 'accepted'::text, 'paid'::text, 'cancelled'::text, 'expired'::text])))
) with (autovacuum_vacuum_insert_scale_factor=0.01);
comment on table policies is
  'Offers and, once paid, policies: one record through the whole life. Customer, data and price '
  'are a snapshot of today; what counts is the timeline of the active version. Rows are never '
  'deleted. Amounts are in minor units.';
comment on column policies.version_id is 'The active version.';
comment on column policies.status is 'As stored: what time alone changes may be written later.';
comment on column policies.product_version_id is 'Of the last term that was sold.';
comment on column policies.plan_id is 'Of the last term that was sold.';
comment on column policies.integration_version_id is 'Of the last term that was sold.';
comment on column policies.quote_id is 'The quote of the segment of today.';
comment on column policies.insurer_policy_id is 'The policy number, as it is printed on documents.';
comment on column policies.insurer_external_policy_id is
  'A member of the contract that the platform leaves empty.';
comment on column policies.time_zone is 'Where the policy was sold: its days begin and end there.';
comment on column policies.flow is 'The sales flow that pricing names, or standard.';
comment on column policies.gross_payment_amount is 'What a billing period costs by the snapshot.';
comment on column policies.quote is 'A copy of what views show of the quote.';
comment on column policies.whitelisted_referrer_url is
  'The referrer, where the integration allows its origin.';
comment on column policies.sales_lead_id is
  'The lead that the sale continues, as the client sent it.';
comment on column policies.linked_policy_id is
  'A member of the contract that the platform leaves null.';
comment on column policies.payment_token_hash is
  'Of the token that pays for the offer. The token is sealed in policy_secrets.';
comment on column policies.asset_token_hash is
  'Of the token that opens the documents. The token is sealed in policy_secrets.';
comment on column policies.contains_sensitive_data is
  'Whether sensitive data was sent. It is sealed in policy_secrets and stored nowhere else.';
comment on column policies.end_day is
  'The last day of cover as it was sold. Null where the cover has no end.';
comment on column policies.termination_day is
  'The last day of cover after a cancellation, a withdrawal or a lapse. Null where none holds.';
comment on column policies.offer_expires_at is 'Until when the offer can be paid.';
comment on column policies.issued_at is 'Null for an offer.';
comment on column policies.cancelled_by is
  'The kind of the account that cancelled or received a withdrawal, or system for a lapse. Empty '
  'where none holds.';
comment on column policies.cancellation_kind is
  'Who ended the contract, as the request named it, or system for a lapse. Null where nobody said.';
comment on column policies.cancellation_reason_code is
  'The reason, by a code of the product, or non_payment for a lapse. Null where nobody said.';
comment on column policies.withdrawn_on is
  'The day on which a withdrawal was received. Null where the customer has not withdrawn.';
comment on column policies.holds_until is
  'Until when the snapshot holds. Null where no other follows. After that, views read the '
  'timeline until the row is written again.';
comment on column policies.clock_id is
  'The test clock that the policy lives by. Null for true time.';
comment on column policies.term_last_day is
  'The last day of the last term, where another may follow. Null where none may.';
comment on column policies.renewal_notice_at is
  'When the next term is priced and its notice sent. Null once that is done.';
comment on column policies.renews is
  'Whether cover continues after the last term, as far as is known.';
comment on column policies.suspended_since is
  'Since when there is no cover because it is not paid for.';

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
comment on table policy_contents is
  'What is known of the policyholder and the insured thing on the days of segments. A row is '
  'written once. Only blanking changes it, once.';
comment on column policy_contents.blanked_at is
  'When the personal data was blanked. Null while it is there.';

create table policy_parties (
  id text collate "C" not null,
  number bigint generated always as identity not null,
  policy_id text collate "C" not null,
  role text not null,
  customer_id text collate "C",
  content_id text collate "C",
  first_name text,
  last_name text,
  email text,
  birth_date text,
  from_day date not null,
  until_day date,
  reason text,
  set_by text collate "C",
  created_at timestamp with time zone not null,
  ended_reason text,
  ended_by text collate "C",
  ended_at timestamp with time zone,
  blanked_at timestamp with time zone,
  constraint policy_parties_pkey PRIMARY KEY (id),
  constraint policy_parties_content_of_former CHECK (((content_id IS NOT NULL) = ((role = 'policyholder'::text) AND (ended_at IS NOT NULL)))),
  constraint policy_parties_end_once CHECK ((((ended_at IS NULL) = (ended_by IS NULL)) AND ((ended_at IS NULL) = (ended_reason IS NULL)) AND ((ended_at IS NULL) = (until_day IS NULL)))),
  constraint policy_parties_named CHECK ((((role = 'policyholder'::text) = (customer_id IS NOT NULL)) AND ((role = 'policyholder'::text) = (last_name IS NULL)))),
  constraint policy_parties_role_check CHECK ((role = ANY (ARRAY['policyholder'::text, 'insured'::text, 'payer'::text, 'beneficiary'::text])))
);
comment on table policy_parties is
  'Insured persons, payers and beneficiaries of policies, and policyholders of policies that had '
  'more than one. A policy that was sold and never handed over has no row: it names its customer '
  'itself.';
comment on column policy_parties.number is 'The order in which they were recorded.';
comment on column policy_parties.customer_id is 'Of a policyholder.';
comment on column policy_parties.content_id is
  'Of a former policyholder: the content with the last name and address. The present one is in '
  'the content of the policy.';
comment on column policy_parties.birth_date is 'A text, so that it can be blanked like a name.';
comment on column policy_parties.until_day is 'The last day. Null until the party is ended.';
comment on column policy_parties.reason is 'Null for the policyholder of the sale.';
comment on column policy_parties.set_by is
  'The key or the person. Null for the policyholder of the sale.';
comment on column policy_parties.blanked_at is
  'When the personal data was blanked. Null while it is there.';

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
comment on table policy_secrets is
  'Texts of a policy that are stored encrypted: sensitive answers, tokens, and what providers '
  'call mandates. Without a foreign key, to keep a sale cheap: policies are never deleted.';
comment on column policy_secrets.ring_key_id is
  'The key of the ring (ENCRYPTION_KEYS) that encrypts the data key.';
comment on column policy_secrets.sealed_key is
  'The data key of this row. A rotation encrypts it again and leaves the data.';
comment on column policy_secrets.sealed_data is
  'Encrypted with the data key, and bound to its place: in another row it cannot be decrypted.';
comment on column policy_secrets.subject is
  'The invoice that a token pays, or the mandate. Empty for the other kinds, of which a policy '
  'has one each.';

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
  constraint policy_segments_kind_check CHECK ((kind = ANY (ARRAY['cover'::text, 'gap'::text, 'suspended'::text, 'ended'::text, 'void'::text]))),
  constraint policy_segments_payment_check CHECK ((payment >= 0)),
  constraint policy_segments_tax_check CHECK ((tax >= 0))
);
comment on table policy_segments is
  'The days of a policy version on which data and price stay the same. A segment lasts until the '
  'next one begins, so that none overlap. Amounts are in minor units, of one whole billing period.';
comment on column policy_segments.kind is
  'A gap is free of charge. A suspended segment has no cover, and its premium stays owed. An '
  'ended one has the price from which the cost of the ending follows. A void one is free of '
  'charge: it was withdrawn from.';
comment on column policy_segments.payment is 'The gross price, with tax and fee.';

create table policy_times (
  policy_id text collate "C" not null,
  clock_id text collate "C" not null,
  at timestamp with time zone not null,
  constraint policy_times_pkey PRIMARY KEY (policy_id)
);
comment on table policy_times is
  'How far policies have come that are ahead of their test clock, while it is advanced or after '
  'that failed. The time of a policy is that of its clock, or this one where it is later.';

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
  tax_changes jsonb,
  constraint policy_versions_pkey PRIMARY KEY (id),
  constraint policy_versions_based_on_another CHECK (((kind = 'offer'::text) = (based_on IS NULL))),
  constraint policy_versions_kind_check CHECK ((kind = ANY (ARRAY['offer'::text, 'endorsement'::text, 'adjustment'::text, 'cancellation'::text, 'withdrawal'::text, 'lapse'::text, 'end_move'::text, 'tax_change'::text, 'reinstatement'::text, 'renewal'::text, 'suspension'::text, 'resumption'::text, 'revival'::text]))),
  constraint policy_versions_state_check CHECK ((state = ANY (ARRAY['processing'::text, 'proposed'::text, 'active'::text, 'superseded'::text, 'preempted'::text, 'lapsed'::text, 'failed'::text])))
);
comment on table policy_versions is
  'Policy transactions, each with the timeline that it leads to. A version is written once; only '
  'its state moves, and one that was requested gets its timeline later.';
comment on column policy_versions.state is
  'A processing version is being assembled. A proposed one waits to be paid for, until it lapses '
  'or another one preempts it.';
comment on column policy_versions.details is
  'What was requested, by kind. An endorsement and a renewal name places only: the values are in '
  'contents and quotes.';
comment on column policy_versions.settled_at is
  'When it became active or proposed, failed, lapsed or was preempted.';
comment on column policy_versions.number is
  'The offer is 1. Every other version counts on from the one that it is based on.';
comment on column policy_versions.based_on is
  'The version that was active when it was requested. Null for an offer.';
comment on column policy_versions.effective_day is 'The day from which on it counts.';
comment on column policy_versions.requested_by is
  'The account that requested it. Null where no account did.';
comment on column policy_versions.terms is
  'The terms that were sold. Null until the version is assembled, and where that failed.';
comment on column policy_versions.ending is
  'How a cancelled, withdrawn or lapsed policy ends. Null for others.';
comment on column policy_versions.tax_changes is
  'The changes of tax by law that count for the policy. Null where there are none.';

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
comment on table portfolio_checks is
  'Runs over all policies that compute every price again, or compare the money of each policy. '
  'Progress is stored with each batch, so that a check continues where a stopped process left it.';
comment on column portfolio_checks.last_policy_id is
  'The last policy that was checked. Null before the first. A batch counts only if it continues '
  'from here: a job that runs twice counts once.';
comment on column portfolio_checks.differences is
  'The first prices that differ; the counts say how many there are.';
comment on column portfolio_checks.faults is 'The first inconsistencies of money.';

create table post_letters (
  id text collate "C" not null,
  insurer_id text collate "C" not null,
  distributor_id text collate "C",
  product_id text collate "C" not null,
  policy_id text collate "C" not null,
  livemode boolean not null,
  subject_id text collate "C" not null,
  state text not null,
  sent_on date,
  delivered_on date,
  returned_on date,
  evidence text,
  created_at timestamp with time zone not null,
  constraint post_letters_pkey PRIMARY KEY (id),
  constraint post_letters_subject_id_key UNIQUE (subject_id),
  constraint post_letters_check CHECK (((state <> ALL (ARRAY['sent'::text, 'delivered'::text, 'returned'::text])) OR (sent_on IS NOT NULL))),
  constraint post_letters_check1 CHECK (((state = 'delivered'::text) = (delivered_on IS NOT NULL))),
  constraint post_letters_check2 CHECK (((delivered_on IS NULL) = (evidence IS NULL))),
  constraint post_letters_check3 CHECK (((state <> 'returned'::text) OR (returned_on IS NOT NULL))),
  constraint post_letters_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'sent'::text, 'delivered'::text, 'returned'::text, 'void'::text])))
);
comment on table post_letters is 'Letters that are sent by post, and what became of them.';
comment on column post_letters.subject_id is
  'The letter of dunning that it is; its documents are printed.';
comment on column post_letters.state is 'A void one need not be sent any more.';
comment on column post_letters.sent_on is 'The day on which it was last posted.';
comment on column post_letters.evidence is
  'How its delivery is known, in the words of whoever recorded it.';

create table postings (
  policy_id text collate "C",
  cause text collate "C" not null,
  debit text not null,
  credit text not null,
  amount bigint not null,
  reason text,
  posted_at timestamp with time zone not null,
  number bigint generated always as identity not null,
  insurer_id text collate "C" not null,
  livemode boolean not null,
  currency text not null,
  booking_day date not null,
  value_day date not null,
  service_first_day date,
  service_last_day date,
  tax_rate text,
  constraint postings_once UNIQUE NULLS NOT DISTINCT (policy_id, cause, debit, credit, tax_rate, reason),
  constraint postings_amount_check CHECK ((amount > 0)),
  constraint postings_check CHECK ((debit <> credit)),
  constraint postings_credit_check CHECK ((credit = ANY (ARRAY['receivable'::text, 'bank'::text, 'cash'::text, 'collected_elsewhere'::text, 'unmatched_receipts'::text, 'customer_credit'::text, 'refunds_payable'::text, 'commission_payable'::text, 'tax'::text, 'tax_not_due'::text, 'premium'::text, 'fees'::text, 'corrections'::text, 'commission_expense'::text, 'goodwill'::text, 'waived'::text, 'written_off'::text, 'charge_back_loss'::text, 'provider_fees'::text]))),
  constraint postings_debit_check CHECK ((debit = ANY (ARRAY['receivable'::text, 'bank'::text, 'cash'::text, 'collected_elsewhere'::text, 'unmatched_receipts'::text, 'customer_credit'::text, 'refunds_payable'::text, 'commission_payable'::text, 'tax'::text, 'tax_not_due'::text, 'premium'::text, 'fees'::text, 'corrections'::text, 'commission_expense'::text, 'goodwill'::text, 'waived'::text, 'written_off'::text, 'charge_back_loss'::text, 'provider_fees'::text]))),
  constraint postings_service_check CHECK (((service_first_day IS NULL) = (service_last_day IS NULL))),
  constraint postings_written_off_for_a_reason CHECK (((reason IS NOT NULL) OR (('written_off'::text <> debit) AND ('written_off'::text <> credit))))
);
comment on table postings is
  'The ledger in double entry: each row moves an amount from the credited to the debited account. '
  'What happened is added and never changed. Amounts are in minor units.';
comment on column postings.policy_id is 'Null for money that belongs to no policy.';
comment on column postings.cause is
  'What happened, such as a charge of a version. It moves an amount between two accounts once, '
  'however often its job runs.';
comment on column postings.reason is
  'Why an amount is written off, or settled after that. Null for all else.';
comment on column postings.number is 'Sorts the postings of one booking day.';
comment on column postings.booking_day is
  'The day on which it was posted, or the first open day where that month was closed already.';
comment on column postings.value_day is 'From when it counts.';
comment on column postings.service_first_day is
  'The billing period that it is for. Null for what belongs to none.';
comment on column postings.tax_rate is 'In per cent, of postings of tax where it is known.';

create table pricing_logics (
  id text collate "C" not null,
  product_id text collate "C" not null,
  prefix text not null,
  constraint pricing_logics_pkey PRIMARY KEY (id),
  constraint pricing_logics_product_id_prefix_key UNIQUE (product_id, prefix)
);
comment on table pricing_logics is
  'What computes the prices of a product or of one of its items. It has the same id in all '
  'versions.';
comment on column pricing_logics.prefix is
  'The folder of the item''s own pricing. Empty for that of the product.';

create table pricing_revisions (
  id text collate "C" not null,
  pricing_logic_id text collate "C" not null,
  content_hash text not null,
  kind text not null,
  created_at timestamp with time zone not null,
  constraint pricing_revisions_pkey PRIMARY KEY (id),
  constraint pricing_revisions_pricing_logic_id_content_hash_key UNIQUE (pricing_logic_id, content_hash)
);
comment on table pricing_revisions is
  'States of pricing. Quotes name theirs, so that a price can be computed again. A revision is '
  'written once.';
comment on column pricing_revisions.content_hash is
  'SHA-256 of everything that can change a price: the same content is the same revision.';
comment on column pricing_revisions.kind is
  'A formula, a workbook, or a rater that is asked over http.';

create table product_version_files (
  product_version_id text collate "C" not null,
  path text not null,
  hash bytea not null,
  constraint product_version_files_pkey PRIMARY KEY (product_version_id, path)
);
comment on table product_version_files is 'The files of each product version.';

create table product_version_integrations (
  product_version_id text collate "C" not null,
  integration_version_id text collate "C" not null,
  constraint product_version_integrations_pkey PRIMARY KEY (product_version_id, integration_version_id)
);
comment on table product_version_integrations is
  'The integration versions that were pushed with a product version.';

create table product_version_items (
  product_version_id text collate "C" not null,
  item_id text collate "C" not null,
  pricing_revision_id text collate "C" not null,
  constraint product_version_items_pkey PRIMARY KEY (product_version_id, item_id)
);
comment on table product_version_items is
  'The items of each product version, with the pricing that computes their prices.';

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
comment on table product_versions is
  'Pushed states of product folders. Policies are read with the version that they were sold on, '
  'so a version is written once: publishing sets published_at.';
comment on column product_versions.number is
  'Null for a what-if, which is priced and never sold. Pushing the same content gives it its '
  'number, once.';
comment on column product_versions.published_at is 'When it was published for the first time.';

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
comment on table products is
  'Products of insurers. Publishing moves live_version_id and copies nothing.';
comment on column products.live_version_id is
  'The version on sale. Null before the first publication.';

create table provider_credentials (
  insurer_id text collate "C" not null,
  livemode boolean not null,
  provider text collate "C" not null,
  ring_key_id text not null,
  sealed_key bytea not null,
  sealed_data bytea not null,
  account_reference text,
  created_at timestamp with time zone not null,
  changed_at timestamp with time zone not null,
  swept_until timestamp with time zone,
  sweep_at timestamp with time zone not null,
  refused_at timestamp with time zone,
  refusal text,
  constraint provider_credentials_pkey PRIMARY KEY (insurer_id, livemode, provider),
  constraint provider_credentials_check CHECK (((refused_at IS NULL) = (refusal IS NULL)))
);
comment on table provider_credentials is
  'The account of an insurer at a payment provider, for each mode. Keys and the secrets of its '
  'callbacks are sealed as in policy_secrets.';
comment on column provider_credentials.account_reference is
  'What the provider calls the account. Callbacks about another account are refused.';
comment on column provider_credentials.swept_until is
  'Up to when the provider was asked what has happened, besides the callbacks that it sends.';
comment on column provider_credentials.sweep_at is
  'When it is asked next. An account that gave no answer waits a while, so that it holds up no '
  'other.';
comment on column provider_credentials.refused_at is
  'Since when the provider refuses the account, for example because its key was revoked.';
comment on column provider_credentials.refusal is 'What the provider said then.';

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
comment on table quotes is
  'Prices that were given for answers. A quote has its answers and its pricing revision, so that '
  'its price can be explained for ever. Without foreign keys: quotes are written at a high rate '
  'and refer to records that never change. Amounts are in minor units.';
comment on column quotes.secret_hash is
  'Of the random part of the token; the other part is the id.';
comment on column quotes.customer_input is 'The answers exactly as they were sent.';
comment on column quotes.dataset_items is
  'The dataset items that the answers name, as they were. Null where there are none.';
comment on column quotes.gross_payment_amount is 'What a billing period costs.';
comment on column quotes.quoted_on is
  'The day that pricing takes for today: of an endorsement, its effective day.';
comment on column quotes.end_day is 'The last day of cover. Null where the cover has no end.';
comment on column quotes.policy_id is
  'The policy whose endorsement or next term it prices. Null for a sale.';
comment on column quotes.policy_version_id is 'The active version at that time. Null for a sale.';
comment on column quotes.effective_day is
  'The day from which on the price counts. Null for a sale.';
comment on column quotes.clock_id is 'The test clock that it was made on. Null for true time.';

create table reconciliation_items (
  id text collate "C" not null,
  insurer_id text collate "C" not null,
  livemode boolean not null,
  provider text collate "C" not null,
  kind text not null,
  state text not null,
  problem text,
  reference text,
  source text,
  type text,
  amount bigint,
  fee bigint default 0 not null,
  currency text not null,
  happened_at timestamp with time zone not null,
  value_day date,
  payment_id text collate "C",
  refund_id text collate "C",
  own_amount bigint,
  difference bigint default 0 not null,
  checked_at timestamp with time zone not null,
  constraint reconciliation_items_pkey PRIMARY KEY (id),
  constraint reconciliation_items_once UNIQUE (insurer_id, livemode, provider, reference),
  constraint reconciliation_items_check CHECK (((reference IS NULL) = (amount IS NULL))),
  constraint reconciliation_items_difference CHECK (((state <> 'matched'::text) OR (difference = 0))),
  constraint reconciliation_items_kind_check CHECK ((kind = ANY (ARRAY['payment'::text, 'refund'::text, 'dispute'::text, 'payout'::text, 'fee'::text, 'other'::text]))),
  constraint reconciliation_items_problem_check CHECK (((state = 'unmatched'::text) = (problem IS NOT NULL))),
  constraint reconciliation_items_problems CHECK ((problem = ANY (ARRAY['not_here'::text, 'not_there'::text, 'other_amount'::text, 'other_currency'::text]))),
  constraint reconciliation_items_state_check CHECK ((state = ANY (ARRAY['matched'::text, 'waiting'::text, 'unmatched'::text])))
);
comment on table reconciliation_items is
  'Each movement of money at a payment provider beside what is known of it here, and payments and '
  'refunds of which the provider has none. Amounts are in minor units.';
comment on column reconciliation_items.reference is
  'What the provider calls the movement. Null where it has none.';
comment on column reconciliation_items.source is
  'What the provider calls its cause, such as a charge or a payout.';
comment on column reconciliation_items.type is 'The word of the provider for it.';
comment on column reconciliation_items.amount is 'What came in. Below zero what went out.';
comment on column reconciliation_items.fee is 'What the provider kept of it.';
comment on column reconciliation_items.value_day is 'When the bank has it, of a payout.';
comment on column reconciliation_items.own_amount is
  'What all movements of the same payment, refund or dispute come to by our books. Null while '
  'that is not decided.';
comment on column reconciliation_items.difference is
  'What is at the provider beyond that. Of several movements the newest has it.';
comment on column reconciliation_items.checked_at is
  'When both sides were compared. What has not matched is compared again, the longest ago first.';

create table reconciliation_sums (
  insurer_id text collate "C" not null,
  livemode boolean not null,
  provider text collate "C" not null,
  currency text not null,
  balance bigint not null,
  fees bigint not null,
  paid_out bigint not null,
  constraint reconciliation_sums_pkey PRIMARY KEY (insurer_id, livemode, provider, currency)
);
comment on table reconciliation_sums is
  'What all movements of an account at a payment provider sum to, in minor units.';

create table reconciliations (
  insurer_id text collate "C" not null,
  livemode boolean not null,
  provider text collate "C" not null,
  read_until timestamp with time zone,
  asked_at timestamp with time zone not null,
  refused_at timestamp with time zone,
  refusal text,
  constraint reconciliations_pkey PRIMARY KEY (insurer_id, livemode, provider),
  constraint reconciliations_check CHECK (((refused_at IS NULL) = (refusal IS NULL)))
);
comment on table reconciliations is
  'How far the movements of money were read of an account at a payment provider.';
comment on column reconciliations.read_until is 'Null while nothing could be read.';
comment on column reconciliations.refused_at is
  'Since when the provider does not show the balance, for example because the key may not read it.';
comment on column reconciliations.refusal is 'What the provider said then.';

create table recovery_codes (
  user_id text collate "C" not null,
  hash bytea not null,
  constraint recovery_codes_pkey PRIMARY KEY (user_id, hash)
);
comment on table recovery_codes is
  'Codes that replace the authenticator app, each once: a used one is deleted.';

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
comment on table refunds is
  'Money that goes back to the policyholder: credit, or money that could not be applied. Amounts '
  'are in minor units.';
comment on column refunds.policy_version_id is
  'The version that left the credit. Null for money that could not be applied.';
comment on column refunds.method is
  'How the terms of the product give the amount, or whole for money that could not be applied.';
comment on column refunds.attempt is
  'A failed refund can be tried again: for the provider every attempt is a refund of its own.';
comment on column refunds.attempted_at is
  'When this attempt began: without an outcome, doubt counts from here.';
comment on column refunds.asks is
  'How often the provider was asked in this attempt. After the first time it is asked what became '
  'of the refund, so that nothing is refunded twice.';
comment on column refunds.ask_at is
  'When the provider is asked next. Null on a test clock, where a deadline says when.';
comment on column refunds.doubt is 'Why a person has to decide.';
comment on column refunds.cause is
  'What is returned: a credit, or money that could not be applied. It is returned once of each '
  'payment.';

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
comment on table removed_dataset_items is
  'Items that left their dataset. They are no longer offered, but policies were sold with them, '
  'and an item that returns gets its old id.';

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
  held_quote_id text collate "C",
  given jsonb not null,
  says jsonb not null,
  problems jsonb not null,
  token_hash bytea,
  offered_at timestamp with time zone,
  decided_at timestamp with time zone,
  decided_by text collate "C",
  plan_id text collate "C",
  constraint renewals_pkey PRIMARY KEY (policy_id, first_day),
  constraint renewals_are_blocked_for_a_reason CHECK (((state = 'blocked'::text) = (problems <> '[]'::jsonb))),
  constraint renewals_are_priced_before_they_are_offered CHECK (((state <> ALL (ARRAY['offered'::text, 'accepted'::text, 'done'::text])) OR ((quote_id IS NOT NULL) AND (payment_after IS NOT NULL)))),
  constraint renewals_kind_check CHECK ((kind = ANY (ARRAY['automatic'::text, 'on_acceptance'::text]))),
  constraint renewals_state_check CHECK ((state = ANY (ARRAY['scheduled'::text, 'offered'::text, 'accepted'::text, 'declined'::text, 'blocked'::text, 'knocked_out'::text, 'voided'::text, 'done'::text])))
);
comment on table renewals is
  'The next terms of policies, and what became of them. An open renewal is priced again when the '
  'policy changes. Amounts are in minor units.';
comment on column renewals.first_day is 'Of the next term.';
comment on column renewals.last_day is 'Null where the renewal was declined before it was priced.';
comment on column renewals.based_on is 'The policy version on which it was priced last.';
comment on column renewals.quote_id is 'The price of the next term. Null before there is one.';
comment on column renewals.content_id is 'What is known in the next term. Null where that stays.';
comment on column renewals.payment_before is 'What a billing period costs before the next term.';
comment on column renewals.held_quote_id is
  'The price by the version before, with what is endorsed for the next term. Null where nothing '
  'is.';
comment on column renewals.given is
  'Answers, data and payment plan that were given for the next term alone.';
comment on column renewals.says is
  'What the next term changes, by name. The values are in its quote and its content.';
comment on column renewals.problems is 'Why the renewal is blocked.';
comment on column renewals.token_hash is 'Of the token in the link of the notice.';
comment on column renewals.decided_by is
  'The account that decided. Null where the policyholder did, by the link of the notice.';
comment on column renewals.plan_id is
  'The payment plan of the next term. Null before it is priced.';

create table request_errors (
  insurer_id text collate "C" not null,
  livemode boolean not null,
  day date not null,
  method text not null,
  route text not null,
  status integer not null,
  code text not null,
  times bigint not null,
  last_at timestamp with time zone not null,
  last_request_id text not null,
  constraint request_errors_pkey PRIMARY KEY (insurer_id, livemode, day, method, route, status, code)
);
comment on table request_errors is
  'How often requests were refused or failed, by day in UTC and by what they have in common.';
comment on column request_errors.code is 'Empty where there was none.';

create table request_log (
  number bigint generated always as identity not null,
  request_id text not null,
  insurer_id text collate "C" not null,
  account_id text collate "C" not null,
  livemode boolean not null,
  actor_id text collate "C" not null,
  method text not null,
  route text not null,
  status integer not null,
  code text,
  duration_ms integer not null,
  answered_at timestamp with time zone not null,
  constraint request_log_pkey PRIMARY KEY (number)
);
comment on table request_log is
  'Requests that were answered, for some days, without bodies and values. They are written in '
  'batches after their answers, and commit without waiting for the disk.';
comment on column request_log.account_id is 'The account that called.';
comment on column request_log.actor_id is 'The key or the person.';
comment on column request_log.code is 'The code of the refusal. Null where there was none.';

create table request_log_gaps (
  number bigint generated always as identity not null,
  from_at timestamp with time zone not null,
  until_at timestamp with time zone not null,
  dropped bigint not null,
  constraint request_log_gaps_pkey PRIMARY KEY (number)
);
comment on table request_log_gaps is
  'When requests were answered and not written down, because there were too many or the database '
  'was away.';

create table roles (
  account_id text collate "C" not null,
  key text collate "C" not null,
  name text not null,
  description text not null,
  grants jsonb not null,
  created_at timestamp with time zone not null,
  constraint roles_pkey PRIMARY KEY (account_id, key)
);
comment on table roles is
  'The roles that an account has made itself. Those that come along are in the code.';
comment on column roles.key is 'The name that keys and memberships refer to.';
comment on column roles.grants is 'Permissions, each with its limits.';

create table saved_views (
  id text collate "C" not null,
  account_id text collate "C" not null,
  livemode boolean not null,
  list text not null,
  name text not null,
  query text not null,
  columns text[],
  owner_id text collate "C" not null,
  is_shared boolean not null,
  filters jsonb,
  count integer,
  is_capped boolean not null,
  counted_at timestamp with time zone,
  created_at timestamp with time zone not null,
  constraint saved_views_pkey PRIMARY KEY (id),
  constraint saved_views_counted CHECK (((count IS NULL) = (counted_at IS NULL)))
);
comment on table saved_views is
  'Lists with their filters, as somebody wants to see them again. A job keeps the counts, which '
  'end at 1,000: lists never count.';
comment on column saved_views.query is
  'The query of the list, without names and addresses of people.';
comment on column saved_views.columns is 'In their order. Null for those of the list.';
comment on column saved_views.owner_id is 'The key or the person that saved it.';
comment on column saved_views.filters is
  'What the query asks for, in the words of the search. Null where the list is not counted.';
comment on column saved_views.is_capped is 'Whether there are more than were counted.';

create table sessions (
  id text collate "C" not null,
  user_id text collate "C" not null,
  account_id text collate "C",
  method text not null,
  hash bytea not null,
  previous_hash bytea,
  previous_until timestamp with time zone,
  is_to_renew boolean default false not null,
  address text not null,
  user_agent text not null,
  created_at timestamp with time zone not null,
  last_seen_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  constraint sessions_pkey PRIMARY KEY (id),
  constraint sessions_hash_key UNIQUE (hash),
  constraint sessions_method_check CHECK ((method = ANY (ARRAY['password'::text, 'password_and_code'::text, 'passkey'::text, 'single_sign_on'::text, 'link'::text])))
);
comment on table sessions is
  'People who are signed in. The cookie has a secret, of which only the hash is stored.';
comment on column sessions.account_id is
  'The one account that the session opens, where the account''s own provider signed the person in.';
comment on column sessions.previous_hash is
  'The hash of the secret before the last renewal. Requests that were under way still carry it.';
comment on column sessions.is_to_renew is
  'The rights of the person have changed: the next request gets a new secret.';
comment on column sessions.last_seen_at is 'Written once a minute at most.';

create table sign_in_failures (
  subject text collate "C" not null,
  failures integer not null,
  last_at timestamp with time zone not null,
  constraint sign_in_failures_pkey PRIMARY KEY (subject)
);
comment on table sign_in_failures is
  'How often signing in has failed lately, by network address, by e-mail address, and by both. '
  'E-mail addresses are hashed: they may be those of strangers.';

create table sign_in_rules (
  account_id text collate "C" not null,
  requires_second_factor boolean not null,
  constraint sign_in_rules_pkey PRIMARY KEY (account_id)
);
comment on table sign_in_rules is
  'How people have to sign in to act for an account. An account without a row has no rules.';

create table sign_in_tickets (
  id text collate "C" not null,
  uses integer not null,
  expires_at timestamp with time zone not null,
  constraint sign_in_tickets_pkey PRIMARY KEY (id)
);
comment on table sign_in_tickets is
  'How often a ticket was used. The ticket itself is sealed and not stored; it has a row from its '
  'first use until it has expired.';

create table single_sign_on_states (
  state_hash bytea not null,
  expires_at timestamp with time zone not null,
  constraint single_sign_on_states_pkey PRIMARY KEY (state_hash)
);
comment on table single_sign_on_states is
  'Sign-ins that came back from a provider, so that none comes back twice. Rows are deleted once '
  'the sign-in has expired anyway.';

create table suppressed_addresses (
  id text collate "C" not null,
  insurer_id text collate "C" not null,
  livemode boolean not null,
  reason text not null,
  address_hash bytea not null,
  mail_id text collate "C",
  reply text,
  created_at timestamp with time zone not null,
  ring_key_id text not null,
  sealed_key bytea not null,
  sealed_data bytea not null,
  constraint suppressed_addresses_pkey PRIMARY KEY (id),
  constraint suppressed_addresses_once UNIQUE (insurer_id, livemode, address_hash),
  constraint suppressed_addresses_reason_check CHECK ((reason = ANY (ARRAY['refused'::text, 'bounced'::text, 'person'::text])))
);
comment on table suppressed_addresses is
  'Addresses that no mail of an insurer goes to. The address and the note of a person are sealed '
  'as in policy_secrets.';
comment on column suppressed_addresses.address_hash is
  'HMAC of the address with the secret of mail_secrets.';
comment on column suppressed_addresses.mail_id is
  'The mail that was refused or came back; null where a person has suppressed the address.';
comment on column suppressed_addresses.reply is
  'What the mail server or the report said, without addresses.';

create table tasks (
  id text collate "C" not null,
  account_id text collate "C" not null,
  livemode boolean not null,
  title text not null,
  note text,
  assignee_id text collate "C",
  due_day date,
  policy_id text collate "C",
  customer_id text collate "C",
  product_id text collate "C",
  distributor_id text collate "C",
  state text not null,
  created_by text collate "C" not null,
  created_at timestamp with time zone not null,
  done_by text collate "C",
  done_at timestamp with time zone,
  constraint tasks_pkey PRIMARY KEY (id),
  constraint tasks_about_a_sale CHECK ((((policy_id IS NULL) = (product_id IS NULL)) AND ((policy_id IS NULL) = (distributor_id IS NULL)))),
  constraint tasks_about_one_thing CHECK (((policy_id IS NULL) OR (customer_id IS NULL))),
  constraint tasks_are_done_by_somebody CHECK ((((state = 'done'::text) = (done_at IS NOT NULL)) AND ((done_at IS NULL) = (done_by IS NULL)))),
  constraint tasks_state_check CHECK ((state = ANY (ARRAY['open'::text, 'done'::text])))
);
comment on table tasks is
  'What somebody wants done: by whom, until when, about which policy or customer. Title and note '
  'may name people, and are masked like names.';
comment on column tasks.assignee_id is 'The person. Null for a task of nobody yet.';
comment on column tasks.product_id is
  'Product and distributor of the policy, for limited permissions. Null where there is none.';
comment on column tasks.created_by is 'The key or the person.';

create table totp_secrets (
  user_id text collate "C" not null,
  ring_key_id text not null,
  sealed_key bytea not null,
  sealed_data bytea not null,
  created_at timestamp with time zone not null,
  confirmed_at timestamp with time zone,
  last_step bigint,
  constraint totp_secrets_pkey PRIMARY KEY (user_id)
);
comment on table totp_secrets is
  'The secrets that people share with their authenticator apps, sealed as in policy_secrets.';
comment on column totp_secrets.confirmed_at is
  'When the person entered the first code. Until then no code is asked for.';
comment on column totp_secrets.last_step is
  'The step of 30 seconds whose code was used last. Only a later one counts.';

create table unchained_audit (
  entry_id text collate "C" not null,
  constraint unchained_audit_pkey PRIMARY KEY (entry_id)
);
comment on table unchained_audit is
  'Audit entries that no evidence chain has yet. A trigger adds them; the process that extends '
  'the chains removes them.';

create table unnumbered_invoices (
  insurer_id text collate "C" not null,
  livemode boolean not null,
  year integer not null,
  invoice_id text collate "C" not null,
  policy_id text collate "C" not null,
  constraint unnumbered_invoices_pkey PRIMARY KEY (insurer_id, livemode, year, invoice_id)
);
comment on table unnumbered_invoices is
  'Invoices that wait for their number. A table of its own, since numbers are given without a '
  'lock on the policy.';
comment on column unnumbered_invoices.year is 'The year of issue.';

create table user_links (
  id text collate "C" not null,
  kind text not null,
  user_id text collate "C" not null,
  account_id text collate "C",
  email text not null,
  name text,
  roles text[],
  hash bytea,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  constraint user_links_pkey PRIMARY KEY (id),
  constraint user_links_hash_key UNIQUE (hash),
  constraint user_links_invitation_check CHECK (((kind = 'invitation'::text) = ((account_id IS NOT NULL) AND (name IS NOT NULL) AND (roles IS NOT NULL)))),
  constraint user_links_kind_check CHECK ((kind = ANY (ARRAY['invitation'::text, 'reset'::text, 'email_old'::text, 'email_new'::text, 'sign_in'::text])))
);
comment on table user_links is
  'Links that open something for a person, once. Only a hash of the secret is stored.';
comment on column user_links.user_id is
  'The person; of an invitation the id that the person gets if nobody has the address yet.';
comment on column user_links.account_id is 'The account that an invitation is for.';
comment on column user_links.email is
  'The invited address; of a change of address the new one; else the address of the person.';
comment on column user_links.hash is
  'Null for a change of address until an administrator has created the link.';

create table user_tokens (
  id text collate "C" not null,
  user_id text collate "C" not null,
  account_id text collate "C" not null,
  livemode boolean not null,
  name text not null,
  hash bytea not null,
  hint text not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  last_used_on date,
  revoked_at timestamp with time zone,
  constraint user_tokens_pkey PRIMARY KEY (id),
  constraint user_tokens_hash_key UNIQUE (hash)
);
comment on table user_tokens is
  'Personal tokens. At any time they have the permissions of their person in the account.';
comment on column user_tokens.hint is 'The last digits, by which a person recognises a token.';

create table users (
  id text collate "C" not null,
  email text not null,
  name text not null,
  password_hash text,
  created_at timestamp with time zone not null,
  deactivated_at timestamp with time zone,
  reset_requested_at timestamp with time zone,
  constraint users_pkey PRIMARY KEY (id),
  constraint users_email_key UNIQUE (email)
);
comment on table users is 'People. What they may do is decided by their memberships.';
comment on column users.email is 'In lower case.';
comment on column users.password_hash is
  'Argon2id with its parameters and salt. Null for a person who signs in otherwise.';
comment on column users.reset_requested_at is
  'When somebody asked for a new password of this person. An administrator hands out the link.';

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
comment on table webhook_deliveries is
  'Events that were sent to an endpoint, from the first attempt on. What was never tried has no '
  'row: it is behind the position of the endpoint.';
comment on column webhook_deliveries.state is
  'A parked delivery is no longer tried, unless it is resent.';
comment on column webhook_deliveries.round is
  'Counts how often the delivery was resent. The outcome of an attempt of an earlier round is '
  'ignored.';
comment on column webhook_deliveries.failures is 'Failed attempts of this round.';
comment on column webhook_deliveries.attempts is 'The last attempts, oldest first.';

create table webhook_secrets (
  webhook_id text collate "C" not null,
  number integer not null,
  ring_key_id text not null,
  sealed_key bytea not null,
  sealed_data bytea not null,
  expires_at timestamp with time zone,
  constraint webhook_secrets_pkey PRIMARY KEY (webhook_id, number)
);
comment on table webhook_secrets is 'Secrets that sign deliveries, sealed as in policy_secrets.';
comment on column webhook_secrets.number is '1, 2, 3 and so on within the endpoint.';
comment on column webhook_secrets.expires_at is
  'Set by a rotation: until then the old secret counts beside the new one.';

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
comment on table webhooks is 'Endpoints that are sent events as they happen.';
comment on column webhooks.insurer_id is
  'The insurer that manages the account: its audit log has the changes.';
comment on column webhooks.event_types is 'One or several types, or * for all.';
comment on column webhooks.payload is 'Ids alone, or the whole record with them.';
comment on column webhooks.legacy_headers is
  'The names of three more headers. Null where the receiver expects none.';
comment on column webhooks.delivered_to is
  'Events up to this position of the feed were tried or skipped. What is still to be tried again '
  'has a row in webhook_deliveries.';
comment on column webhooks.failing_since is
  'Since when every attempt has failed. Null after a success.';
comment on column webhooks.warned_at is
  'When the account was warned. An endpoint that fails for long after that is disabled.';
comment on column webhooks.deleted_at is
  'The endpoint no longer exists from then on. A job deletes its rows later.';

create table withdrawal_declarations (
  id text collate "C" not null,
  livemode boolean not null,
  insurer_id text collate "C" not null,
  product_id text collate "C" not null,
  product_version_id text collate "C" not null,
  request_hash bytea not null,
  state text not null,
  problem text,
  policy_id text collate "C",
  reason text,
  settled_by text,
  settled_at timestamp with time zone,
  ring_key_id text not null,
  sealed_key bytea not null,
  sealed_data bytea not null,
  received_at timestamp with time zone not null,
  constraint withdrawal_declarations_pkey PRIMARY KEY (id),
  constraint withdrawal_declarations_once UNIQUE (product_id, livemode, request_hash),
  constraint withdrawal_declarations_end CHECK (((state = 'open'::text) = (settled_at IS NULL))),
  constraint withdrawal_declarations_end_a_policy CHECK (((state <> 'settled'::text) OR (policy_id IS NOT NULL))),
  constraint withdrawal_declarations_state_check CHECK ((state = ANY (ARRAY['open'::text, 'settled'::text, 'refused'::text])))
);
comment on table withdrawal_declarations is
  'Withdrawals that customers have declared on the public page, whether or not they name a '
  'policy. Name, policy number and e-mail address are sealed as in policy_secrets.';
comment on column withdrawal_declarations.request_hash is
  'SHA-256 of the key of the request and of what was declared: a request that is sent again is '
  'one.';
comment on column withdrawal_declarations.problem is 'Why it was left to a person.';

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
comment on index accounts_key_by_creator is
  'A key is unique among the accounts of one creator. Unique over all, it would reveal what '
  'accounts another insurer has.';

create index api_keys_by_account ON api_keys USING btree (account_id);

create index approvals_by_account ON approvals USING btree (account_id, id);

create index approvals_pending ON approvals USING btree (expires_at) WHERE (status = 'pending'::text);

create index audit_entries_by_account ON audit_entries USING btree (account_id, id);

create index audit_entries_by_subject ON audit_entries USING btree (account_id, subject_id, id);
comment on index audit_entries_by_subject is
  'Finds what was done to one product or policy in a long log.';

create index audit_entries_by_user ON audit_entries USING btree (account_id, user_id, id) WHERE (user_id IS NOT NULL);
comment on index audit_entries_by_user is 'What a person did.';

create index balances_owed ON balances USING btree (policy_id) WHERE (receivable > 0);
comment on index balances_owed is
  'Few policies owe something: the sum of what is owed reads these alone.';

create index bank_accounts_by_ring_key ON bank_accounts USING btree (ring_key_id);

create unique index bank_accounts_of_payment ON bank_accounts USING btree (payment_id) WHERE (payment_id IS NOT NULL);

create index bank_receipts_by_insurer ON bank_receipts USING btree (insurer_id, livemode, id);

create index bank_receipts_in_hand ON bank_receipts USING btree (insurer_id, livemode, id) WHERE (state = ANY (ARRAY['waiting'::text, 'unmatched'::text]));
comment on index bank_receipts_in_hand is
  'Few lines wait among all that were ever imported. A search uses this index only where both '
  'states are written out.';

create unique index bank_receipts_of_payment ON bank_receipts USING btree (payment_id) WHERE (payment_id IS NOT NULL);
comment on index bank_receipts_of_payment is 'A payment is posted from one line at most.';

create index bank_receipts_waiting ON bank_receipts USING btree (id) WHERE (state = 'waiting'::text);

create index clocks_by_account ON clocks USING btree (account_id, id);

create index commission_agreements_by_distributor ON commission_agreements USING btree (distributor_id, first_day);

create index commission_entries_by_booking_day ON commission_entries USING btree (distributor_id, livemode, booking_day);

create index commission_entries_by_distributor ON commission_entries USING btree (distributor_id, livemode, id);

create index commission_entries_by_insurer ON commission_entries USING btree (insurer_id, livemode, id);

create index commission_entries_of_policy ON commission_entries USING btree (policy_id, number);

create index commission_statements_by_distributor ON commission_statements USING btree (distributor_id, livemode, id);

create index commission_statements_by_insurer ON commission_statements USING btree (insurer_id, livemode, id);

create unique index customer_joins_into_one ON customer_joins USING btree (customer_id) WHERE (split_at IS NULL);

create index customer_joins_of ON customer_joins USING btree (into_id) WHERE (split_at IS NULL);

create index dataset_bindings_content ON dataset_bindings USING btree (content_id);

create index dataset_contents_alike ON dataset_contents USING btree (dataset_id, content_hash);
comment on index dataset_contents_alike is
  'Finds a content with the same items, which is used again.';

create index dataset_contents_retired ON dataset_contents USING btree (retired_at) WHERE (retired_at IS NOT NULL);

create index deadlines_by_clock ON deadlines USING btree (clock_id, due_at) WHERE ((done_at IS NULL) AND (clock_id IS NOT NULL));

create index deadlines_due ON deadlines USING btree (due_at, policy_id) WHERE ((done_at IS NULL) AND (clock_id IS NULL));

create index deferrals_of_invoice ON deferrals USING btree (invoice_id, number);

create index deferrals_of_policy ON deferrals USING btree (policy_id, number);

create index disputes_by_insurer ON disputes USING btree (insurer_id, livemode, id);

create index disputes_by_payment ON disputes USING btree (payment_id);

create index disputes_by_policy ON disputes USING btree (policy_id, id);

create index disputes_to_answer ON disputes USING btree (insurer_id, livemode, id) WHERE (state = ANY (ARRAY['needs_response'::text, 'warning_needs_response'::text]));

create index document_deliveries_of_policies ON document_deliveries USING btree (policy_id, id);

create index documents_by_policy ON documents USING btree (policy_id, occasion, designation, made_at DESC);

create index dunning_cases_by_policy ON dunning_cases USING btree (policy_id, id);

create index dunning_cases_by_state ON dunning_cases USING btree (insurer_id, livemode, state, id);

create index dunning_cases_by_step ON dunning_cases USING btree (insurer_id, livemode, step, id) WHERE (state = 'open'::text);

create index dunning_cases_of_products ON dunning_cases USING btree (product_id, livemode, id) WHERE (state = 'open'::text);

create unique index dunning_cases_one_open ON dunning_cases USING btree (policy_id) WHERE (state = 'open'::text);

create index dunning_cases_unproven ON dunning_cases USING btree (insurer_id, livemode, id) WHERE ((unproven_since IS NOT NULL) AND (lapse_upheld_at IS NULL));

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

create index identities_by_user ON identities USING btree (user_id);

create index impacts_by_product ON impacts USING btree (product_id, id);

create index impacts_to_run ON impacts USING btree (id) WHERE (state = ANY (ARRAY['queued'::text, 'running'::text]));

create index invoice_movements_by_booking_day ON invoice_movements USING btree (insurer_id, livemode, booking_day) INCLUDE (invoice_id, amount);

create index invoices_by_insurer ON invoices USING btree (insurer_id, livemode, id);

create index invoices_by_policy ON invoices USING btree (policy_id, id);

create index invoices_by_product ON invoices USING btree (insurer_id, livemode, product_id, id);

create index invoices_credit_notes ON invoices USING btree (policy_id, id) WHERE (kind = 'credit_note'::text);
comment on index invoices_credit_notes is 'Most policies have none, and are asked for the newest.';

create index invoices_open ON invoices USING btree (insurer_id, livemode, due_day, id) WHERE (state = 'open'::text);

create index leads_by_distributor ON leads USING btree (insurer_id, livemode, distributor_id, id);

create index leads_by_insurer ON leads USING btree (insurer_id, livemode, id);

create index leads_by_product ON leads USING btree (insurer_id, livemode, product_id, id);

create index leads_by_ring_key ON leads USING btree (ring_key_id) WHERE (state = 'open'::text);

create index leads_that_may_expire ON leads USING btree (expires_at) WHERE (state = 'open'::text);

create index mail_reports_by_key ON mail_reports USING btree (ring_key_id);

create index mails_by_delivery ON mails USING btree (insurer_id, livemode, delivery, id) WHERE (delivery IS NOT NULL);

create index mails_by_insurer ON mails USING btree (insurer_id, livemode, id);

create index mails_by_policy ON mails USING btree (policy_id, id);

create index mails_by_ring_key ON mails USING btree (ring_key_id) WHERE (ring_key_id IS NOT NULL);

create index mails_due ON mails USING btree (insurer_id, next_at) WHERE (next_at IS NOT NULL);

create index mails_parked ON mails USING btree (insurer_id, livemode, id) WHERE (state = 'parked'::text);

create index mandate_setups_by_policy ON mandate_setups USING btree (policy_id, id);

create unique index mandate_setups_link_once ON mandate_setups USING btree (link_id) WHERE (status = 'ok'::text);

create index mandates_by_policy ON mandates USING btree (policy_id, id);

create unique index mandates_one_active ON mandates USING btree (policy_id) WHERE (state = 'active'::text);

create index manual_entries_of_policy ON manual_entries USING btree (policy_id, number);

create index mass_endorsements_at_work ON mass_endorsements USING btree (id) WHERE (state = ANY (ARRAY['previewing'::text, 'running'::text]));

create index mass_endorsements_by_insurer ON mass_endorsements USING btree (insurer_id, livemode, id);

create unique index mass_endorsements_one_running ON mass_endorsements USING btree (insurer_id, livemode, product_id) WHERE (state = 'running'::text);

create index memberships_by_account ON memberships USING btree (account_id, user_id);

create index next_term_endorsements_by_policy ON next_term_endorsements USING btree (policy_id);

create index notes_of_customers ON notes USING btree (account_id, livemode, customer_id, id) WHERE (customer_id IS NOT NULL);

create index notes_of_policies ON notes USING btree (account_id, livemode, policy_id, id) WHERE (policy_id IS NOT NULL);

create index passkeys_by_user ON passkeys USING btree (user_id, id);

create index payments_by_distributor ON payments USING btree (insurer_id, livemode, distributor_id, id);

create index payments_by_insurer ON payments USING btree (insurer_id, livemode, id);

create index payments_by_name ON payments USING btree (insurer_id, livemode, lower(last_name) COLLATE "C", lower(first_name) COLLATE "C", id) INCLUDE (last_name, first_name);
comment on index payments_by_name is
  'All that a search by name compares is in the index, so that only the rows of the page are '
  'read. The table is vacuumed early, without which the index alone is not enough.';

create index payments_by_policy ON payments USING btree (policy_id, id);

create index payments_by_product ON payments USING btree (insurer_id, livemode, product_id, id);

create index payments_by_reference ON payments USING btree (insurer_id, livemode, provider, reference) WHERE (reference IS NOT NULL);

create index payments_by_status ON payments USING btree (insurer_id, livemode, status, id);

create index payments_in_doubt ON payments USING btree (insurer_id, livemode, id) WHERE (doubt IS NOT NULL);

create unique index payments_one_live ON payments USING btree (COALESCE(invoice_id, policy_id)) WHERE ((status = ANY (ARRAY['pending'::text, 'ok'::text])) AND (received_on IS NULL) AND (NOT on_account));
comment on index payments_one_live is
  'An offer or an invoice is paid once, whatever the timing. Receipts do not count: they may pay '
  'in parts.';

create index payments_to_ask_about ON payments USING btree (ask_at) WHERE (ask_at IS NOT NULL);

create index payouts_by_insurer ON payouts USING btree (insurer_id, livemode, id);

create index payouts_by_policy ON payouts USING btree (policy_id, id);

create index payouts_by_state ON payouts USING btree (insurer_id, livemode, state, id);

create index payouts_of_batch ON payouts USING btree (batch_id, id) WHERE (batch_id IS NOT NULL);

create unique index payouts_one_of_refund ON payouts USING btree (refund_id) WHERE ((refund_id IS NOT NULL) AND (state <> 'cancelled'::text));
comment on index payouts_one_of_refund is
  'A refund is carried out by one payout, whatever the timing.';

create index payouts_without_account ON payouts USING btree (id) WHERE (state = 'needs_account'::text);
comment on index payouts_without_account is 'Has only what waits for a person, to be counted.';

create index offers_by_distributor ON policies USING btree (insurer_id, livemode, distributor_id, id) WHERE (issued_at IS NULL);

create index offers_by_insurer ON policies USING btree (insurer_id, livemode, id) WHERE (issued_at IS NULL);
comment on index offers_by_insurer is
  'Offers and policies have indexes of their own: where one kind is rare, its list does not read '
  'the other.';

create index offers_by_product ON policies USING btree (insurer_id, livemode, product_id, id) WHERE (issued_at IS NULL);

create index offers_by_status ON policies USING btree (insurer_id, livemode, status, id) WHERE (issued_at IS NULL);

create index offers_that_may_lapse ON policies USING btree (offer_expires_at, id) WHERE ((status = 'ready'::text) AND (clock_id IS NULL));
comment on index offers_that_may_lapse is
  'Has only what can still lapse, for the job that looks every minute.';

create index policies_by_clock ON policies USING btree (clock_id, id) WHERE (clock_id IS NOT NULL);

create index policies_by_distributor ON policies USING btree (insurer_id, livemode, distributor_id, id) WHERE (issued_at IS NOT NULL);

create index policies_by_email ON policies USING btree (insurer_id, livemode, lower(email) text_pattern_ops, id);

create index policies_by_insurer ON policies USING btree (insurer_id, livemode, id) WHERE (issued_at IS NOT NULL);

create index policies_by_name ON policies USING btree (insurer_id, livemode, lower(last_name) COLLATE "C", lower(first_name) COLLATE "C", id) INCLUDE (last_name, first_name, issued_at);
comment on index policies_by_name is
  'All that a search by name compares is in the index, so that only the rows of the page are '
  'read. The table is vacuumed early, without which the index alone is not enough.';

create index policies_by_product ON policies USING btree (insurer_id, livemode, product_id, id) WHERE (issued_at IS NOT NULL);

create index policies_by_sales_lead ON policies USING hash (sales_lead_id) WHERE (sales_lead_id IS NOT NULL);
comment on index policies_by_sales_lead is
  'A hash, because the texts that clients send may be long.';

create index policies_by_status ON policies USING btree (insurer_id, livemode, status, id) WHERE (issued_at IS NOT NULL);

create index policies_by_term ON policies USING btree (insurer_id, livemode, term_last_day, id) WHERE ((status = 'paid'::text) AND (term_last_day IS NOT NULL));

create index policies_held_until ON policies USING btree (holds_until, id) WHERE ((holds_until IS NOT NULL) AND (clock_id IS NULL));
comment on index policies_held_until is
  'Few snapshots are out of date at a time: searches read these first.';

create index policies_that_may_end ON policies USING btree (COALESCE(end_day, term_last_day), id) WHERE ((status = 'paid'::text) AND (NOT renews) AND (clock_id IS NULL) AND (COALESCE(end_day, term_last_day) IS NOT NULL));
comment on index policies_that_may_end is
  'Has only what can still end, for the job that looks every minute.';

create index policies_to_be_renewed ON policies USING btree (renewal_notice_at, id) WHERE ((status = 'paid'::text) AND (clock_id IS NULL) AND (renewal_notice_at IS NOT NULL));

create index policy_parties_by_customer ON policy_parties USING btree (customer_id) WHERE (customer_id IS NOT NULL);

create index policy_parties_by_policy ON policy_parties USING btree (policy_id, number);

create unique index policy_parties_one_payer ON policy_parties USING btree (policy_id) WHERE ((role = 'payer'::text) AND (ended_at IS NULL));

create unique index policy_parties_one_policyholder ON policy_parties USING btree (policy_id) WHERE ((role = 'policyholder'::text) AND (ended_at IS NULL));

create index policy_secrets_by_ring_key ON policy_secrets USING btree (ring_key_id);

create index policy_times_by_clock ON policy_times USING btree (clock_id);

create index policy_versions_by_policy ON policy_versions USING btree (policy_id, id);

create unique index policy_versions_no_fork ON policy_versions USING btree (policy_id, number) WHERE (state = ANY (ARRAY['active'::text, 'superseded'::text]));
comment on index policy_versions_no_fork is
  'No two versions that took effect are based on the same one.';

create unique index policy_versions_one_active ON policy_versions USING btree (policy_id) WHERE (state = 'active'::text);

create unique index policy_versions_one_in_progress ON policy_versions USING btree (policy_id) WHERE (state = 'processing'::text);
comment on index policy_versions_one_in_progress is
  'One policy transaction at a time, whatever the timing.';

create unique index policy_versions_one_proposed ON policy_versions USING btree (policy_id) WHERE (state = 'proposed'::text);

create unique index portfolio_checks_one_at_a_time ON portfolio_checks USING btree (account_id, livemode, subject) WHERE (state = 'running'::text);

create index post_letters_by_insurer ON post_letters USING btree (insurer_id, livemode, id);

create index post_letters_by_state ON post_letters USING btree (insurer_id, livemode, state, id);

create index post_letters_of_policies ON post_letters USING btree (policy_id, id);

create index postings_by_booking_day ON postings USING btree (insurer_id, livemode, booking_day, number);

create index product_versions_what_ifs ON product_versions USING btree (product_id, content_hash) WHERE (number IS NULL);

create index quotes_by_distributor ON quotes USING btree (insurer_id, livemode, distributor_id, id);

create index quotes_by_insurer ON quotes USING btree (insurer_id, livemode, id);

create index quotes_by_product ON quotes USING btree (insurer_id, livemode, product_id, id);

create index reconciliation_items_by_dispute ON reconciliation_items USING btree (insurer_id, livemode, provider, source) WHERE (kind = 'dispute'::text);

create index reconciliation_items_by_happened ON reconciliation_items USING btree (insurer_id, livemode, happened_at);

create index reconciliation_items_by_insurer ON reconciliation_items USING btree (insurer_id, livemode, id);

create index reconciliation_items_by_payment ON reconciliation_items USING btree (payment_id);

create index reconciliation_items_by_refund ON reconciliation_items USING btree (refund_id) WHERE (refund_id IS NOT NULL);

create unique index reconciliation_items_not_there ON reconciliation_items USING btree (COALESCE(refund_id, payment_id)) WHERE (reference IS NULL);
comment on index reconciliation_items_not_there is 'What a provider lacks is listed once.';

create index reconciliation_items_open ON reconciliation_items USING btree (insurer_id, livemode, provider, checked_at) WHERE (state <> 'matched'::text);

create index refunds_in_doubt ON refunds USING btree (insurer_id, livemode, payment_id) WHERE (doubt IS NOT NULL);

create index refunds_to_ask_about ON refunds USING btree (ask_at) WHERE (status = 'pending'::text);

create index renewals_by_state ON renewals USING btree (insurer_id, livemode, state, first_day, policy_id);

create index request_log_by_code ON request_log USING btree (insurer_id, livemode, code, number) WHERE (code IS NOT NULL);

create index request_log_by_insurer ON request_log USING btree (insurer_id, livemode, number);

create index request_log_by_request ON request_log USING btree (request_id);

create index saved_views_of_accounts ON saved_views USING btree (account_id, livemode, list, name);

create index saved_views_to_count ON saved_views USING btree (counted_at NULLS FIRST) WHERE (filters IS NOT NULL);

create index sessions_by_account ON sessions USING btree (account_id) WHERE ((account_id IS NOT NULL) AND (ended_at IS NULL));

create index sessions_by_previous_hash ON sessions USING btree (previous_hash) WHERE (previous_hash IS NOT NULL);

create index sessions_by_user ON sessions USING btree (user_id, id);

create index suppressed_addresses_by_insurer ON suppressed_addresses USING btree (insurer_id, livemode, id);

create index suppressed_addresses_by_ring_key ON suppressed_addresses USING btree (ring_key_id);

create index tasks_by_account ON tasks USING btree (account_id, livemode, id);

create index tasks_of_customers ON tasks USING btree (account_id, livemode, customer_id, id) WHERE (customer_id IS NOT NULL);

create index tasks_of_policies ON tasks USING btree (account_id, livemode, policy_id, id) WHERE (policy_id IS NOT NULL);

create index tasks_open ON tasks USING btree (account_id, livemode, assignee_id, due_day, id) WHERE (state = 'open'::text);

create index totp_secrets_by_ring_key ON totp_secrets USING btree (ring_key_id);

create index user_links_by_account ON user_links USING btree (account_id, email) WHERE (kind = 'invitation'::text);

create index user_links_by_user ON user_links USING btree (user_id, kind);

create index user_tokens_by_user ON user_tokens USING btree (user_id, id);

create index webhook_deliveries_due ON webhook_deliveries USING btree (webhook_id, next_at, event_id) WHERE (state = 'waiting'::text);

create index webhook_deliveries_parked ON webhook_deliveries USING btree (webhook_id, event_id) WHERE (state = 'parked'::text);

create index webhook_secrets_by_ring_key ON webhook_secrets USING btree (ring_key_id);

create index webhooks_by_account ON webhooks USING btree (account_id, livemode, id);

create index webhooks_failing ON webhooks USING btree (failing_since) WHERE (failing_since IS NOT NULL);

create index withdrawal_declarations_by_insurer ON withdrawal_declarations USING btree (insurer_id, livemode, id);

create index withdrawal_declarations_by_policy ON withdrawal_declarations USING btree (insurer_id, livemode, policy_id, id) WHERE (policy_id IS NOT NULL);

create index withdrawal_declarations_by_product ON withdrawal_declarations USING btree (insurer_id, livemode, product_id, id);

create index withdrawal_declarations_by_ring_key ON withdrawal_declarations USING btree (ring_key_id);

create index withdrawal_declarations_open ON withdrawal_declarations USING btree (insurer_id, livemode, id) WHERE (state = 'open'::text);

alter table accepted_differences
  add constraint accepted_differences_item_id_fkey FOREIGN KEY (item_id) REFERENCES reconciliation_items(id) ON DELETE CASCADE;

alter table access_tokens
  add constraint access_tokens_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id);

alter table accounts
  add constraint accounts_created_by_fkey FOREIGN KEY (created_by) REFERENCES accounts(id);

alter table api_keys
  add constraint api_keys_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id);

alter table approval_rules
  add constraint approval_rules_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id);

alter table approvals
  add constraint approvals_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id);

alter table audit_entries
  add constraint audit_entries_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id);

alter table clocks
  add constraint clocks_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id);

alter table customer_joins
  add constraint customer_joins_insurer_id_fkey FOREIGN KEY (insurer_id) REFERENCES accounts(id);

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

alter table handed_documents
  add constraint handed_documents_policy_id_fkey FOREIGN KEY (policy_id) REFERENCES policies(id);

alter table handovers
  add constraint handovers_policy_id_fkey FOREIGN KEY (policy_id) REFERENCES policies(id);

alter table identities
  add constraint identities_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id);

alter table identities
  add constraint identities_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id);

alter table identity_providers
  add constraint identity_providers_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id);

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

alter table mail_reports
  add constraint mail_reports_mail_id_fkey FOREIGN KEY (mail_id) REFERENCES mails(id);

alter table mail_secrets
  add constraint mail_secrets_insurer_id_fkey FOREIGN KEY (insurer_id) REFERENCES accounts(id);

alter table mandate_setups
  add constraint mandate_setups_policy_id_fkey FOREIGN KEY (policy_id) REFERENCES policies(id);

alter table mandates
  add constraint mandates_policy_id_fkey FOREIGN KEY (policy_id) REFERENCES policies(id);

alter table mass_endorsement_results
  add constraint mass_endorsement_results_mass_endorsement_id_fkey FOREIGN KEY (mass_endorsement_id) REFERENCES mass_endorsements(id);

alter table mass_endorsement_results
  add constraint mass_endorsement_results_policy_id_fkey FOREIGN KEY (policy_id) REFERENCES policies(id);

alter table memberships
  add constraint memberships_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id);

alter table memberships
  add constraint memberships_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id);

alter table next_term_endorsements
  add constraint next_term_endorsements_policy_id_fkey FOREIGN KEY (policy_id) REFERENCES policies(id);

alter table notice_mails
  add constraint notice_mails_letter_id_fkey FOREIGN KEY (letter_id) REFERENCES dunning_letters(id);

alter table notice_mails
  add constraint notice_mails_policy_id_fkey FOREIGN KEY (policy_id) REFERENCES policies(id);

alter table own_mail_servers
  add constraint own_mail_servers_insurer_id_fkey FOREIGN KEY (insurer_id) REFERENCES accounts(id);

alter table passkeys
  add constraint passkeys_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id);

alter table payment_plans
  add constraint payment_plans_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id);

alter table payment_providers
  add constraint payment_providers_insurer_id_fkey FOREIGN KEY (insurer_id) REFERENCES accounts(id);

alter table payments
  add constraint payments_policy_id_fkey FOREIGN KEY (policy_id) REFERENCES policies(id);

alter table payouts
  add constraint payouts_batch_id_fkey FOREIGN KEY (batch_id) REFERENCES payout_batches(id);

alter table payouts
  add constraint payouts_policy_id_fkey FOREIGN KEY (policy_id) REFERENCES policies(id);

alter table payouts
  add constraint payouts_refund_id_fkey FOREIGN KEY (refund_id) REFERENCES refunds(id);

alter table policies
  add constraint policies_clock_id_fkey FOREIGN KEY (clock_id) REFERENCES clocks(id);

alter table policies
  add constraint policies_distributor_id_fkey FOREIGN KEY (distributor_id) REFERENCES accounts(id);

alter table policies
  add constraint policies_insurer_id_fkey FOREIGN KEY (insurer_id) REFERENCES accounts(id);

alter table policy_contents
  add constraint policy_contents_policy_id_fkey FOREIGN KEY (policy_id) REFERENCES policies(id);

alter table policy_parties
  add constraint policy_parties_content_id_fkey FOREIGN KEY (content_id) REFERENCES policy_contents(id);

alter table policy_parties
  add constraint policy_parties_policy_id_fkey FOREIGN KEY (policy_id) REFERENCES policies(id);

alter table policy_segments
  add constraint policy_segments_content_id_fkey FOREIGN KEY (content_id) REFERENCES policy_contents(id);

alter table policy_segments
  add constraint policy_segments_version_id_fkey FOREIGN KEY (version_id) REFERENCES policy_versions(id);

alter table policy_times
  add constraint policy_times_clock_id_fkey FOREIGN KEY (clock_id) REFERENCES clocks(id);

alter table policy_times
  add constraint policy_times_policy_id_fkey FOREIGN KEY (policy_id) REFERENCES policies(id);

alter table policy_versions
  add constraint policy_versions_based_on_fkey FOREIGN KEY (based_on) REFERENCES policy_versions(id);

alter table policy_versions
  add constraint policy_versions_policy_id_fkey FOREIGN KEY (policy_id) REFERENCES policies(id);

alter table portfolio_checks
  add constraint portfolio_checks_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id);

alter table post_letters
  add constraint post_letters_distributor_id_fkey FOREIGN KEY (distributor_id) REFERENCES accounts(id);

alter table post_letters
  add constraint post_letters_insurer_id_fkey FOREIGN KEY (insurer_id) REFERENCES accounts(id);

alter table post_letters
  add constraint post_letters_policy_id_fkey FOREIGN KEY (policy_id) REFERENCES policies(id);

alter table post_letters
  add constraint post_letters_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id);

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

alter table provider_credentials
  add constraint provider_credentials_insurer_id_fkey FOREIGN KEY (insurer_id) REFERENCES accounts(id);

alter table recovery_codes
  add constraint recovery_codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id);

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

alter table roles
  add constraint roles_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id);

alter table sessions
  add constraint sessions_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id);

alter table sessions
  add constraint sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id);

alter table sign_in_rules
  add constraint sign_in_rules_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id);

alter table suppressed_addresses
  add constraint suppressed_addresses_insurer_id_fkey FOREIGN KEY (insurer_id) REFERENCES accounts(id);

alter table totp_secrets
  add constraint totp_secrets_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id);

alter table user_links
  add constraint user_links_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id);

alter table user_tokens
  add constraint user_tokens_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id);

alter table user_tokens
  add constraint user_tokens_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id);

alter table webhook_secrets
  add constraint webhook_secrets_webhook_id_fkey FOREIGN KEY (webhook_id) REFERENCES webhooks(id) ON DELETE CASCADE;

alter table webhooks
  add constraint webhooks_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id);

alter table webhooks
  add constraint webhooks_insurer_id_fkey FOREIGN KEY (insurer_id) REFERENCES accounts(id);

alter sequence event_places owned by events.place;

create trigger audit_entries_are_chained AFTER INSERT ON audit_entries FOR EACH ROW EXECUTE FUNCTION leave_to_chain();
comment on trigger audit_entries_are_chained on audit_entries is
  'Every entry gets into the evidence chain, whatever code writes it.';

create trigger balances_stay BEFORE DELETE ON balances FOR EACH ROW EXECUTE FUNCTION refuse_change();

create trigger bank_receipts_move BEFORE UPDATE OF state ON bank_receipts FOR EACH ROW WHEN (((old.state <> new.state) AND (((old.state <> 'waiting'::text) OR (new.state <> 'matched'::text)) AND ((old.state <> 'waiting'::text) OR (new.state <> 'unmatched'::text)) AND ((old.state <> 'unmatched'::text) OR (new.state <> 'matched'::text)) AND ((old.state <> 'unmatched'::text) OR (new.state <> 'dismissed'::text))))) EXECUTE FUNCTION refuse_move('receipt');

create trigger bank_receipts_never_change BEFORE UPDATE ON bank_receipts FOR EACH ROW WHEN (((old.id IS DISTINCT FROM new.id) OR (old.insurer_id IS DISTINCT FROM new.insurer_id) OR (old.livemode IS DISTINCT FROM new.livemode) OR (old.amount IS DISTINCT FROM new.amount) OR (old.currency IS DISTINCT FROM new.currency) OR (old.received_on IS DISTINCT FROM new.received_on) OR (old.reference IS DISTINCT FROM new.reference) OR (old.bank_id IS DISTINCT FROM new.bank_id) OR (old.digest IS DISTINCT FROM new.digest) OR (old.ordinal IS DISTINCT FROM new.ordinal) OR (old.imported_at IS DISTINCT FROM new.imported_at))) EXECUTE FUNCTION refuse_change();

create trigger bank_receipts_stay BEFORE DELETE ON bank_receipts FOR EACH ROW EXECUTE FUNCTION refuse_change();

create trigger charges_never_change BEFORE DELETE OR UPDATE ON charges FOR EACH ROW EXECUTE FUNCTION refuse_change();

create trigger clocks_go_forward BEFORE UPDATE ON clocks FOR EACH ROW WHEN ((new.at < old.at)) EXECUTE FUNCTION refuse_turning_back();

create trigger closings_never_change BEFORE UPDATE ON closings FOR EACH ROW WHEN (((old.state = 'closed'::text) OR (old.id IS DISTINCT FROM new.id) OR (old.insurer_id IS DISTINCT FROM new.insurer_id) OR (old.livemode IS DISTINCT FROM new.livemode) OR (old.month IS DISTINCT FROM new.month) OR (old.last_day IS DISTINCT FROM new.last_day) OR (old.closed_at IS DISTINCT FROM new.closed_at) OR (old.closed_by IS DISTINCT FROM new.closed_by))) EXECUTE FUNCTION refuse_change();

create trigger closings_stay BEFORE DELETE ON closings FOR EACH ROW EXECUTE FUNCTION refuse_change();

create trigger commission_agreements_never_change BEFORE DELETE OR UPDATE ON commission_agreements FOR EACH ROW EXECUTE FUNCTION refuse_change();

create trigger commission_entries_never_change BEFORE DELETE OR UPDATE ON commission_entries FOR EACH ROW EXECUTE FUNCTION refuse_change();

create trigger commission_statements_never_change BEFORE UPDATE ON commission_statements FOR EACH ROW WHEN (((old.done_at IS NOT NULL) OR (old.id IS DISTINCT FROM new.id) OR (old.insurer_id IS DISTINCT FROM new.insurer_id) OR (old.distributor_id IS DISTINCT FROM new.distributor_id) OR (old.livemode IS DISTINCT FROM new.livemode) OR (old.currency IS DISTINCT FROM new.currency) OR (old.month IS DISTINCT FROM new.month) OR (old.last_day IS DISTINCT FROM new.last_day) OR (old.carried_forward IS DISTINCT FROM new.carried_forward) OR (old.earned IS DISTINCT FROM new.earned) OR (old.clawed_back IS DISTINCT FROM new.clawed_back) OR (old.entries IS DISTINCT FROM new.entries) OR (old.payout IS DISTINCT FROM new.payout) OR (old.created_at IS DISTINCT FROM new.created_at))) EXECUTE FUNCTION refuse_change();

create trigger commission_statements_stay BEFORE DELETE ON commission_statements FOR EACH ROW EXECUTE FUNCTION refuse_change();

create trigger customer_joins_never_change BEFORE UPDATE ON customer_joins FOR EACH ROW WHEN (((old.split_at IS NOT NULL) OR ((((to_jsonb(old.*) - 'split_reason'::text) - 'split_by'::text) - 'split_at'::text) IS DISTINCT FROM (((to_jsonb(new.*) - 'split_reason'::text) - 'split_by'::text) - 'split_at'::text)))) EXECUTE FUNCTION refuse_change();

create trigger customer_joins_stay BEFORE DELETE ON customer_joins FOR EACH ROW EXECUTE FUNCTION refuse_change();

create trigger dataset_bindings_never_change BEFORE DELETE OR UPDATE ON dataset_bindings FOR EACH ROW EXECUTE FUNCTION refuse_change();

create trigger dataset_contents_bound_never_change BEFORE UPDATE ON dataset_contents FOR EACH ROW WHEN ((to_jsonb(old.*) IS DISTINCT FROM to_jsonb(new.*))) EXECUTE FUNCTION refuse_change_of_bound();
comment on trigger dataset_contents_bound_never_change on dataset_contents is
  'Policies are sold on the product version that is bound to it.';

create trigger deferrals_never_change BEFORE DELETE OR UPDATE ON deferrals FOR EACH ROW EXECUTE FUNCTION refuse_change();

create trigger document_deliveries_never_change BEFORE DELETE OR UPDATE ON document_deliveries FOR EACH ROW EXECUTE FUNCTION refuse_change();

create trigger dunning_letters_never_change BEFORE UPDATE ON dunning_letters FOR EACH ROW WHEN (((((to_jsonb(old.*) - 'void_at'::text) - 'void_reason'::text) IS DISTINCT FROM ((to_jsonb(new.*) - 'void_at'::text) - 'void_reason'::text)) OR (old.void_at IS NOT NULL))) EXECUTE FUNCTION refuse_change();

create trigger dunning_letters_stay BEFORE DELETE ON dunning_letters FOR EACH ROW EXECUTE FUNCTION refuse_change();

create trigger events_are_numbered BEFORE INSERT ON events FOR EACH ROW EXECUTE FUNCTION number_event();
comment on trigger events_are_numbered on events is
  'Sequence and place are given here, so that no code can skip them.';

create trigger fees_never_change BEFORE DELETE OR UPDATE ON fees FOR EACH ROW EXECUTE FUNCTION refuse_change();

create trigger file_contents_never_change BEFORE DELETE OR UPDATE ON file_contents FOR EACH ROW EXECUTE FUNCTION refuse_change();

create trigger integration_versions_never_change BEFORE UPDATE ON integration_versions FOR EACH ROW WHEN (((old.id IS DISTINCT FROM new.id) OR (old.integration_id IS DISTINCT FROM new.integration_id) OR (old.content_hash IS DISTINCT FROM new.content_hash) OR (old.definition IS DISTINCT FROM new.definition) OR ((old.number IS NOT NULL) AND ((old.number IS DISTINCT FROM new.number) OR (old.created_at IS DISTINCT FROM new.created_at))) OR ((old.published_at IS NOT NULL) AND (new.published_at IS DISTINCT FROM old.published_at)))) EXECUTE FUNCTION refuse_change();

create trigger integration_versions_stay BEFORE DELETE ON integration_versions FOR EACH ROW EXECUTE FUNCTION refuse_change();

create trigger invoice_movements_never_change BEFORE DELETE OR UPDATE ON invoice_movements FOR EACH ROW EXECUTE FUNCTION refuse_change();

create trigger invoice_movements_of_open_months AFTER INSERT ON invoice_movements REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION refuse_closed_month();

create trigger invoice_numbers_never_change BEFORE DELETE OR UPDATE ON invoice_numbers FOR EACH ROW EXECUTE FUNCTION refuse_change();

create trigger invoices_move BEFORE UPDATE OF state ON invoices FOR EACH ROW WHEN (((old.state <> new.state) AND (((old.state <> 'proposed'::text) OR (new.state <> 'open'::text)) AND ((old.state <> 'proposed'::text) OR (new.state <> 'settled'::text)) AND ((old.state <> 'proposed'::text) OR (new.state <> 'void'::text)) AND ((old.state <> 'open'::text) OR (new.state <> 'settled'::text)) AND ((old.state <> 'open'::text) OR (new.state <> 'void'::text)) AND ((old.state <> 'open'::text) OR (new.state <> 'written_off'::text)) AND ((old.state <> 'settled'::text) OR (new.state <> 'open'::text))))) EXECUTE FUNCTION refuse_move('invoice');

create trigger invoices_never_change BEFORE UPDATE ON invoices FOR EACH ROW WHEN (((old.id IS DISTINCT FROM new.id) OR (old.policy_id IS DISTINCT FROM new.policy_id) OR (old.version_id IS DISTINCT FROM new.version_id) OR (old.total IS DISTINCT FROM new.total) OR ((old.due_day IS DISTINCT FROM new.due_day) AND ((old.state <> ALL (ARRAY['proposed'::text, 'open'::text])) OR (new.due_day < old.due_day))) OR (old.lines IS DISTINCT FROM new.lines) OR ((old.token_hash IS NULL) <> (new.token_hash IS NULL)) OR (old.created_at IS DISTINCT FROM new.created_at) OR (old.kind IS DISTINCT FROM new.kind) OR (old.insurer_id IS DISTINCT FROM new.insurer_id) OR (old.product_id IS DISTINCT FROM new.product_id) OR (old.livemode IS DISTINCT FROM new.livemode) OR (old.currency IS DISTINCT FROM new.currency) OR (old.issue_day IS DISTINCT FROM new.issue_day) OR (old.corrects IS DISTINCT FROM new.corrects) OR ((new.open > old.open) AND ((new.state <> 'open'::text) OR (old.state <> ALL (ARRAY['open'::text, 'settled'::text])))) OR ((old.state <> 'proposed'::text) AND ((old.charges_from IS DISTINCT FROM new.charges_from) OR (old.charges_to IS DISTINCT FROM new.charges_to))))) EXECUTE FUNCTION refuse_change();

create trigger invoices_open_again BEFORE UPDATE ON invoices FOR EACH ROW WHEN ((new.open > old.open)) EXECUTE FUNCTION refuse_growth();
comment on trigger invoices_open_again on invoices is
  'Only a charge-back opens an invoice again, and by no more than was charged back.';

create trigger invoices_stay BEFORE DELETE ON invoices FOR EACH ROW EXECUTE FUNCTION refuse_change();

create trigger mandate_setups_stay BEFORE DELETE ON mandate_setups FOR EACH ROW EXECUTE FUNCTION refuse_change();

create trigger mandates_never_change BEFORE UPDATE ON mandates FOR EACH ROW WHEN (((old.state <> 'active'::text) OR ((old.id IS DISTINCT FROM new.id) OR (old.policy_id IS DISTINCT FROM new.policy_id) OR (old.provider IS DISTINCT FROM new.provider) OR (old.method IS DISTINCT FROM new.method) OR (old.given_by IS DISTINCT FROM new.given_by) OR (old.created_at IS DISTINCT FROM new.created_at) OR (old.hint IS DISTINCT FROM new.hint) OR (old.set_up_by IS DISTINCT FROM new.set_up_by)))) EXECUTE FUNCTION refuse_change();

create trigger mandates_stay BEFORE DELETE ON mandates FOR EACH ROW EXECUTE FUNCTION refuse_change();

create trigger manual_entries_never_change BEFORE DELETE OR UPDATE ON manual_entries FOR EACH ROW EXECUTE FUNCTION refuse_change();

create trigger policy_contents_never_change BEFORE UPDATE ON policy_contents FOR EACH ROW WHEN (((old.blanked_at IS NOT NULL) OR (new.blanked_at IS NULL) OR ((old.id IS DISTINCT FROM new.id) OR (old.policy_id IS DISTINCT FROM new.policy_id)))) EXECUTE FUNCTION refuse_change();

create trigger policy_contents_stay BEFORE DELETE ON policy_contents FOR EACH ROW EXECUTE FUNCTION refuse_change();

create trigger policy_parties_never_change BEFORE UPDATE ON policy_parties FOR EACH ROW WHEN (((((((((((((to_jsonb(old.*) - 'content_id'::text) - 'until_day'::text) - 'ended_reason'::text) - 'ended_by'::text) - 'ended_at'::text) - 'blanked_at'::text) - 'first_name'::text) - 'last_name'::text) - 'email'::text) - 'birth_date'::text) IS DISTINCT FROM ((((((((((to_jsonb(new.*) - 'content_id'::text) - 'until_day'::text) - 'ended_reason'::text) - 'ended_by'::text) - 'ended_at'::text) - 'blanked_at'::text) - 'first_name'::text) - 'last_name'::text) - 'email'::text) - 'birth_date'::text)) OR ((old.ended_at IS NOT NULL) AND ((((((to_jsonb(old.*) - 'blanked_at'::text) - 'first_name'::text) - 'last_name'::text) - 'email'::text) - 'birth_date'::text) IS DISTINCT FROM (((((to_jsonb(new.*) - 'blanked_at'::text) - 'first_name'::text) - 'last_name'::text) - 'email'::text) - 'birth_date'::text))) OR ((NOT (new.blanked_at IS DISTINCT FROM old.blanked_at)) AND ((old.first_name IS DISTINCT FROM new.first_name) OR (old.last_name IS DISTINCT FROM new.last_name) OR (old.email IS DISTINCT FROM new.email) OR (old.birth_date IS DISTINCT FROM new.birth_date))) OR ((old.blanked_at IS NOT NULL) AND (old.blanked_at IS DISTINCT FROM new.blanked_at)))) EXECUTE FUNCTION refuse_change();

create trigger policy_parties_stay BEFORE DELETE ON policy_parties FOR EACH ROW EXECUTE FUNCTION refuse_change();

create trigger policy_segments_never_change BEFORE DELETE OR UPDATE ON policy_segments FOR EACH ROW EXECUTE FUNCTION refuse_change();

create trigger policy_versions_move BEFORE UPDATE OF state ON policy_versions FOR EACH ROW WHEN (((old.state <> new.state) AND (((old.state <> 'processing'::text) OR (new.state <> 'active'::text)) AND ((old.state <> 'processing'::text) OR (new.state <> 'proposed'::text)) AND ((old.state <> 'processing'::text) OR (new.state <> 'failed'::text)) AND ((old.state <> 'proposed'::text) OR (new.state <> 'active'::text)) AND ((old.state <> 'proposed'::text) OR (new.state <> 'preempted'::text)) AND ((old.state <> 'proposed'::text) OR (new.state <> 'lapsed'::text)) AND ((old.state <> 'active'::text) OR (new.state <> 'superseded'::text))))) EXECUTE FUNCTION refuse_move('version');

create trigger policy_versions_never_change BEFORE UPDATE ON policy_versions FOR EACH ROW WHEN (((old.id IS DISTINCT FROM new.id) OR (old.policy_id IS DISTINCT FROM new.policy_id) OR (old.kind IS DISTINCT FROM new.kind) OR (old.details IS DISTINCT FROM new.details) OR (old.number IS DISTINCT FROM new.number) OR (old.based_on IS DISTINCT FROM new.based_on) OR (old.effective_day IS DISTINCT FROM new.effective_day) OR (old.requested_by IS DISTINCT FROM new.requested_by) OR (old.created_at IS DISTINCT FROM new.created_at) OR ((old.terms IS NOT NULL) AND ((old.terms IS DISTINCT FROM new.terms) OR (old.ending IS DISTINCT FROM new.ending) OR (old.tax_changes IS DISTINCT FROM new.tax_changes))))) EXECUTE FUNCTION refuse_change();

create trigger policy_versions_stay BEFORE DELETE ON policy_versions FOR EACH ROW EXECUTE FUNCTION refuse_change();

create trigger postings_never_change BEFORE DELETE OR UPDATE ON postings FOR EACH ROW EXECUTE FUNCTION refuse_change();

create trigger postings_of_open_months AFTER INSERT ON postings REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION refuse_closed_month();

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
