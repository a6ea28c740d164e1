import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { JsonObject, ProductVersionId } from '../kernel/index.ts'
import {
  type ReplacingStep,
  type Content,
  type ReplayStep,
  replayTransactions as replayOn,
} from './replay-transactions.ts'

const firstDay = Temporal.PlainDate.from('2027-01-01')
const onDay = (n: number) => firstDay.add({ days: n - 1 })
const sold = 'prv_sold' as ProductVersionId
const term = { firstDay, lastDay: null, frequency: 'month', planId: 'pp_sold' } as const
const replayTransactions = (steps: readonly ReplayStep[]) => replayOn(steps, { terms: [term] })

/** What a step came to when it was given. */
const made = (name: string, input: JsonObject, data: JsonObject = {}): Content => ({
  input,
  data,
  productVersionId: sold,
  planId: 'pp_sold',
  quoteId: `qu_${name}`,
  contentId: `pco_${name}`,
})
const sale = (input: JsonObject = {}): ReplayStep => ({
  kind: 'sale',
  firstDay,
  made: made('sale', input),
})
/** For a step whose quote or content does not matter, any will do. */
const change = (
  day: number,
  input: JsonObject,
  data: JsonObject = {},
  came: Content = made(`of_${day}`, input, data),
): ReplacingStep => ({
  kind: 'endorsement',
  day: onDay(day),
  patch: { input, data },
  isPriced: Object.keys(input).length > 0,
  made: came,
})
const cancel = (lastDay: number): ReplayStep => ({
  kind: 'cancellation',
  lastDay: onDay(lastDay),
  rule: { method: 'pro_rata' },
})
const reinstate = (gapUntil: number | null, day = 365): ReplayStep => ({
  kind: 'reinstatement',
  day: onDay(day),
  gapUntil: gapUntil === null ? null : onDay(gapUntil),
  resumesCover: true,
})
const suspend = (day: number): ReplayStep => ({ kind: 'suspension', day: onDay(day) })
const resume = (day: number): ReplayStep => ({ kind: 'resumption', day: onDay(day) })
const revive = (day: number): ReplayStep => ({ kind: 'revival', day: onDay(day) })
const replayed = (...steps: ReplayStep[]) =>
  replayTransactions(steps).segments.map(({ firstDay: day, kind, content }) => [
    day.dayOfYear,
    kind,
    content.input,
  ])

