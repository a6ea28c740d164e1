import type { Payment } from './payment.ts'

export function paymentJobKey(payment: Pick<Payment, 'id'>): string {
  return `settle ${payment.id}`
}
