import { type PolicyId, type PolicyVersionId } from '../kernel/index.ts'
import type { Database } from '../database/index.ts'
import { selectAccount } from '../identity/index.ts'
import { type Payment, decideRefund, selectPaymentsOf } from '../payments/index.ts'
import type { Policy } from '../policies/index.ts'
import type { DocumentOccasion } from '../products/index.ts'
import { expandedInput, selectQuote } from '../quotes/index.ts'
import type { CasePayment, DocumentCase } from './assemble-data.ts'
import type { Stationery } from './print-shop.ts'

/** All that the documents of an occasion tell of. */
export async function gatherCase(
  db: Database,
  stationery: Stationery,
  policy: Policy,
  sheet: { readonly versionId: PolicyVersionId; readonly occasion: DocumentOccasion },
): Promise<DocumentCase> {
  const { definition, fields, items, plans } = stationery
  const [insurer, distributor, stored, payments] = await Promise.all([
    selectAccount(db, policy.insurerId),
    selectAccount(db, policy.distributorId),
    selectQuote(db, policy.quoteId),
    selectPaymentsOf(db, policy.id),
  ])
  const itemKey = items.find((item) => item.itemId === policy.itemId)?.key
  const planKey = plans.find((plan) => plan.id === policy.planId)?.key
  const item = definition.items.find((one) => one.key === itemKey)
  const plan = definition.paymentPlans.find((one) => one.key === planKey)
  if (!insurer || !distributor || !stored || !item || !plan) throw incomplete(policy.id)
  const payment = payments.find((one) => one.status === 'ok') ?? null
  return {
    occasion: sheet.occasion,
    language: policy.language,
    definition,
    fields,
    item,
    plan,
    insurer,
    distributor,
    policy: { ...policy, versionId: sheet.versionId },
    quote: {
      ...stored.quote,
      data: expandedInput(stored.quote),
      premium: policy.quote.premium,
      billingCycles: policy.quote.billingCycles,
    },
    payment: payment && casePayment(payment),
    refund: refundOf(policy, payment, { refund: definition.cancellation.refund, plan }),
  }
}

function incomplete(policyId: PolicyId): Error {
  return new Error(`policy ${policyId} refers to an account, quote, item or plan that is gone`)
}

function casePayment({ provider, method, amount, processedAt, createdAt }: Payment): CasePayment {
  return { provider, method, amount, at: processedAt ?? createdAt }
}

/** The refund follows from the cancellation, so its document need not wait for the money to move. */
function refundOf(
  policy: Policy,
  payment: Payment | null,
  terms: { refund: Parameters<typeof decideRefund>[0]; plan: DocumentCase['plan'] },
): number {
  if (policy.terminationDay === null || payment === null) return 0
  return decideRefund(terms.refund, {
    amountPaid: payment.amount,
    startDay: policy.startDay,
    endDay: policy.endDay,
    terminationDay: policy.terminationDay,
    frequency: terms.plan.frequency,
  })
}