describe('steps applied by day', () => {
  it('a sale alone holds from its first day on', () => {
    expect(replayed(sale({ km: 10 }))).toEqual([[1, 'cover', { km: 10 }]])
  })

  it('a suspension holds until it is lifted, whatever is changed before it and in it', () => {
    const days = (...steps: ReplayStep[]) =>
      replayed(sale(), ...steps).map(([day, kind]) => [day, kind])
    expect(days(suspend(50))).toEqual([
      [1, 'cover'],
      [50, 'suspended'],
    ])
    expect(days(suspend(50), resume(60), change(40, { km: 1 }), change(55, { km: 2 }))).toEqual([
      [1, 'cover'],
      [40, 'cover'],
      [50, 'suspended'],
      [55, 'suspended'],
      [60, 'cover'],
    ])
    expect(days(suspend(50), resume(50)), 'it was a mistake').toEqual([[1, 'cover']])
    expect(days(suspend(50), cancel(49)), 'it lapses').toEqual([
      [1, 'cover'],
      [50, 'ended'],
    ])
    expect(days(suspend(50), cancel(49), reinstate(80)), 'it is back after a gap').toEqual([
      [1, 'cover'],
      [50, 'gap'],
      [81, 'cover'],
    ])
    expect(days(cancel(49), revive(60)), 'it revives').toEqual([
      [1, 'cover'],
      [50, 'suspended'],
      [60, 'cover'],
    ])
    expect(days(suspend(50), cancel(49), revive(60)), 'it revives out of a suspension').toEqual([
      [1, 'cover'],
      [50, 'suspended'],
      [60, 'cover'],
    ])
    expect(days(cancel(49), revive(50)), 'it was paid in time').toEqual([[1, 'cover']])
    expect(days(suspend(50), cancel(70), reinstate(null, 60)), 'before it was to end').toEqual([
      [1, 'cover'],
      [50, 'suspended'],
      [60, 'cover'],
    ])
    const takenBack = { ...reinstate(null, 60), resumesCover: false } as ReplayStep
    expect(days(suspend(50), cancel(70), takenBack), 'its payment resumes it').toEqual([
      [1, 'cover'],
      [50, 'suspended'],
    ])
    expect(days(suspend(50), suspend(60), resume(80)), 'though it was twice').toEqual([
      [1, 'cover'],
      [50, 'suspended'],
      [80, 'cover'],
    ])
    expect(days(suspend(50), cancel(70), reinstate(null))).toEqual([
      [1, 'cover'],
      [50, 'suspended'],
      [71, 'cover'],
    ])
  })

  it('an endorsement holds from its day on, and keeps what it does not name', () => {
    expect(
      replayed(sale({ km: 10, car: { brand: 'A', hp: 90 } }), change(100, { car: { hp: 120 } })),
    ).toEqual([
      [1, 'cover', { km: 10, car: { brand: 'A', hp: 90 } }],
      [100, 'cover', { km: 10, car: { brand: 'A', hp: 120 } }],
    ])
  })

  it('a correction back in time holds until a later day says otherwise, and beyond where none does', () => {
    const steps = [
      sale({ km: 10, hp: 90 }),
      change(100, { km: 20 }),
      change(50, { km: 15, hp: 95 }),
    ]
    expect(replayed(...steps)).toEqual([
      [1, 'cover', { km: 10, hp: 90 }],
      [50, 'cover', { km: 15, hp: 95 }],
      [100, 'cover', { km: 20, hp: 95 }],
    ])
  })

  it('a renewal is applied again on its own version, and keeps what it set', () => {
    const next = 'prv_next' as ProductVersionId
    const renewal: ReplacingStep = {
      kind: 'renewal',
      day: onDay(200),
      patch: { input: { start: 200 }, data: {} },
      isPriced: true,
      made: { ...made('renewal', { start: 200, km: 10 }), productVersionId: next },
    }
    const [, renewed] = replayTransactions([sale({ start: 1, km: 10 }), renewal]).segments
    expect(renewed?.content).toMatchObject({ productVersionId: next, quoteId: 'qu_renewal' })
    const corrected = replayTransactions([
      sale({ start: 1, km: 10 }),
      renewal,
      change(50, { km: 20, start: 2 }),
    ])
    expect(
      corrected.segments.map(({ content }) => [content.input, content.productVersionId]),
    ).toEqual([
      [{ start: 1, km: 10 }, sold],
      [{ start: 2, km: 20 }, sold],
      [{ start: 200, km: 20 }, next],
    ])
    // Nobody has priced these answers on that version.
    expect(corrected.segments.at(-1)?.content.quoteId).toBeNull()
  })

  it('a renewal begins a segment though it says what holds anyway', () => {
    const renewal: ReplacingStep = { ...change(200, {}), kind: 'renewal', isPriced: true }
    expect(replayed(sale(), renewal)).toEqual([
      [1, 'cover', {}],
      [200, 'cover', {}],
    ])
  })

  it('an adjustment holds on all days of its term, over every endorsement, and on no other day', () => {
    const renewed: ReplayStep = {
      ...change(101, {}, {}, made('renewal', { km: 12, bell: false })),
      kind: 'renewal',
      isPriced: true,
    }
    const adjust = (km: number): ReplayStep => ({
      kind: 'adjustment',
      day: firstDay,
      lastDay: onDay(100),
      input: { km },
    })
    const steps = [sale({ km: 10, bell: false }), change(50, { km: 12 }), renewed]
    const adjusted = [...steps, adjust(15), change(70, { bell: true }), adjust(20)]
    expect(replayed(...adjusted)).toEqual([
      [1, 'cover', { km: 20, bell: false }],
      [50, 'cover', { km: 20, bell: false }],
      [70, 'cover', { km: 20, bell: true }],
      [101, 'cover', { km: 12, bell: true }],
    ])
    // The price of the next term stays where its answers do; adjusted days need a new one.
    const { segments } = replayTransactions([...steps, adjust(15)])
    expect(segments.map(({ content }) => content.quoteId)).toEqual([null, null, 'qu_renewal'])
  })

  it('on one day the later step wins', () => {
    expect(replayed(sale({ km: 10 }), change(100, { km: 20 }), change(100, { km: 30 }))).toEqual([
      [1, 'cover', { km: 10 }],
      [100, 'cover', { km: 30 }],
    ])
  })

  it('an endorsement that changes nothing cuts nothing', () => {
    expect(replayed(sale({ km: 10 }), change(100, {}, {}))).toHaveLength(1)
  })

  it('one that says what holds anyway does, so that whatever is applied before it stops there', () => {
    const later = change(100, {}, { city: 'Bern' })
    const sooner = change(50, {}, { city: 'Bern' })
    expect(replayed(sale({ km: 10 }), later, sooner).map(([day]) => day)).toEqual([1, 50, 100])
  })

  it('an endorsement of the customer alone is a segment with the same answers', () => {
    expect(replayed(sale({ km: 10 }), change(100, {}, { city: 'Bern' }))).toEqual([
      [1, 'cover', { km: 10 }],
      [100, 'cover', { km: 10 }],
    ])
  })

  it('after a cancellation the days have ended, and changes to come keep their place', () => {
    expect(replayed(sale({ km: 10 }), change(250, { km: 20 }), cancel(200))).toEqual([
      [1, 'cover', { km: 10 }],
      [201, 'ended', { km: 10 }],
      [250, 'ended', { km: 20 }],
    ])
  })

  it('a cancellation before the start leaves no day of cover', () => {
    expect(replayed(sale({ km: 10 }), cancel(-20))).toEqual([[1, 'ended', { km: 10 }]])
  })

  it('a reinstatement without a gap leaves no trace', () => {
    const steps = [sale({ km: 10 }), change(100, { km: 20 })]
    expect(replayTransactions([...steps, cancel(200), reinstate(null)])).toEqual(
      replayTransactions(steps),
    )
  })

  it('a reinstatement with a gap leaves the days between without cover', () => {
    expect(replayed(sale({ km: 10 }), cancel(200), reinstate(229), cancel(300))).toEqual([
      [1, 'cover', { km: 10 }],
      [201, 'gap', { km: 10 }],
      [230, 'cover', { km: 10 }],
      [301, 'ended', { km: 10 }],
    ])
  })

  it('a reinstatement undoes a lapse alone, and not the cancellation for later before it', () => {
    const steps = [sale({ km: 10 }), cancel(300), change(150, { km: 20 })]
    expect(replayTransactions([...steps, cancel(200), reinstate(null)])).toEqual(
      replayTransactions(steps),
    )
    expect(replayed(...steps, cancel(200), reinstate(229), reinstate(null))).toEqual([
      [1, 'cover', { km: 10 }],
      [150, 'cover', { km: 20 }],
      [201, 'gap', { km: 20 }],
      [230, 'cover', { km: 20 }],
    ])
  })

  it('an end that moves leaves no trace of where it was', () => {
    const steps = [sale({ km: 10 }), change(100, { km: 20 })]
    const move: ReplayStep = { kind: 'end_move', lastDay: onDay(250), rule: { method: 'none' } }
    expect(replayTransactions([...steps, cancel(200), move])).toEqual({
      ...replayTransactions([...steps, cancel(250)]),
      ending: { lastDay: onDay(250), rule: { method: 'none' } },
    })
    expect(replayTransactions([...steps, cancel(200), move, reinstate(null)])).toEqual(
      replayTransactions(steps),
    )
  })

  it('what was quoted and is still the same keeps its price, and only what is not is priced again', () => {
    const first = sale({ km: 10, hp: 90 })
    const later = change(100, { km: 20 }, {}, made('later', { km: 20, hp: 90 }))
    const under = change(50, { hp: 95 }, {}, made('under', { km: 10, hp: 95 }))
    const quotes = (...steps: ReplayStep[]) =>
      replayTransactions(steps).segments.map(({ content }) => content.quoteId)
    expect(quotes(first, later)).toEqual(['qu_sale', 'qu_later'])
    expect(quotes(first, later, under)).toEqual(['qu_sale', 'qu_under', null])
    // A change of data alone moves no price.
    expect(quotes(first, later, change(50, {}, { city: 'Bern' }))).toEqual([
      'qu_sale',
      'qu_sale',
      'qu_later',
    ])
  })

  it('data that no step brought as it is now stands nowhere yet', () => {
    const contents = replayTransactions([
      sale(),
      change(100, {}, { city: 'Bern' }, made('bern', {}, { city: 'Bern' })),
      change(50, {}, { phone: '1' }, made('phone', {}, { phone: '1' })),
    ]).segments.map(({ content }) => [content.contentId, content.data])
    expect(contents).toEqual([
      ['pco_sale', {}],
      ['pco_phone', { phone: '1' }],
      [null, { phone: '1', city: 'Bern' }],
    ])
  })
})

