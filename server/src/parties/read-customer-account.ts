import { type Clock, type CustomerId, todayIn } from '../kernel/index.ts'
import { type AccountEntry, entryComesBefore, readAccount, totalOf } from '../billing/index.ts'
import type { Database } from '../database/index.ts'
import { timesOf } from '../deadlines/index.ts'
import type { Caller } from '../identity/index.ts'
import type { Policy } from '../policies/index.ts'
import { type Customer, type HeldPolicy, findCustomer } from './find-customer.ts'
import type { Holder } from './read-parties.ts'

/** The statement of a customer over all policies, for each currency. */
export interface CustomerAccount {
  readonly customer: Customer
  readonly statements: readonly CurrencyStatement[]
}

export interface CurrencyStatement {
  readonly currency: string
  /** What is owed over all policies; below zero, what the customer is owed. */
  readonly owed: number
  readonly policies: readonly { readonly policy: Policy; readonly owed: number }[]
  readonly entries: readonly CustomerEntry[]
}

/**
 * An entry of the account of a policy, or the moment at which a policy and what was owed of it went to
 * another policyholder, or came from one.
 */
export interface CustomerEntry extends Pick<AccountEntry, 'at' | 'day' | 'amount' | 'owed'> {
  readonly kind: AccountEntry['kind'] | 'handed_over' | 'taken_over'
  readonly id: string
  readonly policy: Policy
  /** Of the invoice, payment or refund; null for what is none. */
  readonly total: number | null
}

/** How many accounts are read at a time. */
const accountsAtOnce = 8

/**
 * Reads one statement over all policies that the caller may see: for each the entries of its account
 * while this customer held it. What was owed when it was handed over goes with the policy, so that the
 * accounts of all its holders add up to its own.
 */
export async function readCustomerAccount(
  { db, clock }: { readonly db: Database; readonly clock: Clock },
  request: {
    readonly caller: Caller
    readonly customerId: string
    /** The last day; null for today. */
    readonly until: Temporal.PlainDate | null
  },
): Promise<CustomerAccount> {
  const customer = await findCustomer({ db, clock }, request.caller, request.customerId)
  const { policies } = customer
  const timeFor = await timesOf(
    db,
    clock,
    policies.map(({ policy }) => policy),
  )
  const read: ReadPolicy[] = []
  for (let n = 0; n < policies.length; n += accountsAtOnce) {
    const some = policies.slice(n, n + accountsAtOnce).map(async (held) => {
      const until = request.until ?? todayIn(held.policy.timeZone, timeFor(held.policy))
      const { entries } = await readAccount(db, held.policy, until)
      return { held, entries: entriesOf(held, customer.members, entries, until) }
    })
    read.push(...(await Promise.all(some)))
  }
  const byCurrency = Map.groupBy(read, ({ held }) => held.policy.currency)
  return {
    customer,
    statements: [...byCurrency.entries()]
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([currency, some]) => statementOf(currency, some)),
  }
}

type Moved = Omit<CustomerEntry, 'owed'>

interface ReadPolicy {
  readonly held: HeldPolicy
  readonly entries: readonly Moved[]
}

function statementOf(currency: string, some: readonly ReadPolicy[]): CurrencyStatement {
  let owed = 0
  // Each policy's own order stays; between policies it goes by the moment.
  const entries = some
    .flatMap(({ entries: own }) => own)
    .toSorted((one, other) => Temporal.Instant.compare(one.at, other.at))
    .map((entry) => ({ ...entry, owed: (owed += entry.amount) }))
  return {
    currency,
    owed,
    policies: some.map(({ held, entries: own }) => ({ policy: held.policy, owed: sumOf(own) })),
    entries,
  }
}

/** The entries of a policy's account while one of these customers held it. */
function entriesOf(
  { policy, holders }: HeldPolicy,
  members: readonly CustomerId[],
  entries: readonly AccountEntry[],
  until: Temporal.PlainDate,
): Moved[] {
  const mine: Moved[] = []
  let from = 0
  let before: { readonly isMine: boolean; readonly by: NonNullable<Holder['handedOver']> } | null =
    null
  for (const { customerId, handedOver } of holders) {
    const isMine = members.includes(customerId)
    const owed = sumOf(entries.slice(0, from))
    if (before !== null && before.isMine !== isMine) {
      const { id, createdAt: at } = before.by
      const day = at.toZonedDateTimeISO(policy.timeZone).toPlainDate()
      if (Temporal.PlainDate.compare(day, until) > 0) break
      const [kind, amount] = isMine
        ? (['taken_over', owed] as const)
        : (['handed_over', -owed] as const)
      mine.push({ kind, id, at, day, amount, policy, total: null })
    }
    const to =
      handedOver === null
        ? entries.length
        : entries.filter((entry) => entryComesBefore(entry, handedOver)).length
    if (isMine) {
      const own = entries.slice(from, to)
      mine.push(...own.map((entry) => ({ ...entry, policy, total: totalOf(entry) })))
    }
    from = Math.max(from, to)
    before = handedOver === null ? null : { isMine, by: handedOver }
  }
  return mine
}

function sumOf(entries: readonly Pick<AccountEntry, 'amount'>[]): number {
  return entries.reduce((sum, { amount }) => sum + amount, 0)
}
