import {
  type Clock,
  type MandateId,
  type Moment,
  type Refusal,
  isId,
  mintId,
  todayIn,
} from '../kernel/index.ts'
import { recordAudit } from '../audit/index.ts'
import type { Database, Transaction } from '../database/index.ts'
import { momentOfTransaction } from '../deadlines/index.ts'
import { type News, recordEvents } from '../events/index.ts'
import { type ReplayWriter, completeReservation } from '../idempotency/index.ts'
import type { Caller } from '../identity/index.ts'
import { endMandateOf } from '../payments/index.ts'
import { type Policy, findPolicy, lockPolicies } from '../policies/index.ts'
import { type NamedRole, type Party, partiesAtOnceMax, partiesMax } from './party.ts'
import { insertParty, selectParties, updatePartyEnded } from './party-store.ts'
import { type PartyShown, isOver, neverEnded } from './read-parties.ts'
import {
  mandateNotOfRole,
  partyDayNotPossible,
  partyEnded,
  partyIsPolicyholder,
  partyNotFound,
  payerTaken,
  policyNotIssued,
  tooManyParties,
} from './reasons.ts'

interface PartyDeps {
  readonly db: Database
  readonly clock: Clock
}

/** A person who is named for a role. */
export interface NewParty {
  readonly role: NamedRole
  readonly firstName: string | null
  readonly lastName: string
  readonly email: string | null
  readonly birthDate: string | null
  /** Null for today, or for the first day of a cover that is still to begin. */
  readonly fromDay: Temporal.PlainDate | null
  /** Of a payer: the mandate that the policy has is theirs. */
  readonly keepsMandate: boolean
  readonly reason: string
}

export interface PartySet {
  readonly party: Party
  /** The mandate that ended with it. */
  readonly endedMandate: MandateId | null
}

/** Names a person for a role. A new payer pays by another means, so that the mandate ends with it. */
export async function addParty(
  deps: PartyDeps,
  request: { readonly caller: Caller; readonly policyId: string; readonly party: NewParty },
  replay: ReplayWriter<PartySet> | null,
): Promise<PartySet> {
  const { caller, party: asked } = request
  const { keepsMandate, reason, fromDay: _, ...person } = asked
  if (keepsMandate && person.role !== 'payer') throw mandateNotOfRole(person.role)
  return onPolicy(deps, request, async (tx, { policy, parties, moment }) => {
    const today = todayIn(policy.timeZone, moment.now)
    const refusal = refusalOfParties(policy, parties, today)
    if (refusal !== null) throw refusal
    const before = parties.find(({ role, endedAt }) => role === 'payer' && endedAt === null)
    if (person.role === 'payer' && before !== undefined) throw payerTaken(policy.id, before.id)
    const from = firstDayOf(policy, asked, today)
    const party: Party = {
      ...person,
      id: mintId('pty', moment),
      policyId: policy.id,
      customerId: null,
      contentId: null,
      fromDay: from,
      reason,
      setBy: caller.actor.id,
      createdAt: moment.now,
      ...neverEnded,
    }
    await insertParty(tx, party)
    const endedMandate =
      party.role === 'payer' && !keepsMandate ? await endOfPayers(tx, policy, moment) : null
    const set = { party, endedMandate }
    await record(tx, caller, policy, { type: 'policy.party_added', ...set, reason }, moment)
    await completeReservation(tx, replay, set)
    return set
  })
}

/** Ends a person's role. With a payer the mandate ends as well: the policyholder pays again. */
export async function endParty(
  deps: PartyDeps,
  request: {
    readonly caller: Caller
    readonly policyId: string
    readonly partyId: string
    /** The last day; null for today. */
    readonly untilDay: Temporal.PlainDate | null
    readonly reason: string
  },
  replay: ReplayWriter<PartySet> | null,
): Promise<PartySet> {
  const { caller, partyId, reason } = request
  if (!isId('pty', partyId)) throw partyNotFound(partyId)
  return onPolicy(deps, request, async (tx, { policy, parties, moment }) => {
    const found = parties.find(({ id }) => id === partyId)
    if (found === undefined) throw partyNotFound(partyId)
    const refusal = refusalOfEnding(found)
    if (refusal !== null) throw refusal
    const today = todayIn(policy.timeZone, moment.now)
    const untilDay = lastDayOf(found, request.untilDay, today)
    const end = {
      contentId: null,
      untilDay,
      endedReason: reason,
      endedBy: caller.actor.id,
      endedAt: moment.now,
    }
    await updatePartyEnded(tx, found, end)
    const party = { ...found, ...end }
    const endedMandate = party.role === 'payer' ? await endOfPayers(tx, policy, moment) : null
    const set = { party, endedMandate }
    await record(tx, caller, policy, { type: 'policy.party_ended', ...set, reason }, moment)
    await completeReservation(tx, replay, set)
    return set
  })
}

