import { type Clock, type Moment, Refusal, mintId } from '../kernel/index.ts'
import { momentOfOrder } from '../deadlines/index.ts'
import type { LoadedVersion } from '../products/index.ts'
import type { Caller } from '../identity/index.ts'
import type { DecidedOrder, OrderedKind, PolicyOrder } from './accept-order.ts'
import { findSale } from './find-sale.ts'
import { type OrderLaid, layOrder } from './lay-order.ts'
import type { DraftedOrder } from './order-chain.ts'
import type { Policy } from './policy.ts'
import type { Ordered, PolicyTimeline, PolicyVersion } from './policy-version.ts'
import { type PriceAgainDeps, type PricedAgain, priceAgain } from './price-again.ts'
import { readBilled } from './read-billed.ts'
import { laterDayUnpriced } from './reasons.ts'

export interface ForeseeDeps extends PriceAgainDeps {
  readonly clock: Clock
}

/** Whether a policy may be modified so, and what is then written of it; it throws where it may not. */
export type Decide = (policy: Policy, now: Temporal.Instant) => DecidedOrder

/** An order as it would be carried out now. */
export interface ForeseenOrder {
  readonly policy: Policy
  readonly product: LoadedVersion
  readonly decided: DecidedOrder
  readonly version: PolicyVersion
  readonly before: PolicyTimeline
  readonly laid: OrderLaid
  readonly moment: Moment
}

/** What an order would come to: refused where the order would be. Nothing is written. */
export async function foreseeOrder(
  deps: ForeseeDeps,
  order: PolicyOrder,
  decide: Decide,
): Promise<ForeseenOrder> {
  const policy = await findSale(deps.db, order.caller, order.policyId, deps.clock())
  const moment = await momentOfOrder(deps.db, deps.clock, policy)
  const { now } = moment
  const decided = decide(policy, now)
  const { contents = [], told: _, ...ordered } = decided
  const version = draftOf(policy, order.caller, ordered, moment)
  const product = await deps.catalogue.version(policy.productVersionId)
  if (product === undefined) throw new Error(`version ${policy.productVersionId} is gone`)
  const { timeline: before, charged } = await readBilled(deps.db, policy)
  const drafted = { version, brought: { contents, quotes: [] } }
  const { quotes } = await priceForeseen(deps, drafted, moment)
  const sheet = { policy, ...drafted, product, before, charged, quotes, now }
  const laid = await layOrder(deps.db, sheet)
  return { policy, product, decided, version, before, laid, moment }
}

/** The version that an order would become. */
export function draftOf(
  policy: Policy,
  { account }: Caller,
  ordered: Ordered<OrderedKind> & Pick<PolicyVersion, 'effectiveDay'>,
  moment: Moment,
): PolicyVersion {
  return {
    ...ordered,
    id: mintId('tpv', moment),
    policyId: policy.id,
    state: 'processing',
    number: 0, // Counted once it is accepted.
    basedOn: policy.versionId,
    orderedBy: account.id,
    createdAt: moment.now,
  }
}

/** An order whose later days have no price would be accepted, and fail. */
async function priceForeseen(
  deps: ForeseeDeps,
  drafted: DraftedOrder,
  moment: Moment,
): Promise<PricedAgain> {
  try {
    return await priceAgain(deps, drafted, moment)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    throw laterDayUnpriced(error.message)
  }
}
