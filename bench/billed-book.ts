import pg from 'pg'
import { loadSyntheticBook } from './synthetic-book.ts'

/** Fills an empty database with policies by the year, each charged once and paid through its distributor. */
export async function billedBook(connection: pg.ClientConfig, policies: number): Promise<void> {
  await loadSyntheticBook(connection, policies)
  await onBook(connection, [...laidAndCharged, 'vacuum (analyze)'])
}

/** Takes back what was asked for, and lets the next year of every policy fall due in one hour. */
export async function instalmentsFallDue(connection: pg.ClientConfig): Promise<void> {
  await onBook(connection, [...takenBack, ...fallenDue, 'vacuum (analyze) deadlines'])
}

async function onBook(connection: pg.ClientConfig, statements: readonly string[]): Promise<void> {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    // What stays as it was written is written here for the first time.
    await client.query('set session_replication_role = replica')
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}

const synthetic = `id like 'tpol!_______________0000000000000000' escape '!' and status = 'paid'`
const firstDay = `(current_date + 7 - interval '1 year')::date`
const lastDay = `current_date + 6`

const laidAndCharged = [
  `update policy_versions v set terms = jsonb_build_array(jsonb_build_object(
     'first_day', ${firstDay}, 'last_day', null, 'plan_id', p.plan_id, 'frequency', 'year'))
   from policies p where p.version_id = v.id and p.${synthetic}`,
  `insert into policy_segments (version_id, first_day, policy_id, kind, quote_id, content_id,
     payment, tax, fee, commission)
   select version_id, ${firstDay}, id, 'cover', quote_id, 'pco_' || substr(id, 6),
     gross_payment_amount, 100, 0, 0 from policies where ${synthetic}`,
  `insert into charges (policy_id, number, period_first_day, version_id, period_last_day, whole_days,
     amount, tax, fee, commission, charged_at)
   select id, 1, ${firstDay}, version_id, ${lastDay}, ${lastDay} - ${firstDay} + 1,
     gross_payment_amount, 100, 0, 0, created_at from policies where ${synthetic}`,
  `insert into invoices (id, policy_id, kind, insurer_id, livemode, currency, version_id, state, total,
     open, issue_day, due_day, lines, charges_from, charges_to, created_at, closed_at)
   select 'bil_' || substr(id, 6), id, 'sale', insurer_id, livemode, currency, version_id, 'settled',
     gross_payment_amount, 0, ${firstDay}, ${firstDay}, '[]', 1, 1, created_at, created_at
   from policies where ${synthetic}`,
  `insert into balances (policy_id, receivable, customer_credit, cash, collected_elsewhere)
   select id, 0, 0, 0, gross_payment_amount from policies where ${synthetic}`,
]

const takenBack = [
  `delete from invoices where kind = 'instalment'`,
  `delete from charges where number > 1`,
  `delete from postings where cause like 'charge%' or cause like 'payment%'`,
  `delete from payments where invoice_id is not null`,
  'delete from unnumbered_invoices',
  'delete from invoice_numbers',
  'delete from invoice_series',
  'delete from deadlines',
]

const fallenDue = [
  `insert into deadlines (policy_id, kind, key, due_at)
   select id, 'instalment', (current_date + 7)::text, now() - random() * interval '1 hour'
   from policies where ${synthetic}`,
]