/** Why no person can be named now; null if one can. */
export function refusalOfParties(
  policy: Policy,
  parties: readonly Pick<Party, 'role' | 'untilDay'>[],
  today: Temporal.PlainDate,
): Refusal | null {
  if (policy.issuedAt === null) return policyNotIssued(policy.id)
  const present = parties.filter((one) => one.role !== 'policyholder' && !isOver(one, today))
  if (present.length >= partiesAtOnceMax) return tooManyParties(policy.id, partiesAtOnceMax)
  return parties.length >= partiesMax ? tooManyParties(policy.id, partiesMax) : null
}

/** Why a role cannot be ended now; null if it can. */
export function refusalOfEnding({
  id,
  role,
  endedAt,
}: Pick<PartyShown, 'id' | 'role' | 'endedAt'>): Refusal | null {
  if (role === 'policyholder' || id === null) return partyIsPolicyholder()
  return endedAt === null ? null : partyEnded(id)
}

interface HeldParties {
  readonly policy: Policy
  readonly parties: readonly Party[]
  readonly moment: Moment
}

async function onPolicy<Result>(
  { db, clock }: PartyDeps,
  request: { readonly caller: Caller; readonly policyId: string },
  work: (tx: Transaction, held: HeldParties) => Promise<Result>,
): Promise<Result> {
  const { id } = await findPolicy(db, request.caller, request.policyId, clock())
  return db.transactionOn(id, async (tx) => {
    await lockPolicies(tx, [id])
    const policy = await findPolicy(tx, request.caller, id, clock())
    const moment = await momentOfTransaction(tx, clock, policy)
    return work(tx, { policy, parties: await selectParties(tx, [id]), moment })
  })
}

function endOfPayers(tx: Transaction, policy: Policy, moment: Moment): Promise<MandateId | null> {
  return endMandateOf(tx, policy, 'The premium payer changed.', moment)
}

function firstDayOf(
  { startDay }: Policy,
  { role, fromDay }: NewParty,
  today: Temporal.PlainDate,
): Temporal.PlainDate {
  const isPayer = role === 'payer'
  const earliest = isPayer ? earlier(startDay, today) : startDay
  const latest = isPayer ? today : null
  const day = fromDay ?? (isPayer ? today : later(startDay, today))
  assertBetween('from', day, { earliest, latest })
  return day
}

/** A person who never was it ends on the day before the first. */
function lastDayOf(
  { role, fromDay }: Party,
  asked: Temporal.PlainDate | null,
  today: Temporal.PlainDate,
): Temporal.PlainDate {
  const earliest = fromDay.subtract({ days: 1 })
  const day = asked ?? later(today, earliest)
  assertBetween('until', day, { earliest, latest: role === 'payer' ? today : null })
  return day
}

function assertBetween(
  field: 'from' | 'until',
  day: Temporal.PlainDate,
  {
    earliest,
    latest,
  }: { readonly earliest: Temporal.PlainDate; readonly latest: Temporal.PlainDate | null },
): void {
  const isEarly = Temporal.PlainDate.compare(day, earliest) < 0
  const isLate = latest !== null && Temporal.PlainDate.compare(day, latest) > 0
  if (isEarly || isLate) throw partyDayNotPossible(field, earliest, latest)
}

const earlier = (one: Temporal.PlainDate, other: Temporal.PlainDate) =>
  Temporal.PlainDate.compare(one, other) <= 0 ? one : other
const later = (one: Temporal.PlainDate, other: Temporal.PlainDate) =>
  Temporal.PlainDate.compare(one, other) >= 0 ? one : other

async function record(
  tx: Transaction,
  caller: Caller,
  policy: Policy,
  {
    type,
    party,
    endedMandate,
    reason,
  }: PartySet & {
    readonly type: 'policy.party_added' | 'policy.party_ended'
    readonly reason: string
  },
  moment: Moment,
): Promise<void> {
  const { id: party_id, role, fromDay, untilDay } = party
  const named = { party_id, role: role as NamedRole } // A policyholder is neither added nor ended here.
  const days = { from: fromDay.toString(), until: untilDay?.toString() ?? null }
  const news: News =
    type === 'policy.party_added'
      ? { type, about: policy, data: { ...named, from: days.from } }
      : { type, about: policy, data: { ...named, until: days.until ?? days.from } }
  await recordEvents(tx, [news], moment)
  await recordAudit(
    tx,
    caller,
    {
      action: type,
      accountId: policy.insurerId,
      livemode: policy.livemode,
      subjectId: policy.id,
      before: null,
      after: { ...named, ...days, reason, ended_mandate_id: endedMandate },
    },
    moment,
  )
}
