import type { PaymentId } from '../kernel/index.ts'
import type { Queryable } from '../database/index.ts'
import type { MoneyMoved } from '../ledger/index.ts'
import { selectBooked } from './receipt-store.ts'

/** Where a line of a bank says otherwise than the payment that it was booked as; in words. */
export async function openReceiptFaults(
  db: Queryable,
  paymentIds: readonly PaymentId[],
): Promise<(received: MoneyMoved['received'][number]) => string[]> {
  const booked = new Map(
    (await selectBooked(db, paymentIds)).map((receipt) => [receipt.paymentId, receipt]),
  )
  return ({ id, amount, invoiceId, isReceipt }) => {
    const receipt = booked.get(id)
    if (receipt === undefined) return []
    const isSame = isReceipt && receipt.amount === amount && receipt.invoiceId === invoiceId
    if (isSame) return []
    return [
      `Receipt ${receipt.id} of ${receipt.amount} for ${receipt.invoiceId} was booked as payment ${id} of ${amount} for ${invoiceId}.`,
    ]
  }
}
