import { Client } from 'pg'
import { expect, it } from 'vitest'
import { createTestDatabase } from '../support/database.ts'

/**
 * A database can be spread over machines by insurer only where each row leads to one: by a column, by
 * foreign keys, or by a column without a foreign key, which keeps writes cheap.
 */
const byColumn: Readonly<Record<string, string>> = {
  balances: 'policy_id',
  bank_accounts: 'owner',
  charges: 'policy_id',
  debit_notices: 'policy_id',
  deferrals: 'policy_id',
  document_deliveries: 'policy_id',
  fees: 'policy_id',
  idempotency_keys: 'account_id',
  notes: 'account_id',
  policy_secrets: 'policy_id',
  saved_views: 'account_id',
  tasks: 'account_id',
  unchained_audit: 'entry_id',
  webhook_deliveries: 'webhook_id',
}

const people = 'a person may work for several insurers'
const place = 'one row for the whole installation: how far a feed or a chain has come'
const shared = 'equal files are stored once, by their content'

/** The others lead to no insurer. `docs/guides/scaling.md` says what that means for Citus. */
const exceptions: Readonly<Record<string, string>> = {
  commission_feed: place,
  document_contents: shared,
  event_feed_end: place,
  evidence_end: place,
  file_contents: shared,
  mail_feed: place,
  mail_pictures: shared,
  passkeys: people,
  recovery_codes: people,
  request_log_gaps: 'a process drops requests of every insurer alike',
  schema_migrations: 'it is about the schema',
  sign_in_failures: 'nobody is signed in yet',
  sign_in_tickets: 'nobody is signed in yet',
  single_sign_on_states: 'nobody is signed in yet',
  totp_secrets: people,
  users: people,
}

/** From `accounts`, against the direction of foreign keys, and from every column that names an insurer. */
const selectWithoutPath = `
  with recursive named as (
    select attrelid as oid from pg_attribute
    where attname = 'insurer_id' and attnum > 0
    union select 'accounts'::regclass::oid
  ), reached as (
    select oid from named
    union
    select conrelid from pg_constraint join reached on confrelid = reached.oid
    where contype = 'f'
  )
  select relname as name from pg_class
  where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
    -- One for each content of a dataset, made at run time.
    and relname !~ '^dataset_content_[0-9]+$'
    and oid not in (select oid from reached)
  order by relname collate "C"`

it('every table leads to its insurer, or is listed with the reason', async () => {
  const database = await createTestDatabase()
  const client = new Client({ ...database.connection })
  await client.connect()
  try {
    const { rows } = await client.query<{ name: string }>(selectWithoutPath)
    const names = rows.map(({ name }) => name)
    expect(names.filter((name) => !Object.hasOwn(byColumn, name))).toEqual(Object.keys(exceptions))
    for (const [table, column] of Object.entries(byColumn)) {
      expect(names, `${table} has a foreign key now`).toContain(table)
      await client.query(`select ${column} from ${table} limit 0`)
    }
  } finally {
    await client.end()
    await database.drop()
  }
})
