import { type Refusal, isEarlier, parseDay, todayIn } from '../../kernel/index.ts'
import type { Viewer } from '../../identity/index.ts'
import type { Policy } from '../../policies/index.ts'
import type { LifeSettings } from '../../products/index.ts'
import { conclusionDay } from './withdrawal/withdrawal-period.ts'

/** How a request names a day wrongly: by which rule, and by which limit. */
export type DayRefusal<Field extends string> = (
  field: Field,
  rule: 'iso_date' | 'before_or_equal' | 'after_or_equal',
  limit: string | null,
) => Refusal

/**
 * The day on which a declaration was received: from the conclusion to today, today where it is left out;
 * a distributor can go back as far as for other transactions.
 */
export function readReceiptDay(
  policy: Policy,
  { receivedOn, caller }: { readonly receivedOn: string | null; readonly caller: Viewer },
  life: LifeSettings,
  now: Temporal.Instant,
  refusal: DayRefusal<'received_on'>,
): Temporal.PlainDate {
  const today = todayIn(policy.timeZone, now)
  const day = receivedOn === null ? today : parseDay(receivedOn)
  if (day === null) throw refusal('received_on', 'iso_date', null)
  if (isEarlier(today, day)) throw refusal('received_on', 'before_or_equal', today.toString())
  const concluded = conclusionDay(policy)
  const { distributorBackdateDays: days } = life
  const limit = caller.account.kind === 'insurer' ? concluded : today.subtract({ days })
  const earliest = isEarlier(limit, concluded) ? concluded : limit
  if (isEarlier(day, earliest)) throw refusal('received_on', 'after_or_equal', earliest.toString())
  return day
}
