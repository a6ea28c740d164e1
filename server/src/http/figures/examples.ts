import { ids, moment } from '../wire/example-ids.ts'

export const figuresExample = {
  from: '2028-11-01',
  to: '2028-11-30',
  is_complete: true,
  computed_at: moment,
  rows: [
    {
      day: null,
      product_id: ids.product,
      distributor_id: null,
      currency: 'eur',
      quotes: 40,
      sold: 10,
      conversion: 0.25,
      ended: 1,
      written: 1_228_900,
      charged: 1_462_410,
      collected: 1_316_169,
      collection_rate: 0.9,
      written_off: 0,
      owed: 146_241,
    },
  ],
}
