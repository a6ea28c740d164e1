import type { KeyRing } from '../sealing/index.ts'
import {
  type CancellationOrder,
  type ChangeOrder,
  type Decide,
  type ForeseeDeps,
  type ForeseenOrder,
  type ReinstatementOrder,
  cancellationBy,
  changeBy,
  foreseeOrder,
  mintPreviewToken,
  orderDigest,
  promisedUntil,
  reinstatementBy,
  sumsOf,
} from '../policies/index.ts'
import type { RedeemDeps } from '../quotes/index.ts'
import type { Refund } from './payment.ts'
import { decideGivenBack, refundMethod } from './refund-credit.ts'

export type PreviewedOrder =
  | { readonly kind: 'cancellation'; readonly order: Omit<CancellationOrder, 'reason'> }
  | { readonly kind: 'change'; readonly order: ChangeOrder }
  | { readonly kind: 'reinstatement'; readonly order: ReinstatementOrder }

export interface OrderPreview extends ForeseenOrder {
  readonly refund: Pick<Refund, 'amount' | 'currency' | 'method'>
  /** An order that names it comes to exactly this, or is not carried out. */
  readonly token: string
  readonly expiresAt: Temporal.Instant
}

type PreviewDeps = ForeseeDeps & RedeemDeps & { readonly keyRing: KeyRing }

/**
 * What an order would come to, were it given now: refused where the order would be, laid out by what
 * carries it out, and the refund as the job after it decides it. Nothing changes.
 */
export async function previewOrder(
  deps: PreviewDeps,
  previewed: PreviewedOrder,
): Promise<OrderPreview> {
  const foreseen = await foreseeOrder(deps, previewed.order, await decisionOf(deps, previewed))
  const { policy, product, decided, laid, moment } = foreseen
  const { life } = product.definition
  const parts = await decideGivenBack(deps.db, policy.id, laid.reckoning, life)
  const expiresAt = promisedUntil(moment.now)
  const token = mintPreviewToken(deps.keyRing, {
    policyId: policy.id,
    versionId: policy.versionId,
    order: orderDigest(decided),
    sums: sumsOf(laid),
    expiresAt,
  })
  const refund = {
    amount: parts.reduce((sum, { amount }) => sum + amount, 0),
    currency: policy.currency,
    method: refundMethod(laid.timeline),
  }
  return { ...foreseen, refund, token, expiresAt }
}

async function decisionOf(deps: PreviewDeps, previewed: PreviewedOrder): Promise<Decide> {
  switch (previewed.kind) {
    case 'cancellation':
      // Nothing depends on why.
      return cancellationBy({ ...previewed.order, reason: '' })
    case 'change':
      return changeBy(deps, previewed.order)
    case 'reinstatement':
      return reinstatementBy(deps, previewed.order)
  }
}
