import { type Seller, madeOffer } from './sale.ts'

/** A policy with instalments that was paid by card, and the mandate that the payment gave. */
export async function soldByCard(
  seller: Seller,
): Promise<{ readonly id: string; readonly mandateId: string }> {
  const offer = await madeOffer(seller)
  const paid = await seller.pay(offer, { provider: 'sandbox', method: 'card' })
  if (paid.statusCode !== 200) throw new Error(paid.body)
  const shown = await seller.get(`/policies/${offer.id}/mandates`)
  const [mandate] = shown.json<{ mandates: { id: string }[] }>().mandates
  if (mandate === undefined) throw new Error(`${offer.id} has no mandate`)
  return { id: offer.id, mandateId: mandate.id }
}
