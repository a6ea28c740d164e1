import type { KeyRing } from '../sealing/index.ts'
import {
  type AdjustmentRequest,
  type CancellationRequest,
  type Decide,
  type EndMoveRequest,
  type EndorsementRequest,
  type PreviewDeps,
  type PreviewedTransaction,
  type ReinstatementRequest,
  type WithdrawalRequest,
  adjustmentBy,
  cancellationBy,
  endMoveBy,
  endorsementBy,
  mintPreviewToken,
  previewTransaction,
  promisedUntil,
  reinstatementBy,
  sumsOf,
  transactionDigest,
  withdrawalBy,
} from '../policy-transactions/index.ts'
import type { RedeemDeps } from '../quotes/index.ts'
import type { Refund } from './payment.ts'
import { decideGivenBack, refundMethod } from './refund-credit.ts'

export type TransactionToPreview =
  | { readonly kind: 'cancellation'; readonly request: Omit<CancellationRequest, 'reason'> }
  | { readonly kind: 'end_move'; readonly request: EndMoveRequest }
  | { readonly kind: 'withdrawal'; readonly request: WithdrawalRequest }
  | { readonly kind: 'endorsement'; readonly request: EndorsementRequest }
  | { readonly kind: 'adjustment'; readonly request: AdjustmentRequest }
  | { readonly kind: 'reinstatement'; readonly request: ReinstatementRequest }

export interface TransactionPreview extends PreviewedTransaction {
  readonly refund: Pick<Refund, 'amount' | 'currency' | 'method'>
  /** A request with this token gives exactly this result, or is refused. */
  readonly token: string
  readonly expiresAt: Temporal.Instant
}

type PreviewPaymentDeps = PreviewDeps & RedeemDeps & { readonly keyRing: KeyRing }

/**
 * The result of a transaction, were it requested now: refused where the request would be, computed by
 * the code that carries it out, and with the refund that the job after it decides. Nothing is written.
 */
export async function previewWithRefund(
  deps: PreviewPaymentDeps,
  asked: TransactionToPreview,
): Promise<TransactionPreview> {
  const previewed = await previewTransaction(deps, asked.request, await decisionOf(deps, asked))
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
      // The result does not depend on the reason.
      return cancellationBy(deps, { ...previewed.request, reason: '' })
    case 'end_move':
      return endMoveBy(deps, previewed.request)
    case 'withdrawal':
      return withdrawalBy(deps, previewed.request)
    case 'endorsement':
      return endorsementBy(deps, previewed.request)
    case 'adjustment':
      return adjustmentBy(deps, previewed.request)
    case 'reinstatement':
      return reinstatementBy(deps, previewed.request)
  }
}
