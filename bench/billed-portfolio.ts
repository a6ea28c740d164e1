import { readRingKey } from '@bindery/server/src/config.ts'
import { superuser } from '@bindery/server/src/database/embedded/create-cluster.ts'
import type { MandateId, PolicyId } from '@bindery/server/src/kernel/index.ts'
import { bindingOf } from '@bindery/server/src/policies/secret-store.ts'
import { mintTokens, sealTokens } from '@bindery/server/src/sales/policy-tokens.ts'
import { type KeyRing, type Sealed, seal } from '@bindery/server/src/sealing/index.ts'
import pg from 'pg'
import { loadSyntheticPortfolio, syntheticPolicy } from './synthetic-portfolio.ts'
import { benchKeys } from './start-server.ts'

/** As many as are written with each statement, by so many at once. */
const partPolicies = 10_000
const writers = 2

/**
 * Fills an empty database with policies by the year, each charged once and paid by a card that has left
 * a mandate of the sandbox, which collects whatever it is asked for.
 */
export async function billedPortfolio(
  connection: pg.ClientConfig,
  policies: number,
): Promise<void> {
  await loadSyntheticPortfolio(connection, policies)
  const key = benchKey()
  let next = 0
  const write = () =>
    onPortfolio(connection, async (client) => {
      for (let from = next; from < policies; from = next) {
        next += partPolicies
        const range = [syntheticPolicy(from), syntheticPolicy(from + partPolicies)]
        for (const statement of timelinesAndCharges) await client.query(statement, range)
        await keepMandates(client, key, range)
      }
    })
  await Promise.all(Array.from({ length: writers }, write))
  await onPortfolio(connection, (client) => client.query('vacuum (analyze)'))
}

/**
 * Gives the policies in force among the sales from one number to another, not included, all that the
 * page of a policy shows. The others of a synthetic portfolio are rows for lists and searches: a policy
 * that was paid for and has no timeline, no balances and no tokens is refused as a bug.
 */
export async function wholePolicies(
  connection: pg.ClientConfig,
  from: number,
  to: number,
): Promise<void> {
  const key = benchKey()
  const range = [syntheticPolicy(from), syntheticPolicy(to)]
  await onPortfolio(connection, async (client) => {
    for (const statement of [...timelinesAndCharges, ...contentsAndQuotes]) {
      await client.query(statement, range)
    }
    await keepMandates(client, key, range)
    await keepTokens(client, key, range)
  })
}

function benchKey(): KeyRing[0] {
  const key = readRingKey(benchKeys)
  if (key === null) throw new Error('the key of the benchmark is one')
  return key
}

/**
 * Lets the next year of so many policies fall due in half an hour: with a first day that has come, so
 * that it is collected as soon as it is issued.
 */
export async function instalmentsFallDue(connection: pg.ClientConfig, due: number): Promise<void> {
  await onPortfolio(connection, async (client) => {
    await client.query(
      `insert into deadlines (policy_id, kind, key, due_at)
       select id, 'instalment', current_date::text, now() - random() * interval '30 minutes'
       from policies where ${synthetic} order by id desc limit $1`,
      [due],
    )
    await client.query('vacuum (analyze) deadlines')
  })
}

/** Posts a month of premium, tax and payment for every policy, on days of that month. */
export async function monthPosted(connection: pg.ClientConfig, month: string): Promise<void> {
  const [premium, tax, paid] = [
    ['receivable', 'premium', 'gross_payment_amount - 100', 'charge'],
    ['receivable', 'tax', '100', 'charge'],
    ['cash', 'receivable', 'gross_payment_amount', 'payment'],
  ]
  await onPortfolio(connection, async (client) => {
    for (const [debit, credit, amount, cause] of [premium, tax, paid]) {
      await client.query(
        `insert into postings (policy_id, cause, debit, credit, amount, posted_at, insurer_id,
           livemode, currency, booking_day, value_day, service_first_day, service_last_day, tax_rate)
         select id, '${cause} ' || case '${cause}' when 'charge' then version_id || ' ' || $1::date
             else 't' || substr(id, 6) || '0000 ' || $1::date end,
           '${debit}', '${credit}', ${amount}, created_at, insurer_id, livemode, currency, day, day,
           $1::date, ($1::date + interval '1 month')::date - 1, '19'
         from (select *, $1::date + (row_number() over (order by id) % 28)::int as day
           from policies where ${synthetic}) as p`,
        [`${month}-01`],
      )
    }
    await client.query('vacuum (analyze) postings')
  })
}

/** What the sandbox calls each mandate, sealed as the platform seals it. */
async function keepMandates(client: pg.Client, key: KeyRing[0], range: string[]): Promise<void> {
  const { rows } = await client.query<{ id: MandateId; policyId: PolicyId }>(
    `select id, policy_id as "policyId" from mandates where policy_id >= $1 and policy_id < $2`,
    range,
  )
  const secrets = rows.map(({ id, policyId }) => ({
    policyId,
    subject: id,
    sealed: seal([key], bindingOf('mandate', policyId, id), Buffer.from('sandbox')),
  }))
  await keepSecrets(client, key, 'mandate', secrets)
}

