import { isDeepStrictEqual } from 'node:util'
import {
  type Clock,
  type Moment,
  type PolicyId,
  type QuoteId,
  mintId,
  mintToken,
  startOfDay,
} from '../kernel/index.ts'
import type { Database, Transaction } from '../database/index.ts'
import { insertDeadline } from '../deadlines/index.ts'
import {
  type EventData,
  type EventType,
  type EventDataBesides,
  familyNews,
  recordEvents,
} from '../events/index.ts'
import { type KeyedJob, type RenewalDocuments, enqueue, enqueueAll } from '../jobs/index.ts'
import {
  type Policy,
  insertContents,
  keepSecret,
  knownFrom,
  lockPolicies,
  momentOfPolicy,
  selectPolicy,
  statusAt,
  updateTermEnd,
} from '../policies/index.ts'
import { type SaveQuote, mintQuoteToken } from '../quotes/index.ts'
import { type KeyRing, hashSecret } from '../sealing/index.ts'
import { selectPending } from './endorsements/next-term-endorsement-store.ts'
import { previewNext, rowOf, stateKept } from './preview-next.ts'
import type { PreviewRenewalDeps, PreviewedRenewal } from './preview-renewal.ts'
import { type Renewal, type RenewalState, isOpen } from './renewal.ts'
import { selectRenewal, upsertRenewal } from './renewal-store.ts'

export interface PriceRenewalDeps extends PreviewRenewalDeps {
  readonly db: Database
  readonly clock: Clock
  readonly keyRing: KeyRing
  readonly saveQuote: SaveQuote
}

/**
 * Prices the next term of a policy, when its notice is due and whenever the policy has changed since.
 * The price is asked for with no transaction open, and written only if the policy is still what it was
 * priced for; else it is looked at again. The job may run more than once.
 */
export async function priceRenewal(
  deps: PriceRenewalDeps,
  { policyId }: { readonly policyId: PolicyId },
): Promise<void> {
  const moment = await momentOfPolicy(deps.db, deps.clock, policyId)
  const seen = await selectPolicy(deps.db, policyId)
  if (seen === undefined) throw new Error(`there is no policy ${policyId}`)
  const { termLastDay } = seen
  if (termLastDay === null || seen.renewalNoticeAt !== null) return
  const firstDay = termLastDay.add({ days: 1 })
  const row = (await selectRenewal(deps.db, policyId, firstDay)) ?? null
  if (row !== null && !isOpen(row)) return
  const status = statusAt(seen, moment.now)
  if (status === 'cancelled') return voidRenewal(deps, seen, firstDay, moment)
  if (status !== 'paid') return // It has ended: nothing follows.
  const previewed = await previewNext(deps, { policy: seen, row, given: row?.given }, moment)
  const { outcome } = previewed
  if (outcome.state === 'priced') {
    const { quote, isKept, heldQuote } = outcome
    for (const made of [isKept ? null : quote, heldQuote]) {
      // Nobody is given its token.
      const secretHash = made && mintQuoteToken(made.id).secretHash
      if (made !== null && secretHash !== null)
        await deps.saveQuote({ quote: made, secretHash }, null)
    }
  }
  await deps.db.transactionOn(policyId, async (tx) => {
    await lockPolicies(tx, [policyId])
    const policy = await selectPolicy(tx, policyId)
    const current = (await selectRenewal(tx, policyId, firstDay)) ?? null
    if (policy === undefined) throw new Error(`there is no policy ${policyId}`)
    const pending = await selectPending(tx, policyId, firstDay)
    const isSamePending = isDeepStrictEqual(pending, previewed.pending)
    if (!isSamePending || !isUnchanged(policy, seen, current, row)) {
      await enqueue(tx, 'price_renewal', { policyId, versionId: policy.versionId })
      return
    }
    await write(tx, deps, { policy, row, previewed }, moment)
  })
}

function isUnchanged(
  policy: Policy,
  seen: Policy,
  current: Renewal | null,
  row: Renewal | null,
): boolean {
  return (
    policy.versionId === seen.versionId &&
    policy.status === seen.status &&
    current?.state === row?.state &&
    JSON.stringify(current?.given) === JSON.stringify(row?.given)
  )
}

interface RenewalToWrite {
  readonly policy: Policy
  readonly row: Renewal | null
  readonly previewed: PreviewedRenewal
}

