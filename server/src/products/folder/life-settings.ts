import {
  type CancellationSettings,
  type Law,
  type LifeSettings,
  type PaymentPlanDefinition,
  type ShortRate,
  endorsers,
  creditUses,
  increaseDues,
  refundMethods,
} from '../product-definition.ts'
import { type Part, quoted } from './part.ts'

const backdateDaysMax = 3_650
const reinstatementDaysMax = 3_650

/** Members of product.yaml itself: what may be done to a policy after the sale. */
export const lifeKeys = [
  'endorsements',
  'backdate_days',
  'distributor_backdate_days',
  'reinstatement_days',
  'increase_due',
  'refund',
] as const

export const lifeDefault: LifeSettings = {
  endorsements: 'insurer',
  backdateDays: 30,
  distributorBackdateDays: 0,
  reinstatementDays: 30,
  increaseDue: 'now',
  refund: 'credit',
}

export const cancellationDefault: CancellationSettings = {
  refund: 'pro_rata',
  shortRates: [],
}

export function readLife(root: Part): LifeSettings {
  const given = (name: (typeof lifeKeys)[number]) => root.member(name)
  return {
    endorsements: given('endorsements').optional(lifeDefault.endorsements, (part) =>
      part.oneOf(endorsers),
    ),
    backdateDays: given('backdate_days').optional(lifeDefault.backdateDays, (part) =>
      part.integer(0, backdateDaysMax),
    ),
    distributorBackdateDays: given('distributor_backdate_days').optional(
      lifeDefault.distributorBackdateDays,
      (part) => part.integer(0, backdateDaysMax),
    ),
    reinstatementDays: given('reinstatement_days').optional(lifeDefault.reinstatementDays, (part) =>
      part.integer(0, reinstatementDaysMax),
    ),
    increaseDue: given('increase_due').optional(lifeDefault.increaseDue, (part) =>
      part.oneOf(increaseDues),
    ),
    refund: given('refund').optional(lifeDefault.refund, (part) => part.oneOf(creditUses)),
  }
}

export function readCancellation(
  part: Part,
  plans: readonly PaymentPlanDefinition[],
  law: Law | null,
): CancellationSettings {
  if (part.isAbsent) return cancellationDefault
  const freeLook = part.member('free_look_days')
  part.hasOnly(['refund', 'short_rates', ...(freeLook.isAbsent ? [] : ['free_look_days'])])
  if (!freeLook.isAbsent) {
    freeLook.refuse(
      'A free look is a right of withdrawal, which has rules of its own.',
      'Write withdrawal: { days: 14 } in product.yaml instead, or law: de or law: ch.',
    )
  }
  const refund = part
    .member('refund')
    .optional(cancellationDefault.refund, (given) => given.oneOf(refundMethods))
  const table = part.member('short_rates')
  if (refund !== 'short_rate' && !table.isAbsent) {
    table.refuse('Nothing uses this table of short rates.', shortRateFix)
  }
  const instalments = plans.find(({ type }) => type === 'recurring')
  if (refund === 'short_rate' && instalments !== undefined) {
    const message = `Short rates apply to single payments only, but plan ${quoted(instalments.key)} is recurring.`
    part.member('refund').refuse(message, 'Use pro_rata, or single payments alone.')
  }
  if (law !== null && refund !== 'pro_rata') {
    const message = `By the law ${quoted(law)} the premium of the days after a cancellation is refunded, not ${refund}.`
    part.member('refund').refuse(message, 'Write refund: pro_rata, or leave it out.')
  }
  return {
    refund,
    shortRates: refund === 'short_rate' ? readShortRates(table) : [],
  }
}

const shortRateFix = 'Write refund: short_rate, or leave the table out.'
const shortRateDaysMax = 36_525

/** What is kept by the days that were covered: both can only rise from row to row. */
function readShortRates(table: Part): ShortRate[] {
  const rows = table.filledList(
    'List days and per cent, for example - { days: 30, percent: 25 } for 25 per cent up to 30 days.',
  )
  return rows.reduce<ShortRate[]>((read, row) => {
    row.hasOnly(['days', 'percent'])
    const before = read.at(-1)
    const daysMin = before === undefined ? 0 : before.days + 1
    const days = row.member('days').integer(daysMin, shortRateDaysMax)
    const percent = row.member('percent').integer((before?.share ?? 0) / 100, 100)
    return [...read, { days, share: percent * 100 }]
  }, [])
}
