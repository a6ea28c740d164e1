import fc from 'fast-check'
import type { ModelSteps } from './dunning-model.ts'

/** What happens to a policy on account. */
export type Deed =
  | { readonly wait: number }
  | { readonly receive: 'all' | 'oldest' | 'a part'; readonly daysAgo: number }
  | { readonly hold: number }
  | 'release'
  /** Cancelled for a day from today on, or the end moved to one. */
  | { readonly cancel: number }
  | { readonly moveEnd: number }
  | 'reinstate'

export const someDeed: fc.Arbitrary<Deed> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ wait: fc.integer({ min: 1, max: 20 }) }) },
  { weight: 2, arbitrary: fc.record({ wait: fc.integer({ min: 20, max: 150 }) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      receive: fc.constantFrom('all' as const, 'oldest' as const, 'a part' as const),
      daysAgo: fc.constantFrom(0, 0, 0, 1, 4, 15),
    }),
  },
  { weight: 1, arbitrary: fc.record({ hold: fc.integer({ min: 0, max: 40 }) }) },
  { weight: 1, arbitrary: fc.constant('release' as const) },
  { weight: 1, arbitrary: fc.record({ cancel: fc.integer({ min: 0, max: 70 }) }) },
  { weight: 1, arbitrary: fc.record({ moveEnd: fc.integer({ min: 0, max: 70 }) }) },
  { weight: 2, arbitrary: fc.constant('reinstate' as const) },
)

const paid = { receive: 'all', daysAgo: 0 } as const
const oldest = { receive: 'oldest', daysAgo: 1 } as const

/**
 * Steps of dunning, each with lives that lapse by them whatever chance says. Sold on the first of March and
 * due on the second of every month. The first of each is about the day before its lapse and the day
 * itself. A hold makes the second lapse in the last days of a month, when the invoice of the next one is
 * asked for and not yet due: what is owed after the lapse is then more than what is overdue.
 */
export const allSteps: readonly {
  readonly end: string
  readonly steps: ModelSteps
  readonly lapsing: readonly (readonly Deed[])[]
  readonly others: readonly (readonly Deed[])[]
}[] = [
  {
    end: 'with the grace',
    steps: {
      reminders: [5, 12],
      noticeAfter: 20,
      grace: 14,
      noticeFee: 2000,
      lapseAfter: null,
      coverEnds: 'end_of_grace',
      revivalMonths: 0,
    },
    lapsing: [
      // It lapses before the day for which it was cancelled, and ends on that day once it is back.
      [{ wait: 30 }, { cancel: 40 }, { wait: 8 }, 'reinstate', { wait: 20 }, { wait: 20 }],
      [{ wait: 35 }, { wait: 1 }, { wait: 20 }, 'reinstate', { wait: 10 }],
      [{ wait: 20 }, { hold: 21 }, { wait: 50 }, paid],
    ],
    others: [],
  },
  {
    end: 'with the day it is paid to',
    steps: {
      reminders: [],
      noticeAfter: 3,
      grace: 5,
      noticeFee: 0,
      lapseAfter: null,
      coverEnds: 'paid_to',
      revivalMonths: 0,
    },
    lapsing: [[paid, { wait: 40 }, { wait: 1 }, { wait: 20 }, paid]],
    others: [],
  },
  {
    end: 'with a suspension',
    steps: {
      reminders: [4],
      noticeAfter: 9,
      grace: 10,
      noticeFee: 500,
      lapseAfter: 45,
      coverEnds: 'end_of_grace',
      revivalMonths: 0,
    },
    lapsing: [
      [{ wait: 21 }, { wait: 44 }, { wait: 1 }, { wait: 20 }, 'reinstate', { wait: 10 }],
      [{ wait: 9 }, { hold: 22 }, { wait: 90 }, paid],
    ],
    others: [
      // What is given back for the next month settles the one that was not paid.
      [{ wait: 27 }, { cancel: 0 }, { receive: 'oldest', daysAgo: 1 }, { wait: 109 }],
      // Nothing is suspended when the last day is over.
      [{ wait: 62 }, { cancel: 0 }, { wait: 6 }],
      // Cancelled for later it is followed until that day: suspended, and over before it would lapse.
      [{ wait: 15 }, { cancel: 20 }, { wait: 10 }, { wait: 11 }],
    ],
  },
  {
    end: 'until the premium is paid after all',
    steps: {
      reminders: [5],
      noticeAfter: 20,
      grace: 14,
      noticeFee: 500,
      lapseAfter: null,
      coverEnds: 'end_of_grace',
      revivalMonths: 1,
    },
    // Lapsed on 6 April: a payment of March by 5 May voids that, one of 6 May does not.
    lapsing: [
      [{ wait: 36 }, { wait: 10 }, { receive: 'a part', daysAgo: 0 }, oldest, oldest, { wait: 90 }],
      [{ wait: 36 }, { wait: 29 }, { receive: 'oldest', daysAgo: 0 }, { wait: 20 }, paid],
      [{ wait: 36 }, { wait: 33 }, { receive: 'oldest', daysAgo: 4 }, { wait: 20 }],
      [{ wait: 36 }, { wait: 30 }, { receive: 'oldest', daysAgo: 0 }, { wait: 20 }],
    ],
    others: [],
  },
]
