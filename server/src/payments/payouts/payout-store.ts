import type { PayoutBatchId, PayoutId, PolicyId } from '../../kernel/index.ts'
import {
  type Fragment,
  type Page,
  type PageRows,
  type Queryable,
  compose,
  equal,
  fragment,
  json,
  searchPage,
  sql,
} from '../../database/index.ts'
import { type Limit, withinLimits } from '../../identity/index.ts'
import type { Payout, PayoutProblem, PayoutState } from './payout.ts'

const columns = fragment`
  id, policy_id as "policyId", insurer_id as "insurerId", distributor_id as "distributorId",
  product_id as "productId", livemode, refund_id as "refundId", amount, currency, state, attempt,
  reason, account_of as "accountOf",
  (select a.country from bank_accounts a where a.owner = account_of) as country,
  (select a.last4 from bank_accounts a where a.owner = account_of) as last4,
  released_at as "releasedAt", problem, note, due_day as "dueDay", batch_id as "batchId",
  paid_on as "paidOn", created_at as "createdAt", ended_at as "endedAt"`

export async function insertPayout(tx: Queryable, payout: Payout): Promise<void> {
  await tx.query(sql`
    insert into payouts (id, policy_id, insurer_id, distributor_id, product_id, livemode, refund_id,
      amount, currency, state, attempt, reason, account_of, released_at, due_day, created_at)
    values (${payout.id}, ${payout.policyId}, ${payout.insurerId}, ${payout.distributorId},
      ${payout.productId}, ${payout.livemode}, ${payout.refundId}, ${payout.amount},
      ${payout.currency}, ${payout.state}, ${payout.attempt}, ${payout.reason},
      ${payout.accountOf}, ${payout.releasedAt}, ${payout.dueDay}, ${payout.createdAt})`)
}

export async function selectPayout(db: Queryable, id: PayoutId): Promise<Payout | undefined> {
  const [row] = await db.query<Payout>(compose`select ${columns} from payouts where id = ${id}`)
  return row
}

/** The current one, which nobody exports until the transaction ends. With its policy locked. */
export async function lockPayout(tx: Queryable, id: PayoutId): Promise<Payout | undefined> {
  await tx.query(sql`select from payouts where id = ${id} for update`)
  return selectPayout(tx, id)
}

/** Oldest first. */
export async function selectPayoutsOf(db: Queryable, policyId: PolicyId): Promise<Payout[]> {
  return db.query<Payout>(compose`
    select ${columns} from payouts where policy_id = ${policyId} order by id`)
}

type Changed = Pick<
  Payout,
  | 'state'
  | 'attempt'
  | 'accountOf'
  | 'releasedAt'
  | 'problem'
  | 'note'
  | 'batchId'
  | 'paidOn'
  | 'endedAt'
>

export async function updatePayout(
  tx: Queryable,
  { id }: Pick<Payout, 'id'>,
  to: Changed,
): Promise<void> {
  await tx.query(sql`
    update payouts set state = ${to.state}, attempt = ${to.attempt}, account_of = ${to.accountOf},
      released_at = ${to.releasedAt}, problem = ${to.problem}, note = ${to.note},
      batch_id = ${to.batchId}, paid_on = ${to.paidOn}, ended_at = ${to.endedAt}
    where id = ${id}`)
}

export interface PayoutSearch {
  readonly insurerId: string
  readonly livemode: boolean
  readonly limits: readonly Limit[] | null
  readonly state: PayoutState | null
  readonly problem: PayoutProblem | null
  readonly policyId: string | null
  readonly batchId: string | null
}

/** Newest first. */
export function searchPayouts(
  db: Queryable,
  wanted: PayoutSearch,
  page: Page,
): Promise<PageRows<Payout>> {
  const { insurerId, livemode, state, problem, policyId, batchId } = wanted
  return searchPage(db, page, {
    select: fragment`select ${columns} from payouts`,
    where: [
      ...equal({
        insurer_id: insurerId,
        livemode,
        state,
        problem,
        policy_id: policyId,
        batch_id: batchId,
      }),
      withinLimits(wanted.limits),
    ],
    isPlannedByValue: true,
  })
}

/** Which payouts the bank may be given: of these, up to a limit. */
interface Exportable {
  readonly insurerId: string
  readonly livemode: boolean
  readonly currency: string | null
  /** Up to which amount one person is enough, by currency; null where one always is. */
  readonly limits: Readonly<Record<string, number>> | null
}

/** The rule of an account, as part of a search. */
function isReleased({ limits }: Exportable): Fragment | null {
  if (limits === null) return null
  return fragment`(released_at is not null
    or amount <= coalesce((${json(limits)}::jsonb ->> currency)::bigint, -1))`
}

function pending({ insurerId, livemode, currency }: Exportable): (Fragment | null)[] {
  return [...equal({ insurer_id: insurerId, livemode, state: 'pending', currency })]
}

/** Puts payouts into a batch, each once; those that somebody is changing are left to the next. */
export async function updateExported(
  tx: Queryable,
  wanted: Exportable,
  batchId: PayoutBatchId,
  rowsMax: number,
): Promise<{ readonly amount: number; readonly currency: string }[]> {
  const conditions = [...pending(wanted), isReleased(wanted)].filter((one) => one !== null)
  return tx.query(compose`
    update payouts set state = 'exported', batch_id = ${batchId}
    where id in (
      select id from payouts where ${conditions} order by id limit ${rowsMax}
      for update skip locked)
    returning amount, currency`)
}

/** Those that are left after it, up to a limit. */
export async function selectPending(
  db: Queryable,
  wanted: Exportable,
  rowsMax: number,
): Promise<{ readonly id: PayoutId }[]> {
  const conditions = pending(wanted).filter((one) => one !== null)
  return db.query(compose`select id from payouts where ${conditions} limit ${rowsMax}`)
}

/** Those of a batch that the bank still has, by id. */
export async function selectExported(
  db: Queryable,
  batchId: PayoutBatchId,
  after: string,
  rowsMax: number,
): Promise<Payout[]> {
  return db.query<Payout>(compose`
    select ${columns} from payouts
    where batch_id = ${batchId} and state = 'exported' and id > ${after}
    order by id limit ${rowsMax}`)
}

/** Of all insurers, up to a limit. */
export async function selectWithoutAccount(
  db: Queryable,
  rowsMax: number,
): Promise<{ readonly id: PayoutId }[]> {
  return db.query(sql`select id from payouts where state = 'needs_account' limit ${rowsMax}`)
}
