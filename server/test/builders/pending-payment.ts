import { type Seller, madeOffer } from './sale.ts'

/** A payment by card that waits for the bank, with the token that it was made with. */
export async function pendingPayment(seller: Seller, sandbox: Record<string, string> = {}) {
  const offer = await madeOffer(seller)
  const paid = await seller.pay(offer, {
    provider: 'sandbox',
    method: 'card',
    sandbox: { outcome: 'pending', ...sandbox },
  })
  return { id: paid.json<{ id: string }>().id, token: offer.payment_token, offer }
}
