import { ids, linkTo, moment } from '../wire/example-ids.ts'

export const paymentRequestExample = {
  token: ids.paymentToken,
  provider: 'invoice',
  method: 'invoice',
  policy_id: ids.policy,
}

export const createdPaymentExample = {
  object: 'payment',
  id: ids.payment,
  livemode: false,
  provider: 'invoice',
  method: 'invoice',
  status: 'ok',
  transaction_metadata: [],
  _links: { _self: linkTo(`/payments/${ids.payment}`) },
}

/** Seen after the policy was cancelled, so that it shows a refund. */
export const paymentExample = {
  ...createdPaymentExample,
  policy_id: ids.policy,
  amount: 146241,
  currency: 'eur',
  charge_id: null,
  fee: 0,
  reference: null,
  token: ids.paymentToken,
  reason: null,
  processed_at: moment,
  error_code: null,
  metadata: [],
  customer_id: ids.customer,
  refunds: [
    {
      object: 'refund',
      id: ids.refund,
      status: 'ok',
      method: 'pro_rata',
      amount: 73721,
      currency: 'eur',
      policy_version_id: ids.cancelledVersion,
      reference: null,
      reason: null,
      created_at: moment,
      processed_at: moment,
    },
  ],
}

export const callbackExample = { payment_id: ids.payment, status: 'ok' }

export const providerEventExample = {
  id: 'evt_1S8Zx2',
  object: 'event',
  type: 'payment_intent.succeeded',
  livemode: false,
  data: { object: { id: 'pi_3S8Zx2', object: 'payment_intent' } },
}

export const paymentsExample = [
  {
    id: ids.payment,
    policy_id: ids.policy,
    product_id: ids.product,
    first_name: 'Hanna',
    last_name: 'Brandt',
    distributor_id: ids.distributor,
    livemode: false,
    provider: 'invoice',
    method: 'invoice',
    status: 'ok',
    amount: 146241,
    currency: 'eur',
    invoice_id: null,
    on_account: false,
    received_on: null,
    created_at: moment,
    received_late_at: null,
    doubts: [],
  },
]

export const paymentResolutionExample = {
  outcome: 'ok',
  note: 'Stands in the statement of our account.',
}

export const refundResolutionExample = { outcome: 'ok', note: 'Sent by bank transfer.' }

export const resolvedPaymentExample = {
  ...paymentsExample[0],
  provider: 'sandbox',
  method: 'card',
}

export const resolvedRefundExample = {
  ...paymentExample.refunds[0],
  reason: 'Refunded by hand.',
}
