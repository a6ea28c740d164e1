import type { AccountId, PolicyId } from '../kernel/index.ts'
import {
  type Page,
  type PageRows,
  type Queryable,
  compose,
  equal,
  fragment,
  given,
  searchPage,
  sql,
} from '../database/index.ts'
import { type Caller, withinLimits } from '../identity/index.ts'
import type { CommissionEntry } from './entry.ts'

const columns = fragment`
  id, policy_id as "policyId", insurer_id as "insurerId", distributor_id as "distributorId",
  product_id as "productId", agreement_id as "agreementId", livemode, currency, amount, cause,
  version_id as "versionId", invoice_id as "invoiceId", happened_at as "happenedAt",
  booking_day as "bookingDay", created_at as "createdAt"`

export async function insertEntry(tx: Queryable, entry: CommissionEntry): Promise<void> {
  await tx.query(sql`
    insert into commission_entries (id, policy_id, insurer_id, distributor_id, product_id,
      agreement_id, livemode, currency, amount, cause, version_id, invoice_id, happened_at,
      booking_day, created_at)
    values (${entry.id}, ${entry.policyId}, ${entry.insurerId}, ${entry.distributorId},
      ${entry.productId}, ${entry.agreementId}, ${entry.livemode}, ${entry.currency},
      ${entry.amount}, ${entry.cause}, ${entry.versionId}, ${entry.invoiceId}, ${entry.happenedAt},
      ${entry.bookingDay}, ${entry.createdAt})`)
}

/** In the order in which they were made. */
export async function selectEntriesOf(
  db: Queryable,
  policyIds: readonly PolicyId[],
): Promise<CommissionEntry[]> {
  return db.query<CommissionEntry>(compose`
    select ${columns} from commission_entries where policy_id = any(${policyIds}) order by number`)
}

/** Whose commission in which mode and currency. */
export interface CommissionScope {
  readonly insurerId: AccountId
  readonly distributorId: AccountId
  readonly livemode: boolean
  readonly currency: string
}

/** What the entries of some days sum to. */
export interface EntrySums {
  readonly entries: number
  readonly earned: number
  readonly clawedBack: number
}

export async function sumEntries(
  db: Queryable,
  { insurerId, distributorId, livemode, currency }: CommissionScope,
  { after, to }: { readonly after: Temporal.PlainDate | null; readonly to: Temporal.PlainDate },
): Promise<EntrySums> {
  const [sums] = await db.query<EntrySums>(sql`
    select coalesce(sum(1), 0)::int as entries,
      coalesce(sum(amount) filter (where amount > 0), 0)::bigint as earned,
      coalesce(sum(amount) filter (where amount < 0), 0)::bigint as "clawedBack"
    from commission_entries
    where distributor_id = ${distributorId} and insurer_id = ${insurerId}
      and livemode = ${livemode} and currency = ${currency} and booking_day <= ${to}::date
      and (${after}::date is null or booking_day > ${after}::date)`)
  if (sums === undefined) throw new Error('sums are always answered')
  return sums
}

/** The first day after a day on which something was earned or taken back; null where there is none. */
export async function selectFirstDay(
  db: Queryable,
  { insurerId, distributorId, livemode, currency }: CommissionScope,
  after: Temporal.PlainDate | null,
): Promise<Temporal.PlainDate | null> {
  const [row] = await db.query<{ day: Temporal.PlainDate | null }>(sql`
    select min(booking_day) as day from commission_entries
    where distributor_id = ${distributorId} and insurer_id = ${insurerId}
      and livemode = ${livemode} and currency = ${currency}
      and (${after}::date is null or booking_day > ${after}::date)`)
  return row?.day ?? null
}

export interface EntrySearch {
  readonly owner: 'insurer' | 'distributor'
  readonly accountId: AccountId
  readonly livemode: boolean
  readonly limits: Caller['limits']
  readonly distributorId: string | null
  readonly policyId: string | null
  readonly currency: string | null
  /** Booking days, the first and the last included. */
  readonly from: Temporal.PlainDate | null
  readonly to: Temporal.PlainDate | null
}

/** Newest first. */
export function searchEntries(
  db: Queryable,
  wanted: EntrySearch,
  page: Page,
): Promise<PageRows<CommissionEntry>> {
  return searchPage(db, page, {
    select: fragment`select ${columns} from commission_entries`,
    where: [
      wanted.owner === 'insurer'
        ? fragment`insurer_id = ${wanted.accountId}`
        : fragment`distributor_id = ${wanted.accountId}`,
      ...equal({
        livemode: wanted.livemode,
        policy_id: wanted.policyId,
        currency: wanted.currency,
      }),
      given(wanted.distributorId, (id) => fragment`distributor_id = ${id}`),
      given(wanted.from, (day) => fragment`booking_day >= ${day}::date`),
      given(wanted.to, (day) => fragment`booking_day <= ${day}::date`),
      withinLimits(wanted.limits),
    ],
  })
}