/** Nobody knows them: the row of the policy has no hash of these. */
async function keepTokens(client: pg.Client, key: KeyRing[0], range: string[]): Promise<void> {
  const { rows } = await client.query<{ policyId: PolicyId }>(
    `select id as "policyId" from policies where ${inPart}`,
    range,
  )
  const secrets = rows.map(({ policyId }) => ({
    policyId,
    subject: '',
    sealed: sealTokens([key], policyId, mintTokens()),
  }))
  await keepSecrets(client, key, 'tokens', secrets)
}

interface Secret {
  readonly policyId: PolicyId
  readonly subject: string
  readonly sealed: Sealed
}

async function keepSecrets(
  client: pg.Client,
  key: KeyRing[0],
  kind: 'mandate' | 'tokens',
  secrets: readonly Secret[],
): Promise<void> {
  await client.query(
    `insert into policy_secrets (policy_id, kind, subject, ring_key_id, sealed_key, sealed_data)
     select policy_id, $6, subject, $1, key, data
     from unnest($2::text[], $3::text[], $4::bytea[], $5::bytea[]) as s(policy_id, subject, key, data)`,
    [
      key.id,
      secrets.map(({ policyId }) => policyId),
      secrets.map(({ subject }) => subject),
      secrets.map(({ sealed }) => sealed.sealedKey),
      secrets.map(({ sealed }) => sealed.sealedData),
      kind,
    ],
  )
}

async function onPortfolio(
  connection: pg.ClientConfig,
  work: (client: pg.Client) => Promise<unknown>,
): Promise<void> {
  // The server itself works with a role that may not do so.
  const client = new pg.Client({ ...connection, user: superuser })
  await client.connect()
  try {
    // What stays as it was written is written here for the first time.
    await client.query('set session_replication_role = replica')
    await client.query('set synchronous_commit = off') // A portfolio that is lost is made again.
    await work(client)
  } finally {
    await client.end()
  }
}

const synthetic = `id like 'tpol%0000000000000000' and status = 'paid'`
const inPart = `id >= $1 and id < $2 and status = 'paid'`
const firstDay = `(current_date - interval '1 year')::date`
const lastDay = `current_date - 1`

const contentsAndQuotes = [
  `insert into policy_contents (id, policy_id, first_name, last_name, email, data)
   select 'pco_' || substr(id, 6), id, first_name, last_name, email, '{}' from policies where ${inPart}`,
  `update quotes q set premium = jsonb_build_object('grossPaymentAmount', q.gross_payment_amount,
     'grossPremium', q.gross_payment_amount, 'premiumTax', 100,
     'netPremium', q.gross_payment_amount - 100, 'netNetPremium', q.gross_payment_amount - 100,
     'netCommissionTotal', 0, 'taxRate', 0.19)
   from policies p where p.quote_id = q.id and p.${inPart.replaceAll('and ', 'and p.')}`,
  `update policies p set quote = jsonb_build_object('customerInput', '{}'::jsonb,
     'premium', q.premium, 'durationStrategy', 'fixed_start', 'billingCycles', null,
     'issuedAt', to_char(q.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
     'pricingLogicId', q.pricing_logic_id, 'pricingRevisionId', q.pricing_revision_id)
   from quotes q where q.id = p.quote_id and p.${inPart.replaceAll('and ', 'and p.')}`,
]

const timelinesAndCharges = [
  `update policy_versions v set terms = jsonb_build_array(jsonb_build_object(
     'first_day', ${firstDay}, 'last_day', null, 'plan_id', p.plan_id, 'frequency', 'year'))
   from policies p where p.version_id = v.id and p.${inPart.replaceAll('and ', 'and p.')}`,
  `insert into policy_segments (version_id, first_day, policy_id, kind, quote_id, content_id,
     payment, tax, fee, commission)
   select version_id, ${firstDay}, id, 'cover', quote_id, 'pco_' || substr(id, 6),
     gross_payment_amount, 100, 0, 0 from policies where ${inPart}`,
  `insert into charges (policy_id, number, period_first_day, version_id, period_last_day, whole_days,
     amount, tax, fee, commission, charged_at, booking_day)
   select id, 1, ${firstDay}, version_id, ${lastDay}, ${lastDay} - ${firstDay} + 1,
     gross_payment_amount, 100, 0, 0, created_at, ${firstDay} from policies where ${inPart}`,
  `insert into invoices (id, policy_id, kind, insurer_id, product_id, livemode, currency, version_id, state, total,
     open, paid, issue_day, due_day, lines, charges_from, charges_to, created_at, closed_at)
   select 'bil_' || substr(id, 6), id, 'sale', insurer_id, product_id, livemode, currency, version_id, 'settled',
     gross_payment_amount, 0, gross_payment_amount, ${firstDay}, ${firstDay}, '[]', 1, 1, created_at, created_at
   from policies where ${inPart}`,
  `insert into balances (policy_id, receivable, customer_credit, cash, collected_elsewhere)
   select id, 0, 0, gross_payment_amount, 0 from policies where ${inPart}`,
  `update payments set provider = 'sandbox', method = 'card' where policy_id in (
     select id from policies where ${inPart})`,
  `insert into mandates (id, policy_id, provider, method, state, given_by, created_at)
   select 'man_' || substr(policy_id, 6), policy_id, 'sandbox', 'card', 'active', id, created_at
   from payments where policy_id in (select id from policies where ${inPart})`,
]
