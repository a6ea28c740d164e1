import { paymentExample } from './examples.ts'
import { paymentsExample } from '../policies/summary-examples.ts'

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
  reason: 'Given back by hand.',
}
