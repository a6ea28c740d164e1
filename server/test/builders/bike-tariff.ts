import type { JsonObject } from '../../src/kernel/index.ts'

/**
 * The tariff of the city bike once more, as a clerk would work it out with whole numbers: a second way
 * to every price, which shares nothing with the formulas.
 */
export interface BikeTariff {
  /** In hundredths. */
  readonly zones: Readonly<Record<'A' | 'B' | 'C', number>>
  /** In tenths; a place that is missing has no price. */
  readonly parking: Readonly<Record<string, number>>
  readonly least: number
  /** From how many years on a bike is not insured. */
  readonly tooOld: number
  /** The greatest price that may be answered. */
  readonly priceMax: number
}

export const bikeTariff: BikeTariff = {
  zones: { A: 135, B: 110, C: 85 },
  parking: { locked_room: 9, courtyard: 10, street: 13 },
  least: 4_500,
  tooOld: 10,
  priceMax: 2_000_000,
}

export interface BikeAnswers extends JsonObject {
  readonly bike_price: number
  readonly canton: string
  readonly purchase_date: string
  readonly deductible: number
  readonly overnight_parking: string
  readonly damage_cover: boolean
  readonly start_date: string
  readonly payment: 'once' | 'monthly'
}

const zonesOfCantons: Readonly<Record<string, 'A' | 'B' | 'C'>> = {
  BS: 'A',
  GE: 'A',
  ZH: 'A',
  BE: 'B',
  TI: 'B',
  UR: 'C',
  GR: 'C',
}
const cantons = Object.keys(zonesOfCantons)

export type PlainPrice =
  | { readonly outcome: 'priced'; readonly premium: number; readonly payment: number }
  | { readonly outcome: 'knocked_out' | 'refused' | 'failed'; readonly detail: string }

/** What all payments of a year come to in the bike shop, which gives a twentieth off. */
export function plainBikePrice(tariff: BikeTariff, answers: BikeAnswers): PlainPrice {
  const { bike_price: price, deductible } = answers
  if (price > tariff.priceMax) return { outcome: 'refused', detail: 'bike_price' }
  if (price > 1_500_000) return { outcome: 'knocked_out', detail: 'bike_too_expensive' }
  const age = yearsBetween(answers.purchase_date, answers.start_date)
  if (age >= tariff.tooOld) return { outcome: 'knocked_out', detail: 'bike_too_old' }
  const parking = tariff.parking[answers.overnight_parking]
  if (parking === undefined) return { outcome: 'failed', detail: 'step parking_factor' }
  const zone = tariff.zones[zonesOfCantons[answers.canton] ?? 'C']
  const rate = rateOf(price)
  // In millionths: per cent in tenths, a factor in hundredths, one in tenths.
  const theft = BigInt(price) * BigInt(rate * zone * parking)
  const thousandths = answers.damage_cover ? (age >= 3 ? 32 : 25) : 0
  const damage = BigInt(price) * BigInt(thousandths) * 1_000n
  const factor = { 0: 115, 10_000: 100, 20_000: 90 }[deductible] ?? 0
  // And two more factors in hundredths: that of the deductible, and what the shop leaves.
  const yearly = (theft + damage) * BigInt(factor) * 95n
  const unit = 10_000_000_000n
  const least = BigInt(tariff.least) * unit
  const charged = yearly > least ? yearly : least
  const payments = answers.payment === 'monthly' ? 12n : 1n
  const surcharge = answers.payment === 'monthly' ? 104n : 100n
  const net = halfUp(charged * surcharge, unit * 100n * payments)
  const payment = Number(net + halfUp(net * 5n, 100n))
  return { outcome: 'priced', payment, premium: payment * Number(payments) }
}

function rateOf(price: number): number {
  const rates = [
    [800_000, 44],
    [400_000, 46],
    [200_000, 49],
    [100_000, 54],
    [0, 62],
  ] as const
  return rates.find(([from]) => from <= price)?.[1] ?? 0
}

function halfUp(dividend: bigint, divisor: bigint): bigint {
  return (2n * dividend + divisor) / (2n * divisor)
}

function yearsBetween(from: string, to: string): number {
  const [first, last] = [from, to].map((day) => day.split('-').map(Number))
  const [y1 = 0, m1 = 0, d1 = 0] = first ?? []
  const [y2 = 0, m2 = 0, d2 = 0] = last ?? []
  const isWhole = m2 > m1 || (m2 === m1 && d2 >= d1)
  return y2 - y1 - (isWhole ? 0 : 1)
}

/** Answers that differ from one number to the next, the same for the same number. */
export function bikeAnswers(number: number, today: Temporal.PlainDate): BikeAnswers {
  // A step that shares no divisor with what it counts through, so that all combinations come.
  const pick = <One>(of: readonly One[], step: number): One => {
    const one = of[(number * step + Math.floor(number / of.length)) % of.length]
    if (one === undefined) throw new Error('nothing to pick from')
    return one
  }
  return {
    bike_price: 20_000 + ((number * 79_193) % 1_480_000),
    canton: pick(cantons, 3),
    purchase_date: today.subtract({ months: (number * 11) % 114, days: number % 27 }).toString(),
    deductible: pick([0, 10_000, 20_000], 1),
    overnight_parking: pick(['locked_room', 'courtyard', 'street'], 1),
    damage_cover: number % 5 < 3,
    start_date: today.add({ days: 1 + (number % 30) }).toString(),
    payment: number % 4 === 0 ? 'monthly' : 'once',
  }
}
