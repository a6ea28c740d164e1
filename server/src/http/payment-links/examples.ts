import { createdPaymentExample } from '../payments/examples.ts'
import { ids } from '../wire/example-ids.ts'

export const payByLinkExample = {
  token: ids.paymentToken,
  provider: 'sandbox',
  method: 'card',
}

export const paymentLinkExample = {
  object: 'payment_link',
  livemode: false,
  insurer_name: 'Demo Insurance',
  product_name: 'Cyber Protect',
  policy_number: ids.policyNumber,
  language: 'en',
  kind: 'sale',
  status: 'pending',
  amount: 146241,
  currency: 'eur',
  due_date: null,
  first_day: null,
  last_day: null,
  methods: [],
  payment: {
    ...createdPaymentExample,
    provider: 'sandbox',
    method: 'card',
    status: 'pending',
  },
  is_voidable: true,
}
