import { isDeepStrictEqual } from 'node:util'
import {
  type Clock,
  type Moment,
  type NextTermEndorsementId,
  type PolicyVersionId,
  Refusal,
  todayIn,
} from '../kernel/index.ts'
import type { Transaction } from '../database/index.ts'
import { type Policy, priceOf, timelineOf } from '../policies/index.ts'
import { type PriceRaiseDeps, priceRaise, raiseAnswer } from '../policy-transactions/index.ts'
import { type LoadedVersion, paymentsPerYear } from '../products/index.ts'
import { type Quote, selectQuotes } from '../quotes/index.ts'
import {
  type PreviewRenewalDeps,
  addNextTermEndorsement,
  checkNextTerm,
  mergedValues,
  nextTermDay,
  previewNext,
  selectNextTermEndorsements,
  selectPending,
  selectRenewal,
} from '../renewals/index.ts'
import { planOn, segmentOn } from '../timelines/index.ts'
import type { ChangedPrice, MassEndorsement } from './mass-endorsement.ts'
import { raisedValue } from './raised-value.ts'
import { selectEarlierRises } from './result-store.ts'

export type Indexation = Extract<MassEndorsement, { readonly kind: 'indexation' }>
export type IndexDeps = PriceRaiseDeps & PreviewRenewalDeps & { readonly clock: Clock }

/** What an index would do to a policy, with its price; the code of why it does nothing, else. */
export type DecidedRaise = { readonly skip: string } | { readonly fail: string } | Raise

interface Raise {
  readonly price: ChangedPrice
  /** In the database transaction that has the policy locked; null where it is not what was priced any more. */
  readonly carryOut: (tx: Transaction, policy: Policy, moment: Moment) => Promise<Raised | null>
}

interface Raised {
  readonly versionId: PolicyVersionId | null
  readonly nextTermEndorsementId: NextTermEndorsementId | null
}

/**
 * Decides by the version that the policy was sold on, and prices what follows. Outside of any database
 * transaction, since a rater may be asked; nothing is written.
 */
export async function decideRaise(
  deps: IndexDeps,
  mass: Indexation,
  policy: Policy,
  product: LoadedVersion,
  moment: Moment,
): Promise<DecidedRaise> {
  const { indexation } = product.definition.life
  const settings = indexation.find(({ answer }) => answer === mass.change.answer)
  const asked = { deps, mass, policy, moment }
  return settings?.takesEffect === 'day'
    ? raiseOnDay(asked, settings)
    : raiseNextTerm(asked, settings)
}

interface Asked {
  readonly deps: IndexDeps
  readonly mass: Indexation
  readonly policy: Policy
  readonly moment: Moment
}
type Settings = LoadedVersion['definition']['life']['indexation'][number] | undefined

/** An endorsement of the next term, if that begins within a year from the day of the index on. */
async function raiseNextTerm(asked: Asked, settings: Settings): Promise<DecidedRaise> {
  const { deps, mass, policy, moment } = asked
  const open = await openTerm(asked)
  if ('skip' in open) return open
  const { firstDay } = open
  const isBefore = Temporal.PlainDate.compare(firstDay, mass.effectiveDay) < 0
  const lastDay = mass.effectiveDay.add({ years: 1 })
  if (isBefore || Temporal.PlainDate.compare(firstDay, lastDay) >= 0) return { skip: 'nothing_due' }
  const row = (await selectRenewal(deps.db, policy.id, firstDay)) ?? null
  // What the customer has accepted stays as it was accepted.
  if (row?.state === 'accepted') return { skip: 'renewal_accepted' }
  const timeline = await timelineOf(deps.db, policy.versionId)
  const held = await quoteOf(deps, segmentOn(timeline, firstDay.subtract({ days: 1 })).quoteId)
  const pending = await selectPending(deps.db, policy.id, firstDay)
  const given = mergedValues([{ answers: held.customerInput, data: {} }, ...pending])
  const value = raisedValue(mass.change, settings, given.answers)
  if (typeof value === 'string') return { skip: value }
  if (await isRaisedAlready(asked, firstDay)) return { skip: 'already_raised' }
  const endorsed = { answers: { [mass.change.answer]: value }, data: {} }
  await checkNextTerm(deps, policy, firstDay, endorsed, moment)
  const previewed = await previewNext(deps, { policy, row, given: row?.given, endorsed }, moment)
  const { outcome } = previewed
  if (outcome.state === 'knocked_out') return { fail: outcome.code }
  if (outcome.state === 'blocked') return { fail: 'next_term_blocked' }
  const price = priceChange(policy, firstDay, held, outcome.quote, planOn(timeline, firstDay))
  return {
    price,
    carryOut: async (tx, locked, at) => {
      const still = await selectPending(tx, locked.id, firstDay)
      if (locked.versionId !== policy.versionId || !isDeepStrictEqual(still, pending)) return null
      if (!(await nextTermDay(tx, locked, at)).equals(firstDay)) return null
      const current = await selectRenewal(tx, locked.id, firstDay)
      if (current?.state !== row?.state) return null
      const added = {
        ...endorsed,
        firstDay,
        recordedBy: mass.insurerId,
        massEndorsementId: mass.id,
      }
      const { id } = await addNextTermEndorsement(tx, locked, added, at)
      return { versionId: null, nextTermEndorsementId: id }
    },
  }
}

