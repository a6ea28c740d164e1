import { type Clock, type PolicyId, mintId, todayIn } from '../kernel/index.ts'
import type { Database, Queryable, Reader } from '../database/index.ts'
import {
  type CommissionHistory,
  postCommission,
  selectCommissionHistories,
} from '../ledger/index.ts'
import {
  type Policy,
  lockPolicies,
  selectPolicies,
  selectPolicyVersions,
} from '../policies/index.ts'
import { type CommissionAgreement, agreementOn } from './agreement.ts'
import { selectAgreementsWith } from './agreement-store.ts'
import { type CommissionTerms, type EarnedAt, deriveCommission } from './derive-commission.ts'
import type { CommissionEntry } from './entry.ts'
import { insertEntry, selectEntriesOf } from './entry-store.ts'
import { type MissingEntry, missingEntries } from './missing-entries.ts'
import { selectLastStatement, shareCommission } from './statement-store.ts'

export interface CommissionDeps {
  readonly db: Database
  readonly clock: Clock
}

/**
 * Posts what the distributors of these policies have earned since it was last asked. It may be called by
 * anybody, as often as they like: it compares what was earned with what is written. Only a policy of which
 * something is missing is locked, and compared again.
 */
export async function postCommissionOf(
  deps: CommissionDeps,
  policyIds: readonly PolicyId[],
): Promise<void> {
  const earnings = await readEarnings(deps.db, policyIds)
  for (const { policy } of earnings.filter(({ missing }) => missing.length > 0)) {
    await postMissing(deps, policy.id)
  }
}

async function postMissing({ db, clock }: CommissionDeps, policyId: PolicyId): Promise<void> {
  await db.transactionOn(policyId, async (tx) => {
    await lockPolicies(tx, [policyId])
    const [earning] = await readEarnings(tx, [policyId])
    if (earning === undefined || earning.missing.length === 0) return
    const { policy, agreement, missing } = earning
    await shareCommission(tx, policy)
    const statement = await selectLastStatement(tx, policy)
    for (const entry of missing) {
      await write(tx, { policy, agreement, entry, stated: statement?.lastDay ?? null }, clock())
    }
  })
}

async function write(
  tx: Queryable,
  made: {
    readonly policy: Policy
    readonly agreement: CommissionAgreement
    readonly entry: MissingEntry
    /** The last day of the last statement: nothing is added to it. */
    readonly stated: Temporal.PlainDate | null
  },
  now: Temporal.Instant,
): Promise<void> {
  const { policy, agreement, entry, stated } = made
  const { id: policyId, insurerId, distributorId, productId, livemode, currency } = policy
  const { amount, cause, versionId, invoiceId, at: happenedAt, bookingDay: valueDay } = entry
  const id = mintId('cen', now)
  const open = stated?.add({ days: 1 }) ?? valueDay
  const day = Temporal.PlainDate.compare(open, valueDay) > 0 ? open : valueDay
  const scope = { policyId, insurerId, livemode, currency, amount }
  const bookingDay = await postCommission(tx, { ...scope, entryId: id, day, valueDay, now })
  await insertEntry(tx, {
    ...scope,
    id,
    distributorId,
    productId,
    agreementId: agreement.id,
    cause,
    versionId,
    invoiceId,
    happenedAt,
    bookingDay,
    createdAt: now,
  })
}

/** The commission of one policy: what was earned, what is written, and what is missing. */
export interface PolicyEarning {
  readonly policy: Policy
  readonly agreement: CommissionAgreement
  readonly earned: readonly EarnedAt[]
  readonly entries: readonly CommissionEntry[]
  readonly missing: readonly MissingEntry[]
}

/** Of policies that were sold under an agreement; others have none. */
export async function readEarnings(
  db: Reader,
  policyIds: readonly PolicyId[],
): Promise<PolicyEarning[]> {
  const policies = await selectPolicies(db, policyIds)
  const agreements = await selectAgreementsWith(db, [
    ...new Set(policies.map(({ distributorId }) => distributorId)),
  ])
  if (agreements.length === 0) return []
  const ids = policies.map(({ id }) => id)
  const [historyOf, entries] = await Promise.all([
    selectCommissionHistories(db, ids),
    selectEntriesOf(db, ids),
  ])
  const earnings = policies.map(async (policy): Promise<PolicyEarning | null> => {
    const own = entries.filter(({ policyId }) => policyId === policy.id)
    const agreement = agreementOf(policy, agreements, own)
    if (agreement === undefined) return null
    const history = historyOf(policy.id)
    const earned = deriveCommission(history, await termsOf(db, policy, agreement, history))
    return { policy, agreement, earned, entries: own, missing: missingEntries(earned, own) }
  })
  return (await Promise.all(earnings)).filter((one) => one !== null)
}

/** The agreement by which something was earned already, or that of the day of the sale. */
function agreementOf(
  { insurerId, distributorId, issuedAt, timeZone }: Policy,
  agreements: readonly CommissionAgreement[],
  [first]: readonly CommissionEntry[],
): CommissionAgreement | undefined {
  if (first !== undefined) return agreements.find(({ id }) => id === first.agreementId)
  if (issuedAt === null) return undefined
  const own = agreements.filter(
    (one) => one.insurerId === insurerId && one.distributorId === distributorId,
  )
  return agreementOn(own, todayIn(timeZone, issuedAt))
}

/** The versions that end a policy, or move its end: what a distributor is liable for. */
const endings: ReadonlySet<string> = new Set(['cancellation', 'lapse', 'end_move'])
/** Those that undo an end, or move it. */
const undoing: ReadonlySet<string> = new Set(['reinstatement', 'revival', 'end_move'])

async function termsOf(
  db: Reader,
  { id, startDay }: Policy,
  { earned, liabilityMonths }: CommissionAgreement,
  { charges }: CommissionHistory,
): Promise<CommissionTerms> {
  const isGivenBack = charges.some(({ commission }) => commission < 0)
  const versions = isGivenBack && liabilityMonths !== null ? await selectPolicyVersions(db, id) : []
  const ends = versions
    .filter(({ kind }) => endings.has(kind))
    .map((version) => [version.id, version.effectiveDay] as const)
  const undone = versions.filter(({ kind }) => undoing.has(kind)).map((version) => version.id)
  return { earned, liabilityMonths, startDay, ends: new Map(ends), undone: new Set(undone) }
}
