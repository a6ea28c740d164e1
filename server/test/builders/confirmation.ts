import type { TestPlatform } from '../support/platform.ts'
import { type OfferCreated, type Seller, madeOffer } from './sale.ts'

export interface PaymentToConfirm {
  readonly id: string
  readonly offer: OfferCreated
  /** The address of the bank's page. */
  readonly action: string
}

/** A payment whose bank wants the customer to confirm it. */
export async function paymentToConfirm(seller: Seller): Promise<PaymentToConfirm> {
  const offer = await madeOffer(seller)
  const card = { provider: 'sandbox', method: 'card', sandbox: { outcome: 'confirm' } }
  const paid = await seller.pay(offer, card)
  const { id, next_action: action } = paid.json<{ id: string; next_action: { url: string } }>()
  return { id, offer, action: action.url }
}

/** What the customer presses on the page of the bank. */
export function answerBank({ app }: TestPlatform, action: string, answer: 'ok' | 'failed') {
  const { pathname, search } = new URL(action)
  return app.inject({
    method: 'POST',
    url: pathname + search,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: `answer=${answer}`,
  })
}