/** The next term, as far as one comes for which something can be endorsed. */
async function openTerm({
  deps,
  policy,
  moment,
}: Asked): Promise<{ readonly firstDay: Temporal.PlainDate } | { readonly skip: string }> {
  try {
    return { firstDay: await nextTermDay(deps.db, policy, moment) }
  } catch (error) {
    if (error instanceof Refusal) return { skip: error.details.code }
    throw error
  }
}

/** An endorsement from the day of the index on. */
async function raiseOnDay(asked: Asked, settings: Settings): Promise<DecidedRaise> {
  const { deps, mass, policy, moment } = asked
  const { effectiveDay: day } = mass
  const isBefore = (one: Temporal.PlainDate, other: Temporal.PlainDate) =>
    Temporal.PlainDate.compare(one, other) < 0
  const timeline = await timelineOf(deps.db, policy.versionId)
  const first = timeline.terms[0]?.firstDay
  const last = timeline.ending?.lastDay ?? timeline.terms.at(-1)?.lastDay ?? null
  if (isBefore(day, todayIn(policy.timeZone, moment.now))) return { skip: 'day_passed' }
  if (first === undefined || isBefore(day, first)) return { skip: 'not_begun' }
  if (last !== null && isBefore(last, day)) return { skip: 'nothing_due' }
  const before = await quoteOf(deps, segmentOn(timeline, day).quoteId)
  const value = raisedValue(mass.change, settings, before.customerInput)
  if (typeof value === 'string') return { skip: value }
  if (await isRaisedAlready(asked, day)) return { skip: 'already_raised' }
  const { id: massEndorsementId, insurerId, change } = mass
  const raised = { massEndorsementId, insurerId, answer: change.answer, value, day }
  const priced = await priceRaise(deps, { policy, before }, raised, moment)
  const price = priceChange(policy, day, before, priced.quote, planOn(timeline, day))
  return {
    price,
    carryOut: async (tx, locked, at) => {
      if (locked.versionId !== policy.versionId) return null
      const versionId = await raiseAnswer(tx, locked, priced, at)
      return { versionId, nextTermEndorsementId: null }
    },
  }
}

/** Whether another indexation raises the answer within a year before or after. */
async function isRaisedAlready(
  { deps, mass, policy }: Asked,
  day: Temporal.PlainDate,
): Promise<boolean> {
  const rises = await selectEarlierRises(deps.db, mass, mass.change.answer, policy.id)
  if (rises.length === 0) return false
  const endorsements = await selectNextTermEndorsements(deps.db, policy.id)
  return rises.some(({ firstDay, nextTermEndorsementId }) => {
    const found = endorsements.find(({ id }) => id === nextTermEndorsementId)
    if (found?.state === 'revoked' || found?.state === 'voided') return false
    const [one, other] = [firstDay, day].toSorted((a, b) => Temporal.PlainDate.compare(a, b))
    if (one === undefined || other === undefined) throw new Error('two days are two')
    return Temporal.PlainDate.compare(other, one.add({ years: 1 })) < 0
  })
}

async function quoteOf({ db }: IndexDeps, id: Quote['id']): Promise<Quote> {
  const [quote] = await selectQuotes(db, [id])
  if (quote === undefined) throw new Error(`quote ${id} is gone`)
  return quote
}

function priceChange(
  { currency }: Policy,
  firstDay: Temporal.PlainDate,
  before: Quote,
  after: Quote,
  { frequency }: ReturnType<typeof planOn>,
): ChangedPrice {
  const [old, next] = [priceOf(before), priceOf(after)]
  return {
    firstDay: firstDay.toString(),
    currency,
    paymentBefore: old.payment,
    paymentAfter: next.payment,
    taxBefore: old.tax,
    taxAfter: next.tax,
    payments: frequency === null ? 1 : paymentsPerYear[frequency],
  }
}
