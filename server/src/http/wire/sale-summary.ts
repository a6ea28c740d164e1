import { amount, flag, text, timestampText } from './schema.ts'
import { ids, moment } from './example-ids.ts'

/** The members that lists of quotes, offers and policies share. */
export const saleSummaryFields = {
  livemode: flag('True for live, false for test.'),
  product_id: text('The product.'),
  distributor_id: text('The distributor who sold it.'),
  item_id: text('The item.'),
  gross_payment_amount: amount('The amount of one payment.'),
  currency: text('ISO 4217, in lower case.'),
  created_at: timestampText('When it was created.'),
}

export const saleSummaryExample = {
  livemode: false,
  product_id: ids.product,
  distributor_id: ids.distributor,
  item_id: ids.item,
  gross_payment_amount: 146241,
  currency: 'eur',
  created_at: moment,
}
