import type { Clock, CustomerId } from '../kernel/index.ts'
import type { Database } from '../database/index.ts'
import type { Caller } from '../identity/index.ts'
import { searchPolicies, selectContents } from '../policies/index.ts'
import { type CustomerJoin, policiesMax } from './customer-join.ts'
import { selectJoinsOf, selectRoot } from './customer-join-store.ts'
import { type Customer, findCustomer } from './find-customer.ts'

export interface CustomerShown extends Customer, CustomerNames {
  /** With those that were split. */
  readonly joins: readonly CustomerJoin[]
  /** Customers whose policies have the same e-mail address. They may be other persons. */
  readonly sameEmail: readonly SameEmail[]
}

/** As the newest policy has them. */
interface CustomerNames {
  readonly firstName: string
  readonly lastName: string
  readonly email: string
}

export interface SameEmail extends CustomerNames {
  readonly id: CustomerId
}

/** How many other customers are shown at most, of the newest policies with the same address. */
const suggestionsMax = 20

interface ReadDeps {
  readonly db: Database
  readonly clock: Clock
}

/** A customer with all that is known of the person. */
export async function readCustomer(
  deps: ReadDeps,
  caller: Caller,
  customerId: string,
): Promise<CustomerShown> {
  const customer = await findCustomer(deps, caller, customerId)
  const [names, joins] = await Promise.all([
    namesOf(deps, customer),
    selectJoinsOf(deps.db, customer.members),
  ])
  return { ...customer, ...names, joins, sameEmail: await suggest(deps, caller, customer, names) }
}

/** By the newest policy that the customer holds, or else by the last one that was held. */
async function namesOf({ db }: ReadDeps, { policies, members }: Customer): Promise<CustomerNames> {
  const held = policies.findLast(({ isHeld }) => isHeld)
  if (held !== undefined) {
    const { firstName, lastName, email } = held.policy
    return { firstName, lastName, email }
  }
  const former = policies
    .flatMap(({ holders }) => holders)
    .findLast((one) => members.includes(one.customerId) && one.contentId !== null)
  const contents = await selectContents(db, former?.contentId == null ? [] : [former.contentId])
  const { firstName = '', lastName = '', email = '' } = contents[0] ?? {}
  return { firstName, lastName, email }
}

/** By the search for an e-mail address, within the limits of the caller. Nothing is ever joined by it. */
async function suggest(
  { db, clock }: ReadDeps,
  { account, livemode, limits }: Caller,
  { members }: Customer,
  { email }: CustomerNames,
): Promise<SameEmail[]> {
  if (email === '') return []
  const wanted = { insurerId: account.id, livemode, limits, number: null, email, ...anySale }
  const page = { limit: policiesMax, startingAfter: null, endingBefore: null }
  const { rows } = await searchPolicies(db, wanted, page, clock())
  const others = new Map<CustomerId, SameEmail>()
  for (const row of rows) {
    const id = await selectRoot(db, row.customerId)
    if (members.includes(id) || others.has(id)) continue
    const { firstName, lastName, email: same } = row
    others.set(id, { id, firstName, lastName, email: same })
  }
  return [...others.values()].slice(0, suggestionsMax)
}

const anySale = {
  kind: 'policies',
  id: null,
  name: null,
  status: null,
  productId: null,
  distributorId: null,
  createdFrom: null,
  createdUntil: null,
} as const
