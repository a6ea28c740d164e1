import type { ClockId } from '../../../src/kernel/index.ts'
import { card } from '../../builders/life.ts'
import { type OfferCreated, type Seller, sellerOn, soldPolicy } from '../../builders/sale.ts'
import { transactionsOn } from '../../builders/transactions.ts'
import type { TestPlatform } from '../../support/platform.ts'
import { BillingModel, type Between } from '../billing-model.ts'
import { asked, priceOf, sold } from './on-sale.ts'
import type { Story } from './stories.ts'

export const start = Temporal.Instant.from('2027-01-29T10:00:00Z')

export interface Life {
  readonly platform: TestPlatform
  /** What is done to the policy, to find out why the ledger differs. */
  readonly description: string
  readonly id: string
  readonly offer: OfferCreated
  readonly seller: Seller
  /** Whether what comes by transfer is waited for, so that a transaction can be promised to be paid. */
  readonly isTracked: boolean
  /** Whether the customer agreed to cover before the period of a withdrawal is over. */
  readonly isEarly: boolean
  readonly transactions: ReturnType<typeof transactionsOn>
  readonly model: BillingModel
}

export async function beginLife(
  platform: TestPlatform,
  clock: ClockId,
  { first: days, sold: { by, isTracked }, isEarly, steps, nextTerm }: Story,
  between: Between,
): Promise<Life> {
  const first = start
    .toZonedDateTimeISO('Europe/Zurich')
    .toPlainDate()
    .add({ days: 1 + days })
  const description = JSON.stringify({ first, by, isTracked, isEarly, steps, nextTerm })
  const secretKey = platform.demo.insurer.test.secret
  const seller = sellerOn(platform, { product: 'bike', clock, secretKey })
  const answers = { ...sold, damage_cover: isEarly }
  const quote = await asked(
    platform,
    between,
    answers,
    first.toString(),
    isTracked ? 'transfers' : 'monthly',
  )
  const offer = await soldPolicy(seller, { quote, payment: by === 'promise' ? {} : card(by) })
  await platform.runDue()
  const model = new BillingModel({
    firstDay: first,
    answers,
    priceOf,
    at: start,
    by,
    between,
  })
  const transactions = transactionsOn(platform, seller)
  return {
    platform,
    description,
    id: offer.id,
    offer,
    seller,
    isTracked,
    isEarly,
    transactions,
    model,
  }
}

export const isOver = ({ model }: Life) =>
  Temporal.PlainDate.compare(model.today, lastDayOf(model)) > 0
export const lastDayOf = ({ days }: BillingModel) =>
  days.periods.at(-1)?.lastDay ?? fail('a year has months')

export function fail(message: string): never {
  throw new Error(message)
}

/** A day so far from today, in the year that is insured. */
export function dayFrom({ days, today }: BillingModel, away: number): Temporal.PlainDate {
  const first = days.periods[0]?.firstDay ?? fail('a year has months')
  const last = days.periods.at(-1)?.lastDay ?? first
  const day = today.add({ days: away })
  if (Temporal.PlainDate.compare(day, first) < 0) return first
  return Temporal.PlainDate.compare(day, last) > 0 ? last : day
}

/** Whether its last day is over: until then a cancelled one is changed as any other. */
export function hasEnded({ days: { lastCovered, isWithdrawn }, today }: BillingModel): boolean {
  if (isWithdrawn) return true
  return lastCovered !== null && Temporal.PlainDate.compare(lastCovered, today) < 0
}

export function earlier(
  day: Temporal.PlainDate,
  other: Temporal.PlainDate | null,
): Temporal.PlainDate {
  return other !== null && Temporal.PlainDate.compare(other, day) < 0 ? other : day
}
