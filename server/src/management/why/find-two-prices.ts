import { type Clock, type PolicyVersionId, type QuoteId, isId } from '../../kernel/index.ts'
import type { Database } from '../../database/index.ts'
import {
  type Policy,
  type PolicyTimeline,
  type SettledVersion,
  policyVersionNotFound,
  readVersion,
  selectPolicyVersion,
} from '../../policies/index.ts'
import { type ReadTransaction, readTransactions } from '../../policy-transactions/index.ts'
import type { Catalogue } from '../../products/index.ts'
import { type Quote, selectQuotes } from '../../quotes/index.ts'
import {
  type Renewal,
  type RenewalState,
  notOfferedYet,
  notToBeRenewed,
  selectRenewal,
} from '../../renewals/index.ts'
import { type Segment, segmentOn } from '../../timelines/index.ts'
import { firstVersion, versionNeverHeld } from '../reasons.ts'

interface Deps {
  readonly db: Database
  readonly clock: Clock
  readonly catalogue: Catalogue
}

/** The prices of a policy to compare; null for the default, which follows from the policy. */
export interface WantedPrices {
  readonly from: string | null
  /** A version, or `renewal` for the term that follows. */
  readonly to: string | null
}

/** A price of a policy, and the segment or renewal that it is for. */
export interface PolicyPrice {
  /** Null for a renewal that is not carried out yet. */
  readonly versionId: PolicyVersionId | null
  /** Whether there is cover on the day. */
  readonly kind: Segment['kind']
  readonly renewal: RenewalState | null
  readonly quote: Quote
}

export interface TwoPrices {
  /** From which day on the second holds. */
  readonly day: Temporal.PlainDate
  readonly before: PolicyPrice
  readonly after: PolicyPrice
}

/** Names the term that follows, in place of a version. */
const nextTerm = 'renewal'

/**
 * The two prices of a policy to compare. By default they are the last that differ: before and after the
 * offered renewal, or else before and after the last transaction that changed the price.
 */
export async function findTwoPrices(
  deps: Deps,
  policy: Policy,
  { from, to }: WantedPrices,
): Promise<TwoPrices> {
  if (to === nextTerm) return toRenewal(deps, policy, from, await priced(deps, policy))
  if (to === null && from === null) {
    const renewal = await foundRenewal(deps, policy)
    return isOffered(renewal) ? toRenewal(deps, policy, null, renewal) : lastChange(deps, policy)
  }
  const later = await versionOf(deps, policy, to ?? policy.versionId)
  const earlierId = from ?? later.version.basedOn
  if (earlierId === null) throw firstVersion(later.version.id)
  return between(deps, await versionOf(deps, policy, earlierId), later)
}

type WithPrice = Renewal & { readonly quoteId: QuoteId }

/** The renewal of the last term, with its price. */
async function foundRenewal({ db }: Deps, policy: Policy): Promise<Renewal | undefined> {
  const { termLastDay } = policy
  return termLastDay === null
    ? undefined
    : selectRenewal(db, policy.id, termLastDay.add({ days: 1 }))
}

function isOffered(renewal: Renewal | undefined): renewal is WithPrice {
  return (
    renewal !== undefined &&
    renewal.quoteId !== null &&
    (renewal.state === 'offered' || renewal.state === 'accepted')
  )
}

async function priced(deps: Deps, policy: Policy): Promise<WithPrice> {
  if (policy.termLastDay === null) throw notToBeRenewed(policy.id)
  const renewal = await foundRenewal(deps, policy)
  const { quoteId = null } = renewal ?? {}
  if (renewal === undefined || quoteId === null) throw notOfferedYet(policy.id)
  return { ...renewal, quoteId }
}

async function toRenewal(
  deps: Deps,
  policy: Policy,
  from: string | null,
  renewal: WithPrice,
): Promise<TwoPrices> {
  const { version, timeline } = await versionOf(deps, policy, from ?? policy.versionId)
  const held = segmentOn(timeline, renewal.firstDay.subtract({ days: 1 }))
  const quotes = await quotesOf(deps, [held.quoteId, renewal.quoteId])
  return {
    day: renewal.firstDay,
    before: {
      versionId: version.id,
      kind: held.kind,
      renewal: null,
      quote: quotes(held.quoteId),
    },
    after: {
      versionId: null,
      kind: 'cover',
      renewal: renewal.state,
      quote: quotes(renewal.quoteId),
    },
  }
}

export interface VersionTimeline {
  readonly version: Pick<SettledVersion, 'id' | 'number' | 'basedOn' | 'effectiveDay'>
  readonly timeline: PolicyTimeline
}

/** Versions that never took effect have no price to compare. */
export async function versionOf(
  deps: Pick<Deps, 'db'>,
  policy: Policy,
  id: string,
): Promise<VersionTimeline> {
  const stored = isId('tpv', id) ? await selectPolicyVersion(deps.db, policy.id, id) : undefined
  if (stored === undefined) throw policyVersionNotFound(id, policy.id)
  if (!['active', 'superseded', 'proposed'].includes(stored.state)) {
    throw versionNeverHeld(stored.id, stored.state)
  }
  return readVersion(deps.db, policy, stored.id)
}

/** Both on the day from which the later one counts, whichever of them was named first. */
async function between(deps: Deps, from: VersionTimeline, to: VersionTimeline): Promise<TwoPrices> {
  const later = from.version.number > to.version.number ? from : to
  const day = later.version.effectiveDay
  const held = [from, to].map(({ timeline }) => segmentOn(timeline, day))
  const quotes = await quotesOf(
    deps,
    held.map(({ quoteId }) => quoteId),
  )
  const priceOf = ({ version, timeline }: VersionTimeline): PolicyPrice => {
    const { kind, quoteId } = segmentOn(timeline, day)
    return { versionId: version.id, kind, renewal: null, quote: quotes(quoteId) }
  }
  return { day, before: priceOf(from), after: priceOf(to) }
}

/** The last transaction that changed the price, or the policy twice where none did. */
async function lastChange(deps: Deps, policy: Policy): Promise<TwoPrices> {
  const current = await versionOf(deps, policy, policy.versionId)
  const transactions = await readTransactions(deps.db, policy.id)
  const done = new Map(transactions.flatMap((transaction) => timelineOf(transaction)))
  for (const { version, timeline } of [...done.values()].toReversed()) {
    const before = version.basedOn === null ? undefined : done.get(version.basedOn)
    if (before === undefined) continue
    const [was, is] = [before.timeline, timeline].map((one) => segmentOn(one, version.effectiveDay))
    if (was?.price.payment !== is?.price.payment)
      return between(deps, before, { version, timeline })
  }
  return between(deps, current, current)
}

function timelineOf({ version, done }: ReadTransaction): [PolicyVersionId, VersionTimeline][] {
  return done === null ? [] : [[version.id, { version, timeline: done.timeline }]]
}

async function quotesOf({ db }: Deps, ids: readonly QuoteId[]): Promise<(id: QuoteId) => Quote> {
  const quotes = new Map((await selectQuotes(db, [...new Set(ids)])).map((one) => [one.id, one]))
  return (id) => {
    const quote = quotes.get(id)
    if (quote === undefined) throw new Error(`quote ${id} is gone`)
    return quote
  }
}
