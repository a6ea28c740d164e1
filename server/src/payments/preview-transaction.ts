import type { KeyRing } from '../sealing/index.ts'
import {
  type CancellationRequest,
  type Decide,
  type EndorsementRequest,
  type PreviewDeps,
  type PreviewedTransaction,
  type ReinstatementRequest,
  cancellationBy,
  endorsementBy,
  mintPreviewToken,
  previewTransaction,
  promisedUntil,
  reinstatementBy,
  sumsOf,
  transactionDigest,
} from '../policy-transactions/index.ts'
import type { RedeemDeps } from '../quotes/index.ts'
import type { Refund } from './payment.ts'
import { decideGivenBack, refundMethod } from './refund-credit.ts'

export type TransactionToPreview =
  | { readonly kind: 'cancellation'; readonly order: Omit<CancellationRequest, 'reason'> }
  | { readonly kind: 'endorsement'; readonly order: EndorsementRequest }
  | { readonly kind: 'reinstatement'; readonly order: ReinstatementRequest }

export interface TransactionPreview extends PreviewedTransaction {
  readonly refund: Pick<Refund, 'amount' | 'currency' | 'method'>
  /** An order that names it comes to exactly this, or is not carried out. */
  readonly token: string
  readonly expiresAt: Temporal.Instant
}

type PreviewPaymentDeps = PreviewDeps & RedeemDeps & { readonly keyRing: KeyRing }

/**
 * What an order would come to, were it given now: refused where the order would be, laid out by what
 * carries it out, and the refund as the job after it decides it. Nothing changes.
 */
export async function previewWithRefund(
  deps: PreviewPaymentDeps,
  asked: TransactionToPreview,
): Promise<TransactionPreview> {
  const previewed = await previewTransaction(deps, asked.order, await decisionOf(deps, asked))
  const { policy, product, decided, outcome, moment } = previewed
  const { life } = product.definition
  const parts = await decideGivenBack(deps.db, policy.id, outcome.adjustment, life)
  const expiresAt = promisedUntil(moment.now)
  const token = mintPreviewToken(deps.keyRing, {
    policyId: policy.id,
    versionId: policy.versionId,
    transaction: transactionDigest(decided),
    sums: sumsOf(outcome),
    expiresAt,
  })
  const refund = {
    amount: parts.reduce((sum, { amount }) => sum + amount, 0),
    currency: policy.currency,
    method: refundMethod(outcome.timeline),
  }
  return { ...previewed, refund, token, expiresAt }
}

async function decisionOf(
  deps: PreviewPaymentDeps,
  previewed: TransactionToPreview,
): Promise<Decide> {
  switch (previewed.kind) {
    case 'cancellation':
      // Nothing depends on why.
      return cancellationBy({ ...previewed.order, reason: '' })
    case 'endorsement':
      return endorsementBy(deps, previewed.order)
    case 'reinstatement':
      return reinstatementBy(deps, previewed.order)
  }
}
