import {
  type Clock,
  type DeclarationId,
  type PolicyId,
  type PolicyVersionId,
  Refusal,
  todayIn,
} from '../kernel/index.ts'
import type { Database, Transaction } from '../database/index.ts'
import { clockAdvancing } from '../deadlines/index.ts'
import { recordEvents } from '../events/index.ts'
import { type Caller, everything, selectAccount } from '../identity/index.ts'
import { enqueue } from '../jobs/index.ts'
import { type PolicySummary, searchPolicies, selectPolicyVersion } from '../policies/index.ts'
import {
  modificationInProgress,
  policyWithdrawn,
  staleVersion,
  withdrawPolicy,
} from '../policy-transactions/index.ts'
import type { KeyRing } from '../sealing/index.ts'
import type { Declaration } from './declaration.ts'
import { lockDeclaration, selectDeclaration, updateDeclaration } from './declaration-store.ts'
import { opened } from './find-declaration.ts'

export type CarryOutDeps = Parameters<typeof withdrawPolicy>[0] & {
  readonly db: Database
  readonly clock: Clock
  readonly keyRing: KeyRing
}

interface CarryOut {
  readonly declarationId: DeclarationId
  /** The version by which it is carried out; left out until there is one. */
  readonly versionId?: PolicyVersionId
}

/** How long the version of a withdrawal takes to be assembled, and how often is looked again. */
const assembledSeconds = 1
const againSeconds = 10

/** Another request holds the policy, for a moment. */
const passing: readonly string[] = [
  modificationInProgress.code,
  staleVersion.code,
  clockAdvancing.code,
]

/**
 * Withdraws from the policy that a declaration names, on the day of its receipt. What names none, or is
 * refused, is left to a person: the inbox counts it.
 */
export async function carryOutDeclaration(
  deps: CarryOutDeps,
  { declarationId, versionId }: CarryOut,
): Promise<void> {
  const { db, clock, keyRing } = deps
  const stored = await selectDeclaration(db, declarationId)
  if (stored === undefined || stored.state !== 'open' || stored.problem !== null) return
  const declaration = opened(keyRing, stored)
  const { policyId } = declaration
  if (versionId !== undefined && policyId !== null) {
    await seeWhatBecame(deps, declaration, policyId, versionId)
    return
  }
  const found = await findNamed(deps, declaration)
  if (found === null) {
    await leaveToPerson(deps, declaration, { problem: 'no_policy', policyId: null })
    return
  }
  const { id } = found
  if (found.email.toLowerCase() !== declaration.content.email.trim().toLowerCase()) {
    await leaveToPerson(deps, declaration, { problem: 'customer_differs', policyId: id })
    return
  }
  try {
    const accepted = await withdrawPolicy(deps, await requestOf(deps, declaration, found), null)
    await change(deps, declaration, { policyId: id }, async (tx) => {
      const runAt = clock().add({ seconds: assembledSeconds })
      await enqueue(tx, 'carry_out_withdrawal', { declarationId, versionId: accepted }, { runAt })
    })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const { code } = error.details
    if (passing.includes(code)) await tryAgain(deps, { declarationId })
    // It was withdrawn from before, or an attempt that died had done so.
    else if (code === policyWithdrawn.code) await settle(deps, declaration, id)
    else await leaveToPerson(deps, declaration, { problem: code, policyId: id })
  }
}

/** The policy with the number; numbers are unique among the policies of an insurer. */
async function findNamed(
  { db, clock }: CarryOutDeps,
  { insurerId, livemode, content }: Declaration,
): Promise<PolicySummary | null> {
  const entered = content.policyNumber.replaceAll(/\s+/g, '')
  for (const number of new Set([entered, entered.toUpperCase()])) {
    const page = { limit: 1, startingAfter: null, endingBefore: null }
    const wanted = { ...anyPolicy, insurerId, livemode, number }
    const { rows } = await searchPolicies(db, wanted, page, clock())
    const [found] = rows
    if (found !== undefined) return found
  }
  return null
}

const anyPolicy = {
  kind: 'policies',
  limits: null,
  id: null,
  email: null,
  name: null,
  status: null,
  productId: null,
  distributorId: null,
  createdFrom: null,
  createdUntil: null,
} as const

async function requestOf(
  { db }: CarryOutDeps,
  { id, insurerId, livemode, receivedAt }: Declaration,
  { id: policyId, versionId: ifMatch, clockId, timeZone }: PolicySummary,
) {
  const account = await selectAccount(db, insurerId)
  if (account === undefined) throw new Error(`account ${insurerId} is gone`)
  const caller: Caller = {
    account,
    actor: { kind: 'customer', id },
    keyKind: 'secret',
    livemode,
    grants: everything,
    limits: null,
    request: null,
    page: null,
  }
  // A policy on a test clock lives in another time, in which it is received today.
  const receivedOn = clockId === null ? todayIn(timeZone, receivedAt).toString() : null
  return { caller, policyId, ifMatch, previewToken: null, receivedOn, sentOn: null }
}

async function seeWhatBecame(
  deps: CarryOutDeps,
  declaration: Declaration,
  policyId: PolicyId,
  versionId: PolicyVersionId,
): Promise<void> {
  const version = await selectPolicyVersion(deps.db, policyId, versionId)
  if (version === undefined) throw new Error(`version ${versionId} is gone`)
  if (version.state === 'processing') {
    await tryAgain(deps, { declarationId: declaration.id, versionId })
  } else if (version.state === 'failed') {
    await leaveToPerson(deps, declaration, { problem: 'withdrawal_failed', policyId })
  } else await settle(deps, declaration, policyId)
}

async function tryAgain({ db, clock }: CarryOutDeps, job: CarryOut): Promise<void> {
  const runAt = clock().add({ seconds: againSeconds })
  await db.transaction((tx) => enqueue(tx, 'carry_out_withdrawal', job, { runAt }))
}

async function leaveToPerson(
  deps: CarryOutDeps,
  declaration: Declaration,
  left: { readonly problem: string; readonly policyId: PolicyId | null },
): Promise<void> {
  await change(deps, declaration, left, async () => undefined)
}

async function settle(
  deps: CarryOutDeps,
  declaration: Declaration,
  policyId: PolicyId,
): Promise<void> {
  const now = deps.clock()
  const { id, livemode, insurerId, productId: product_id } = declaration
  await change(deps, declaration, { state: 'settled', policyId, settledAt: now }, async (tx) => {
    const about = { id, livemode, insurerId, distributorId: null }
    const data = { product_id, policy_id: policyId }
    await recordEvents(tx, [{ type: 'withdrawal.settled', about, data }], now)
  })
}

/** Unless a person has settled it meanwhile. */
async function change(
  { db }: CarryOutDeps,
  { id }: Declaration,
  changed: Partial<Declaration>,
  also: (tx: Transaction) => Promise<void>,
): Promise<void> {
  await db.transaction(async (tx) => {
    const held = await lockDeclaration(tx, id)
    if (held === undefined || held.state !== 'open') return
    await updateDeclaration(tx, { ...held, ...changed })
    await also(tx)
  })
}
