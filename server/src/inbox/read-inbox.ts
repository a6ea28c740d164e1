import { type Clock, todayIn } from '../kernel/index.ts'
import { searchApprovals } from '../approvals/index.ts'
import { searchReceipts } from '../billing/index.ts'
import type { Database } from '../database/index.ts'
import { searchCases } from '../dunning/index.ts'
import { type Caller, type Permission, limitsOf } from '../identity/index.ts'
import { searchMails } from '../mail/index.ts'
import {
  answerableStates,
  longUnmatchedHours,
  searchDisputes,
  searchPayments,
  searchPayouts,
  selectLongUnmatched,
} from '../payments/index.ts'
import { searchRenewalRows } from '../renewals/index.ts'
import { selectWaiting } from '../tasks/index.ts'
import { selectParked } from '../webhooks/index.ts'
import { selectDeclarations } from '../withdrawals/index.ts'
import { findStuckPolicies } from './find-stuck-policies.ts'

/** What can need a person, in the order in which it is shown. */
export const inboxKinds = {
  tasks_of_mine: 'tasks.read',
  tasks_of_nobody: 'tasks.read',
  approvals_pending: 'approvals.read',
  money_in_doubt: 'payments.read',
  disputes_to_answer: 'payments.read',
  receipts_unmatched: 'receipts.read',
  withdrawals_open: 'withdrawals.read',
  payouts_without_account: 'payouts.read',
  payouts_to_export: 'payouts.read',
  reconciliation_unmatched: 'accounting.read',
  lapses_unproven: 'dunning.read',
  renewals_blocked: 'renewals.read',
  policies_stuck: 'policies.read',
  deliveries_parked: 'webhooks.read',
  mails_parked: 'policies.read',
} as const satisfies Readonly<Record<string, Permission>>
export type InboxKind = keyof typeof inboxKinds

export const allInboxKinds = Object.keys(inboxKinds) as readonly InboxKind[] // Of this object.

/** Beyond this it only matters that there are many. */
export const inboxCountMax = 100

export interface InboxItem {
  readonly kind: InboxKind
  /** At most `inboxCountMax`. */
  readonly count: number
  /** Whether there are more than that. */
  readonly isCapped: boolean
}

interface Deps {
  readonly db: Database
  readonly clock: Clock
}

type Counted = Omit<InboxItem, 'kind'>

const page = { limit: inboxCountMax, startingAfter: null, endingBefore: null }
/** One more than is counted shows that there are more. */
const rowsMax = inboxCountMax + 1

/** What needs a person, as far as the caller may see it. */
export async function readInbox(deps: Deps, caller: Caller): Promise<InboxItem[]> {
  const seen = allInboxKinds.filter((kind) => caller.grants.has(inboxKinds[kind]))
  return Promise.all(
    seen.map(async (kind) => ({
      kind,
      ...(await counts[kind](deps, caller, scopeOf(caller, kind))),
    })),
  )
}

interface Scope {
  readonly insurerId: Caller['account']['id']
  readonly livemode: boolean
  readonly limits: Caller['limits']
}

function scopeOf({ account, livemode, grants }: Caller, kind: InboxKind): Scope {
  return { insurerId: account.id, livemode, limits: limitsOf(grants, inboxKinds[kind]) }
}

const counts: Readonly<
  Record<InboxKind, (deps: Deps, caller: Caller, scope: Scope) => Promise<Counted>>
> = {
  tasks_of_mine: async (deps, caller) => countTasks(deps, caller, caller.actor.id),
  tasks_of_nobody: async (deps, caller) => countTasks(deps, caller, null),
  approvals_pending: async ({ db, clock }, _caller, { insurerId: accountId, ...scope }) =>
    ofPage(
      await searchApprovals(db, { accountId, ...scope, status: 'pending', now: clock() }, page),
    ),
  money_in_doubt: async ({ db, clock }, _caller, scope) =>
    ofPage(await searchPayments(db, { ...anyPayment, ...scope, isInDoubt: true }, page, clock())),
  disputes_to_answer: async ({ db }, _caller, scope) =>
    ofPage(
      await searchDisputes(
        db,
        { ...scope, states: answerableStates, policyId: null, paymentId: null },
        page,
      ),
    ),
  receipts_unmatched: async ({ db }, _caller, scope) =>
    ofPage(await searchReceipts(db, { ...scope, state: 'unmatched' }, page)),
  withdrawals_open: async ({ db }, _caller, scope) =>
    ofPage(
      await selectDeclarations(
        db,
        { ...scope, state: 'open', productId: null, policyId: null },
        page,
      ),
    ),
  payouts_without_account: async ({ db }, _caller, scope) =>
    ofPage(await searchPayouts(db, { ...anyPayout, ...scope, state: 'needs_account' }, page)),
  payouts_to_export: async ({ db }, _caller, scope) =>
    ofPage(await searchPayouts(db, { ...anyPayout, ...scope, state: 'pending' }, page)),
  reconciliation_unmatched: async ({ db, clock }, _caller, scope) =>
    ofRows(
      await selectLongUnmatched(
        db,
        clock().subtract({ hours: longUnmatchedHours }),
        rowsMax,
        scope,
      ),
    ),
  lapses_unproven: async ({ db }, _caller, scope) =>
    ofPage(await searchCases(db, { ...anyCase, ...scope, isLapseUnproven: true }, page)),
  renewals_blocked: async ({ db }, _caller, scope) =>
    ofPage(
      await searchRenewalRows(db, { ...scope, state: 'blocked', from: null, until: null }, page),
    ),
  policies_stuck: async ({ db }, _caller, scope) =>
    ofPage(await findStuckPolicies(db, scope, page)),
  deliveries_parked: async ({ db }, { account, livemode }) =>
    ofRows(await selectParked(db, { accountId: account.id, livemode }, rowsMax)),
  mails_parked: async ({ db }, _caller, scope) =>
    ofPage(await searchMails(db, { ...anyMail, ...scope, state: 'parked' }, page)),
}

async function countTasks(
  { db, clock }: Deps,
  { account, livemode, grants, actor }: Caller,
  assigneeId: string | null,
): Promise<Counted> {
  const seenBy = { actorId: actor.id, policyLimits: limitsOf(grants, 'policies.read') }
  const today = todayIn('UTC', clock())
  const wanted = { accountId: account.id, livemode, seenBy, assigneeId, today }
  return ofRows(await selectWaiting(db, wanted, rowsMax))
}

function ofPage({
  rows,
  hasMore,
}: {
  readonly rows: readonly unknown[]
  readonly hasMore: boolean
}): Counted {
  return { count: rows.length, isCapped: hasMore }
}

function ofRows(rows: readonly unknown[]): Counted {
  return { count: Math.min(rows.length, inboxCountMax), isCapped: rows.length > inboxCountMax }
}

const anyPayment = {
  id: null,
  policyId: null,
  productId: null,
  number: null,
  email: null,
  name: null,
  status: null,
  distributorId: null,
  createdFrom: null,
  createdUntil: null,
} as const

const anyCase = {
  soldBy: null,
  state: null,
  step: null,
  policyId: null,
  productId: null,
  from: null,
  until: null,
} as const

const anyMail = { policyId: null, eventId: null, delivery: null } as const

const anyPayout = { problem: null, policyId: null, batchId: null } as const
