import type { PaymentId } from '../kernel/index.ts'
import type { Queryable } from '../database/index.ts'
import type { MoneyMoved } from '../ledger/index.ts'
import { selectPosted } from './receipt-store.ts'

/** Where a line of a bank says otherwise than the payment that it was posted as; in words. */
export async function openReceiptFaults(
  db: Queryable,
  paymentIds: readonly PaymentId[],
): Promise<(received: MoneyMoved['received'][number]) => string[]> {
  const posted = new Map(
    (await selectPosted(db, paymentIds)).map((receipt) => [receipt.paymentId, receipt]),
  )
  return ({ id, amount, invoiceId, isReceipt }) => {
    const receipt = posted.get(id)
    if (receipt === undefined) return []
    // The payment of an offer names no invoice: that came with the policy.
    const isOfIt = receipt.invoiceId === (invoiceId ?? receipt.invoiceId)
    const isSame = isReceipt && receipt.amount === amount && isOfIt
    if (isSame) return []
    return [
      `Receipt ${receipt.id} of ${receipt.amount} for ${receipt.invoiceId} was posted as payment ${id} of ${amount} for ${invoiceId}.`,
    ]
  }
}
