import type { Clock, PolicyId, PolicyVersionId } from '../kernel/index.ts'
import type { Database } from '../database/index.ts'
import { selectAccount } from '../identity/index.ts'
import { selectChargedBy } from '../ledger/index.ts'
import { type Payment, selectPaymentsOf } from '../payments/index.ts'
import { type Policy, readLaid } from '../policies/index.ts'
import type { Catalogue, DocumentOccasion } from '../products/index.ts'
import { expandedInput, selectQuote } from '../quotes/index.ts'
import type { CasePayment, DocumentCase } from './assemble-data.ts'
import type { Stationery } from './print-shop.ts'

export interface GatherDeps {
  readonly db: Database
  readonly clock: Clock
  readonly catalogue: Catalogue
}

/** All that the documents of an occasion tell of. */
export async function gatherCase(
  deps: GatherDeps,
  stationery: Stationery,
  policy: Policy,
  sheet: { readonly versionId: PolicyVersionId; readonly occasion: DocumentOccasion },
): Promise<DocumentCase> {
  const { db } = deps
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
    refund: sheet.occasion === 'cancellation' ? await refundOf(deps, policy, sheet) : 0,
  }
}

function incomplete(policyId: PolicyId): Error {
  return new Error(`policy ${policyId} refers to an account, quote, item or plan that is gone`)
}

function casePayment({ provider, method, amount, processedAt, createdAt }: Payment): CasePayment {
  return { provider, method, amount, at: processedAt ?? createdAt }
}

/** What the cancellation took off the price: its document need not wait for the money to move. */
async function refundOf(
  deps: GatherDeps,
  policy: Policy,
  { versionId }: { readonly versionId: PolicyVersionId },
): Promise<number> {
  await readLaid(deps, policy)
  return Math.max(0, 0 - (await selectChargedBy(deps.db, policy.id, versionId)))
}
