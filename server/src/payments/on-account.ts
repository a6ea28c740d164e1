import { type PaymentPlanDefinition, isCollectedElsewhere } from '../products/index.ts'

/** Whether such a payment is only a promise: another party collects the money, and the plan tracks receipts. */
export function isOnAccount(
  { receipts }: Pick<PaymentPlanDefinition, 'receipts'>,
  provider: string,
): boolean {
  return isCollectedElsewhere(provider) && receipts === 'tracked'
}
