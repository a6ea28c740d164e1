import { type Clock, type Moment, invalidData, todayIn } from '../kernel/index.ts'
import { recordAudit } from '../audit/index.ts'
import type { Database, Transaction } from '../database/index.ts'
import { momentOfTransaction } from '../deadlines/index.ts'
import { type News, recordEvents } from '../events/index.ts'
import type { Caller } from '../identity/index.ts'
import { type ReplayWriter, completeReservation } from '../idempotency/index.ts'
import { enqueue } from '../jobs/index.ts'
import { type Policy, findPolicy, lockPolicies } from '../policies/index.ts'
import { findPostLetter } from './find-letter.ts'
import { type PostLetter, refusalOfArrival } from './post-letter.ts'
import { updatePostLetter } from './post-letter-store.ts'
import { newsOfLetter } from './post-news.ts'

interface Deps {
  readonly db: Database
  readonly clock: Clock
}

export interface PostingRequest {
  readonly caller: Caller
  readonly letterId: string
  readonly date: Temporal.PlainDate
}

/**
 * Records that a letter was posted. One that came back may be posted again; of one that is on its way, or
 * has arrived, a later record corrects the day.
 */
export function recordSent(
  deps: Deps,
  request: PostingRequest,
  replay: ReplayWriter<PostLetter> | null,
): Promise<PostLetter> {
  const { date } = request
  return onLetter(deps, request, replay, (letter, firstDay) => {
    assertFrom(date, letter.returnedOn ?? firstDay)
    if (letter.deliveredOn !== null) assertUntil(date, letter.deliveredOn)
    const state = letter.state === 'delivered' ? 'delivered' : 'sent'
    const sent = { ...letter, state, sentOn: date } as const
    const data = { sent_on: date.toString() }
    return { letter: sent, news: newsOfLetter('letter.sent', sent, data), action: 'letter.sent' }
  })
}

/** Records that a letter has arrived, as the tracking of the post says. A later record corrects it. */
export function recordDelivered(
  deps: Deps,
  request: PostingRequest & { readonly evidence: string },
  replay: ReplayWriter<PostLetter> | null,
): Promise<PostLetter> {
  const { date, evidence } = request
  return onLetter(deps, request, replay, (letter, firstDay) => {
    const refusal = refusalOfArrival(letter)
    if (refusal !== null) throw refusal
    assertFrom(date, letter.sentOn ?? firstDay)
    const arrived = { state: 'delivered', deliveredOn: date, evidence } as const
    // That it came back was a mistake, unless it was posted again since.
    const returnedOn = letter.state === 'returned' ? null : letter.returnedOn
    const delivered = { ...letter, ...arrived, returnedOn }
    const data = { delivered_on: date.toString() }
    const news = newsOfLetter('letter.delivered', delivered, data)
    return { letter: delivered, news, action: 'letter.delivered' }
  })
}

/** Records that a letter came back. That it had arrived before no longer counts. */
export function recordReturned(
  deps: Deps,
  request: PostingRequest,
  replay: ReplayWriter<PostLetter> | null,
): Promise<PostLetter> {
  const { date } = request
  return onLetter(deps, request, replay, (letter, firstDay) => {
    const refusal = refusalOfArrival(letter)
    if (refusal !== null) throw refusal
    assertFrom(date, letter.sentOn ?? firstDay)
    const back = { state: 'returned', returnedOn: date, deliveredOn: null, evidence: null } as const
    const returned = { ...letter, ...back }
    const data = { returned_on: date.toString() }
    const news = newsOfLetter('letter.returned', returned, data)
    return { letter: returned, news, action: 'letter.returned' }
  })
}

interface Outcome {
  readonly letter: PostLetter
  readonly news: News
  readonly action: 'letter.sent' | 'letter.delivered' | 'letter.returned'
}

/** Changes a letter, and has whatever waits for it look again. */
async function onLetter(
  { db, clock }: Deps,
  { caller, letterId, date }: PostingRequest,
  replay: ReplayWriter<PostLetter> | null,
  decide: (letter: PostLetter, firstDay: Temporal.PlainDate) => Outcome,
): Promise<PostLetter> {
  const { policyId } = await findPostLetter(db, caller, letterId)
  return db.transactionOn(policyId, async (tx) => {
    await lockPolicies(tx, [policyId])
    const policy = await findPolicy(tx, caller, policyId, clock())
    const before = await findPostLetter(tx, caller, letterId)
    const moment = await momentOfTransaction(tx, clock, policy)
    assertUntil(date, todayIn(policy.timeZone, moment.now))
    const outcome = decide(before, todayIn(policy.timeZone, before.createdAt))
    await record(tx, caller, policy, { before, ...outcome }, moment)
    await completeReservation(tx, replay, outcome.letter)
    return outcome.letter
  })
}

async function record(
  tx: Transaction,
  caller: Caller,
  { insurerId: accountId, livemode, id: policyId }: Policy,
  { before, letter, news, action }: Outcome & { readonly before: PostLetter },
  moment: Moment,
): Promise<void> {
  await updatePostLetter(tx, letter)
  await recordEvents(tx, [news], moment)
  const entry = { action, subjectId: letter.id, accountId, livemode }
  const facts = { before: factsOf(before), after: factsOf(letter) }
  await recordAudit(tx, caller, { ...entry, ...facts }, moment)
  await enqueue(tx, 'pursue_arrears', { policyId }, { key: `arrears ${policyId}` })
}

function factsOf({ state, sentOn, deliveredOn, returnedOn, evidence }: PostLetter) {
  return {
    state,
    sent_on: sentOn?.toString() ?? null,
    delivered_on: deliveredOn?.toString() ?? null,
    returned_on: returnedOn?.toString() ?? null,
    evidence,
  }
}

function assertFrom(date: Temporal.PlainDate, first: Temporal.PlainDate): void {
  if (Temporal.PlainDate.compare(date, first) < 0) throw misdated('after_or_equal', first)
}

function assertUntil(date: Temporal.PlainDate, last: Temporal.PlainDate): void {
  if (Temporal.PlainDate.compare(date, last) > 0) throw misdated('before_or_equal', last)
}

function misdated(rule: string, limit: Temporal.PlainDate) {
  const params = { [rule]: [limit.toString()] }
  return invalidData([{ code: 'invalid_value', field: 'date', rules: [rule], params }], null)
}