async function write(
  tx: Transaction,
  deps: PriceRenewalDeps,
  { policy, row, previewed }: RenewalToWrite,
  moment: Moment,
): Promise<void> {
  const { days, kind, productVersionId, paymentBefore, outcome } = previewed
  const found = rowOf(policy, row, previewed)
  await setDeadline(tx, policy, found, moment)
  if (outcome.state !== 'priced') {
    const { problems } = found
    const isPassing = problems.some(({ code }) => code === 'calculation')
    await upsertRenewal(tx, found, policy)
    await setTermEnd(tx, policy, {
      renews: false,
      again: isPassing ? tomorrow(policy, days, moment) : null,
    })
    const codes = [...new Set(problems.map(({ code }) => code))]
    await recordRenewalEvent(tx, policy, found, moment, outcome.state, { problems: codes })
    return
  }
  const { quote, known } = outcome
  const contentId = known === null ? null : mintId('pco', moment)
  if (known !== null && contentId !== null) {
    await insertContents(tx, [{ id: contentId, policyId: policy.id, ...knownFrom(known) }])
  }
  const priced = { ...found, contentId }
  const stays = stateKept(row, priced, outcome.isKept)
  if (row !== null && stays !== null) {
    const { tokenHash, offeredAt, decidedAt, decidedBy } = row
    const kept = { ...priced, state: stays, tokenHash, offeredAt, decidedAt, decidedBy }
    await upsertRenewal(tx, kept, policy)
    await setTermEnd(tx, policy, { renews: stays === 'accepted' || kind === 'automatic' })
  } else {
    const token = mintToken()
    const offered = { ...priced, state: 'offered', offeredAt: moment.now } as const
    await upsertRenewal(tx, { ...offered, tokenHash: hashSecret(token) }, policy)
    await keepSecret(tx, deps.keyRing, { policyId: policy.id, kind: 'renewal', subject: '' }, token)
    await setTermEnd(tx, policy, { renews: kind === 'automatic' })
    const data = {
      gross_payment_amount: quote.premium.grossPaymentAmount,
      gross_payment_amount_before: paymentBefore,
      product_version_id: productVersionId,
    }
    await recordRenewalEvent(tx, policy, found, moment, 'offered', data)
    await enqueueAll(tx, 'make_documents', [noticeOf(policy, quote.id)])
  }
}

function noticeOf(policy: Policy, quoteId: QuoteId): KeyedJob<'make_documents'> {
  const { id: policyId, versionId } = policy
  return noticeDue({ policyId, versionId, quoteId, occasion: 'renewal_notice' })
}

/** The news that the notice of an offer is due, under a key of its own. */
export function noticeDue(payload: RenewalDocuments): KeyedJob<'make_documents'> {
  return { key: `documents ${payload.quoteId} ${payload.occasion}`, payload }
}

/** The next term begins at its first moment; where that has passed already, at once. */
async function setDeadline(
  tx: Transaction,
  policy: Policy,
  { firstDay }: Renewal,
  { now }: Moment,
): Promise<void> {
  const begins = startOfDay(firstDay, policy.timeZone)
  const isLate = Temporal.Instant.compare(begins, now) <= 0
  const { id: policyId, clockId } = policy
  await insertDeadline(tx, {
    policyId,
    clockId,
    kind: 'renewal',
    key: isLate ? `${firstDay} ${now.epochMilliseconds}` : firstDay.toString(),
    dueAt: isLate ? now : begins,
  })
}

async function setTermEnd(
  tx: Transaction,
  { id, termLastDay }: Policy,
  { renews, again = null }: { readonly renews: boolean; readonly again?: Temporal.Instant | null },
): Promise<void> {
  await updateTermEnd(tx, id, { termLastDay, renews, renewalNoticeAt: again })
}

/** When a price that could not be computed is asked for again; never once the term has begun. */
function tomorrow(
  { timeZone }: Policy,
  { firstDay }: PreviewedRenewal['days'],
  { now }: Moment,
): Temporal.Instant | null {
  const next = now.add({ hours: 24 })
  const begins = startOfDay(firstDay, timeZone)
  return Temporal.Instant.compare(next, begins) < 0 ? next : null
}

/** A policy that was cancelled is not renewed, unless it is reinstated. */
async function voidRenewal(
  deps: PriceRenewalDeps,
  seen: Policy,
  firstDay: Temporal.PlainDate,
  moment: Moment,
): Promise<void> {
  await deps.db.transactionOn(seen.id, async (tx) => {
    await lockPolicies(tx, [seen.id])
    const policy = await selectPolicy(tx, seen.id)
    const row = await selectRenewal(tx, seen.id, firstDay)
    if (policy?.status !== 'cancelled' || row === undefined) return
    if (!isOpen(row) || row.state === 'voided') return
    await upsertRenewal(tx, { ...row, state: 'voided', problems: [] }, policy)
    await recordRenewalEvent(tx, policy, row, moment, 'voided', { reason: 'cancelled' })
  })
}

const eventOf = {
  offered: 'renewal.offered',
  blocked: 'renewal.blocked',
  knocked_out: 'renewal.knocked_out',
  voided: 'renewal.voided',
} as const satisfies Partial<Record<RenewalState, EventType>>

type OfTerm = Pick<EventData<'renewal.voided'>, 'first_day' | 'last_day'>

async function recordRenewalEvent<State extends keyof typeof eventOf>(
  tx: Transaction,
  policy: Policy,
  { firstDay, lastDay }: Pick<Renewal, 'firstDay' | 'lastDay'>,
  moment: Moment,
  state: State,
  ...data: EventDataBesides<(typeof eventOf)[State], OfTerm>
): Promise<void> {
  const term: OfTerm = { first_day: firstDay.toString(), last_day: lastDay?.toString() ?? null }
  const type = eventOf[state]
  await recordEvents(tx, [familyNews<typeof type, OfTerm>(type, policy, term, ...data)], moment)
}