describe('any sequence of transactions', () => {
  const someField = fc.constantFrom('a', 'b', 'c')
  const someChange = fc.record({
    day: fc.integer({ min: 1, max: 40 }),
    input: fc.dictionary(someField, fc.nat(3)),
  })

  it('each day shows for each place the last step of the latest day up to it', () => {
    fc.assert(
      fc.property(fc.array(someChange, { maxLength: 8 }), (changes) => {
        const steps = [sale({ a: 9 }), ...changes.map(({ day, input }) => change(day, input))]
        const { segments } = replayTransactions(steps)
        for (let day = 1; day <= 41; day++) {
          const held = segments.findLast(
            (one) => Temporal.PlainDate.compare(one.firstDay, onDay(day)) <= 0,
          )
          const expected: Record<string, number> = { a: 9 }
          for (let upTo = 1; upTo <= day; upTo++) {
            for (const one of changes) if (one.day === upTo) Object.assign(expected, one.input)
          }
          expect(held?.content.input).toEqual(expected)
        }
      }),
    )
  })

  it('endorsements of different days give the same timeline in whatever step they came', () => {
    const someChanges = fc.uniqueArray(someChange, { maxLength: 6, selector: ({ day }) => day })
    fc.assert(
      fc.property(someChanges, fc.func(fc.nat()), (changes, key) => {
        const steps = changes.map(({ day, input }) => change(day, input))
        const shuffled = steps.toSorted((one, other) => key(one) - key(other))
        const inputs = (given: readonly ReplayStep[]) =>
          replayTransactions([sale(), ...given]).segments.map((one) => [
            one.firstDay,
            one.content.input,
          ])
        expect(inputs(shuffled)).toEqual(inputs(steps))
      }),
    )
  })
})
