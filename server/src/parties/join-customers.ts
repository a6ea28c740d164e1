import { type Clock, type CustomerId, type Refusal, mintId } from '../kernel/index.ts'
import { type AuditAction, recordAudit } from '../audit/index.ts'
import type { Database, Transaction } from '../database/index.ts'
import { recordEvents } from '../events/index.ts'
import { type ReplayWriter, completeReservation } from '../idempotency/index.ts'
import type { Caller } from '../identity/index.ts'
import { type CustomerJoin, policiesMax } from './customer-join.ts'
import { insertJoin, lockJoins, selectJoinsOf, updateJoinSplit } from './customer-join-store.ts'
import { type Customer, findCustomer } from './find-customer.ts'
import { customerNotJoined, customersJoined, tooManyPolicies } from './reasons.ts'

interface JoinDeps {
  readonly db: Database
  readonly clock: Clock
}

/**
 * Says that two customers are one person: the second is joined into the first, with all that was joined
 * into it before. A person decides it, never an e-mail address.
 */
export async function joinCustomers(
  { db, clock }: JoinDeps,
  request: {
    readonly caller: Caller
    readonly customerId: string
    readonly otherId: string
    readonly reason: string
  },
  replay: ReplayWriter<Customer> | null,
): Promise<Customer> {
  const { caller, customerId, otherId, reason } = request
  const { account, livemode, actor } = caller
  return db.transaction(async (tx) => {
    await lockJoins(tx, { insurerId: account.id, livemode })
    const at = { db: tx, clock }
    const [into, other] = [
      await findCustomer(at, caller, customerId),
      await findCustomer(at, caller, otherId),
    ]
    if (into.id === other.id) throw customersJoined(customerId, otherId)
    if (into.count + other.count > policiesMax) throw tooManyPolicies(into.id, policiesMax)
    const now = clock()
    const join: CustomerJoin = {
      id: mintId('cjn', now),
      insurerId: account.id,
      livemode,
      customerId: other.id,
      intoId: into.id,
      reason,
      joinedBy: actor.id,
      joinedAt: now,
      ...neverSplit,
    }
    await insertJoin(tx, join)
    await record(tx, caller, { action: 'customer.joined', join, reason }, now)
    const customer = await findCustomer(at, caller, into.id)
    await completeReservation(tx, replay, customer)
    return customer
  })
}

const neverSplit = { splitReason: null, splitBy: null, splitAt: null }

/** Takes a join back: the customer stands for itself again, and for all that was joined into it. */
export async function splitCustomer(
  { db, clock }: JoinDeps,
  request: { readonly caller: Caller; readonly customerId: string; readonly reason: string },
  replay: ReplayWriter<Customer> | null,
): Promise<Customer> {
  const { caller, customerId, reason } = request
  return db.transaction(async (tx) => {
    await lockJoins(tx, { insurerId: caller.account.id, livemode: caller.livemode })
    const { members } = await findCustomer({ db: tx, clock }, caller, customerId)
    const join = (await selectJoinsOf(tx, members)).find(
      (one) => one.customerId === customerId && one.splitAt === null,
    )
    if (join === undefined) throw customerNotJoined(customerId)
    const now = clock()
    await updateJoinSplit(tx, join, {
      splitReason: reason,
      splitBy: caller.actor.id,
      splitAt: now,
    })
    await record(tx, caller, { action: 'customer.split', join, reason }, now)
    const customer = await findCustomer({ db: tx, clock }, caller, customerId)
    await completeReservation(tx, replay, customer)
    return customer
  })
}

/** Why a customer cannot be split off now; null if it can. */
export function refusalOfSplit(
  customerId: CustomerId,
  joins: readonly CustomerJoin[],
): Refusal | null {
  const isJoined = joins.some((one) => one.customerId === customerId && one.splitAt === null)
  return isJoined ? null : customerNotJoined(customerId)
}

async function record(
  tx: Transaction,
  caller: Caller,
  {
    action,
    join,
    reason,
  }: {
    readonly action: Extract<AuditAction, 'customer.joined' | 'customer.split'>
    readonly join: CustomerJoin
    readonly reason: string
  },
  now: Temporal.Instant,
): Promise<void> {
  const { insurerId, livemode, customerId, intoId } = join
  const about = { id: intoId, livemode, insurerId, distributorId: null }
  await recordEvents(
    tx,
    [{ type: action, about, data: { customer_id: intoId, other_customer_id: customerId } }],
    now,
  )
  await recordAudit(
    tx,
    caller,
    {
      action,
      accountId: insurerId,
      livemode,
      subjectId: intoId,
      before: null,
      after: { other_customer_id: customerId, reason },
    },
    now,
  )
}
