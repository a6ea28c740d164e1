import type {
  DunningReminder,
  DunningSettings,
  Law,
  dunningOutcomes,
} from '../product-definition.ts'

/** What a country's law asks of dunning at least, and what holds where the product says nothing. */
export interface DunningLaw {
  readonly name: string
  readonly graceDaysMin: number
  /** What has to follow the grace; null where the product may choose. */
  readonly outcome: (typeof dunningOutcomes)[number] | null
  /** How long cover is suspended before the contract ends, at least; null where the product says it in days. */
  readonly lapseAfterMonths: number | null
  /** Whether a contract ends by a declaration alone: in the notice, or in a letter of its own. */
  readonly needsTermination: boolean
  /** Whether nothing is owed for days without cover that the contract ended with. */
  readonly waivesSuspension: boolean
  /** For how long after the lapse a payment voids it, at least. */
  readonly revivalMonths: number
  /** What a letter costs, in minor units: a fee above it is warned of. Null where nobody looks. */
  readonly postage: number | null
  readonly given: {
    readonly reminders: readonly DunningReminder[]
    readonly notice: DunningSettings['notice']
  } | null
}

/** A product that names no law has to say itself when its notice is written. */
export const noLaw: DunningLaw = {
  name: '',
  graceDaysMin: 1,
  outcome: null,
  lapseAfterMonths: null,
  needsTermination: false,
  waivesSuspension: false,
  revivalMonths: 0,
  postage: null,
  given: null,
}

/**
 * Par. 38 VVG: at least two weeks of grace, counted from when the notice arrives; cover lasts until they are
 * over; the contract ends by a termination, which may be declared in the notice; a payment within a month
 * voids it. Art. 20 and 21 VVG-CH: 14 days from dispatch, then no cover; two months later, unless the premium
 * is claimed at law, the contract ends and the premium of that time is waived.
 */
export const dunningLaws: Readonly<Record<Law, DunningLaw>> = {
  de: {
    name: 'de',
    graceDaysMin: 14,
    outcome: null,
    lapseAfterMonths: null,
    needsTermination: true,
    waivesSuspension: false,
    revivalMonths: 1,
    postage: 100,
    given: {
      reminders: [{ afterDays: 10, fee: 0 }],
      notice: { afterDays: 24, graceDays: 17, fee: 0, declaresTermination: false },
    },
  },
  ch: {
    name: 'ch',
    graceDaysMin: 14,
    outcome: 'suspend',
    lapseAfterMonths: 2,
    needsTermination: false,
    waivesSuspension: true,
    revivalMonths: 0,
    postage: 200,
    given: {
      reminders: [{ afterDays: 10, fee: 0 }],
      notice: { afterDays: 24, graceDays: 14, fee: 0, declaresTermination: false },
    },
  },
}
