import { amount, flag, text, timestampText } from './schema.ts'
import { ids, moment } from './example-ids.ts'

/** What lists of quotes, offers and policies say of each alike. */
export const saleSummaryFields = {
  livemode: flag('True for live, false for test.'),
  product_id: text('The product.'),
  distributor_id: text('Who sold it.'),
  item_id: text('The item.'),
  gross_payment_amount: amount('What the customer pays.'),
  currency: text('A lower-case code.'),
  created_at: timestampText('When it was made.'),
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
