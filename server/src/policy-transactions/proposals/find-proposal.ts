import type { PolicyId, PolicyVersionId } from '../../kernel/index.ts'
import type { Transaction } from '../../database/index.ts'
import { type Invoice, invoiceIdOf, selectCharged, selectInvoice } from '../../ledger/index.ts'
import { type BillingPeriod, periodsOf } from '../../timelines/index.ts'
import {
  type PolicyTimeline,
  selectPolicy,
  selectPolicyVersion,
  selectTimeline,
} from '../../policies/index.ts'
import type { AppliedTransaction } from '../pipeline/activate-transaction.ts'
import { isTransaction } from '../registry.ts'

/**
 * A proposal that can be paid for: it is still proposed, on what the policy still is, and no transaction
 * is being carried out, which would win. Undefined for all others. With the policy locked.
 */
export async function findProposal(
  tx: Transaction,
  policyId: PolicyId,
  versionId: PolicyVersionId,
): Promise<AppliedTransaction | undefined> {
  const policy = await selectPolicy(tx, policyId)
  const version = await selectPolicyVersion(tx, policyId, versionId)
  if (policy === undefined || version?.state !== 'proposed') return undefined
  if (!isTransaction(version)) return undefined
  if (policy.isLocked || version.basedOn !== policy.versionId) return undefined
  const timeline = await selectTimeline(tx, versionId)
  const invoice = await selectInvoice(tx, invoiceIdOf(versionId))
  if (timeline === undefined || invoice === undefined) {
    throw new Error(`version ${versionId} says nothing`)
  }
  const fallenDue = periodsInvoicedBy(invoice, timeline)
  if (fallenDue.length > 0) {
    const { periods } = await selectCharged(tx, policyId)
    const isCharged = ({ firstDay }: BillingPeriod) =>
      periods.some(({ period }) => period.firstDay.equals(firstDay))
    // The period was charged in the meantime: it would be paid twice.
    if (fallenDue.some(isCharged)) return undefined
  }
  return { policy, version, timeline, wasProposed: true, fallenDue }
}

/** The periods that a transaction charges for the first time: its invoice lists them. */
function periodsInvoicedBy({ lines }: Invoice, { terms }: PolicyTimeline): BillingPeriod[] {
  const days = lines.flatMap((line) => (line.kind === 'period' ? [line.first_day] : []))
  // One with two rates of tax has two lines.
  return [...new Set(days)].map((day) => {
    const firstDay = Temporal.PlainDate.from(day)
    const period = terms
      .flatMap((term) => periodsOf(term, firstDay))
      .find((one) => one.firstDay.equals(firstDay))
    if (period === undefined) throw new Error(`no period begins on ${day}`)
    return period
  })
}
