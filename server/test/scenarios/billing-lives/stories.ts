import fc from 'fast-check'
import type { JsonObject } from '../../../src/kernel/index.ts'
import { type Card, type PaidBy, cards } from '../billing-model.ts'
import { type ModelKind, allModelKinds } from '../model-kinds.ts'
import type { ModelPlan } from '../policy-model.ts'
import { plans } from './on-sale.ts'

/** What is done with a policy, as it is shown when something does not hold. */
export type Step =
  | 'nothing'
  | { readonly change: JsonObject; readonly from: number; readonly pay: PaidBy | null }
  | { readonly plan: ModelPlan; readonly from: number }
  | { readonly cancel: number; readonly by: ModelKind }
  | { readonly moveEnd: number; readonly pay: PaidBy | null }
  | { readonly reinstate: 'whole' | 'with a gap'; readonly pay: PaidBy | null }
  /** So many days ago it was received. */
  | { readonly withdraw: number }
  | { readonly payOpen: Card; readonly at: number }
  | {
      readonly receive: 'a part' | 'all' | 'more'
      readonly by: 'hand' | 'bank'
      readonly at: number
    }
  | { readonly giveUp: number }
  | { readonly enter: 'goodwill' | 'fee' | 'correction'; readonly amount: number }
  | { readonly reverse: number }
  | { readonly defer: number; readonly by: number }
  | { readonly takeBack: number }
  /** What the bank says of what is to be sent, or was. */
  | { readonly bank: 'done' | 'failed' | 'returned' }
  | 'pay out'
  | 'hand over'

const someDays = fc.oneof(fc.integer({ min: -70, max: 60 }), fc.integer({ min: -3, max: 3 }))
const someCard = fc.constantFrom(...cards)
const maybePaid = fc.oneof<{ weight: number; arbitrary: fc.Arbitrary<PaidBy | null> }[]>(
  { weight: 4, arbitrary: someCard },
  { weight: 2, arbitrary: fc.constant('promise') },
  { weight: 1, arbitrary: fc.constant(null) },
)
const which = fc.nat(20)
const someAnswers = fc
  .record(
    {
      deductible: fc.constantFrom(0, 10_000, 20_000),
      overnight_parking: fc.constantFrom('locked_room', 'street'),
      damage_cover: fc.boolean(),
    },
    { requiredKeys: [] },
  )
  .filter((newAnswers) => Object.keys(newAnswers).length > 0)

const steps = fc.oneof<{ weight: number; arbitrary: fc.Arbitrary<Step> }[]>(
  { weight: 2, arbitrary: fc.constant('nothing') },
  { weight: 4, arbitrary: fc.record({ change: someAnswers, from: someDays, pay: maybePaid }) },
  { weight: 4, arbitrary: fc.record({ plan: fc.constantFrom(...plans), from: someDays }) },
  { weight: 2, arbitrary: fc.record({ cancel: someDays, by: fc.constantFrom(...allModelKinds) }) },
  { weight: 2, arbitrary: fc.record({ moveEnd: someDays, pay: maybePaid }) },
  {
    weight: 3,
    arbitrary: fc.record({ reinstate: fc.constantFrom('whole', 'with a gap'), pay: maybePaid }),
  },
  { weight: 1, arbitrary: fc.record({ withdraw: fc.constantFrom(0, 0, 2, 30) }) },
  { weight: 3, arbitrary: fc.record({ payOpen: someCard, at: which }) },
  {
    weight: 3,
    arbitrary: fc.record({
      receive: fc.constantFrom('a part', 'all', 'more'),
      by: fc.constantFrom('hand', 'bank'),
      at: which,
    }),
  },
  { weight: 2, arbitrary: fc.record({ giveUp: which }) },
  {
    weight: 4,
    arbitrary: fc.record({
      enter: fc.constantFrom('goodwill', 'fee', 'correction'),
      amount: fc.integer({ min: -9_000, max: 9_000 }).filter((amount) => amount !== 0),
    }),
  },
  { weight: 1, arbitrary: fc.record({ reverse: which }) },
  { weight: 2, arbitrary: fc.record({ defer: which, by: fc.integer({ min: 1, max: 60 }) }) },
  { weight: 2, arbitrary: fc.record({ takeBack: which }) },
  { weight: 4, arbitrary: fc.record({ bank: fc.constantFrom('done', 'failed', 'returned') }) },
  { weight: 3, arbitrary: fc.constant('pay out') },
  { weight: 3, arbitrary: fc.constant('hand over') },
)
const someKind = fc.constantFrom(...allModelKinds)
const someOutcome = fc.constantFrom('done', 'failed', 'returned')
const later = fc.integer({ min: 3, max: 60 })
const returned: Step = { bank: 'returned' }

/** Acts that need another one before them: seldom would they follow each other by chance. */
const chains = fc.oneof<{ weight: number; arbitrary: fc.Arbitrary<readonly Step[]> }[]>(
  { weight: 6, arbitrary: steps.map((step) => [step]) },
  {
    weight: 1,
    arbitrary: fc
      .record({ cancel: later, by: someKind, moveEnd: later, pay: maybePaid })
      .map(({ cancel, by, ...moved }) => [{ cancel, by }, moved]),
  },
  {
    weight: 1,
    arbitrary: fc
      .record({
        cancel: someDays,
        by: someKind,
        reinstate: fc.constantFrom('whole', 'with a gap'),
        pay: maybePaid,
      })
      .map(({ cancel, by, ...back }) => [{ cancel, by }, back]),
  },
  {
    weight: 2,
    arbitrary: fc
      .record({ amount: fc.integer({ min: 5_000, max: 40_000 }), bank: someOutcome })
      .map(({ amount, bank }) => [{ enter: 'goodwill', amount }, 'pay out', { bank }, returned]),
  },
  {
    weight: 1,
    arbitrary: fc
      .record({ at: which, bank: someOutcome })
      .map(({ at, bank }) => [{ receive: 'more', by: 'bank', at }, 'pay out', { bank }, returned]),
  },
  {
    weight: 1,
    arbitrary: fc
      .record({ enter: fc.constantFrom('goodwill', 'fee', 'correction'), reverse: which })
      .map(({ enter, reverse }) => [{ enter, amount: 1_234 }, { reverse }]),
  },
)
const stepsTaken = 7

/** What is agreed for the next term, and declared of the first one when it is over. */
const someNextTerm = fc.record({
  endorse: fc.array(someAnswers, { maxLength: 2 }),
  revoke: fc.boolean(),
  declare: fc.option(fc.constantFrom(0, 10_000, 20_000)),
})
export type NextTerm = typeof someNextTerm extends fc.Arbitrary<infer Value> ? Value : never

/** The first of them begin on days that most months do not have. */
export const someLife = fc.record({
  first: fc.integer({ min: 0, max: 31 }),
  sold: fc.oneof(
    fc.record({ by: someCard, isTracked: fc.boolean() }),
    fc.constant({ by: 'promise', isTracked: true } as const),
  ),
  isEarly: fc.boolean(),
  steps: fc
    .array(chains, { minLength: stepsTaken, maxLength: stepsTaken })
    .map((some) => some.flat().slice(0, stepsTaken)),
  nextTerm: someNextTerm,
})

export type Story = typeof someLife extends fc.Arbitrary<infer Value> ? Value : never
