import { todayIn } from '../kernel/index.ts'
import type { Payment } from './payment.ts'

/** The day on which money that was received came: as the bank says, or when it was taken. */
export function paidDay(
  { id, receivedOn, processedAt }: Pick<Payment, 'id' | 'receivedOn' | 'processedAt'>,
  timeZone: string,
): Temporal.PlainDate {
  if (receivedOn !== null) return receivedOn
  if (processedAt === null) throw new Error(`payment ${id} was not made`)
  return todayIn(timeZone, processedAt)
}
