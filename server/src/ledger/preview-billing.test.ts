import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Timeline, endTimeline, free, periodsOf, pricePeriod } from '../timelines/index.ts'
import { someDay, someTimeline } from '../timelines/some-timeline.ts'
import { type Charged, previewBilling } from './preview-billing.ts'
import { nothingPosted } from './postings.ts'

const day = (text: string) => Temporal.PlainDate.from(text)
const priced = (payment: number) => ({ ...free, payment })

/** A year of 365 days for 365.00, so that a day costs one. */
const year: Timeline = {
  terms: [{ firstDay: day('2027-01-01'), lastDay: day('2027-12-31'), frequency: null }],
  segments: [{ firstDay: day('2027-01-01'), kind: 'cover', price: priced(36_500) }],
  ending: null,
}
const monthly: Timeline = {
  ...year,
  terms: [{ firstDay: day('2027-01-01'), lastDay: day('2027-12-31'), frequency: 'month' }],
  segments: [{ firstDay: day('2027-01-01'), kind: 'cover', price: priced(3_100) }],
}

/** As a sale leaves it: the first period is charged and paid. */
type Known = Pick<Charged, 'periods' | 'balances' | 'invoices'>

function sold(timeline: Timeline): Known {
  const [term] = timeline.terms
  const [period] = term === undefined ? [] : periodsOf(term, term.firstDay)
  if (period === undefined) throw new Error('nothing was sold')
  const charged = pricePeriod(timeline, period)
  const balances = { ...nothingPosted, cash: charged.payment }
  return { periods: [{ period, charged }], balances, invoices: [] }
}

function changed(timeline: Timeline, firstDay: string, payment: number): Timeline {
  const segment = { firstDay: day(firstDay), kind: 'cover', price: priced(payment) } as const
  return { ...timeline, segments: [...timeline.segments, segment] }
}

describe('what an endorsement comes to', () => {
  it('is owed where it makes the period dearer', () => {
    const previewed = previewBilling(changed(year, '2027-12-22', 73_000), sold(year))
    expect(previewed).toMatchObject({ owed: 1_000, credit: 0, refund: 0, shrunk: [] })
    expect(previewed.charges.map(({ amount }) => amount.payment)).toEqual([1_000])
  })

  it('is given back where it makes it cheaper and no period is to come', () => {
    const previewed = previewBilling(changed(year, '2027-12-22', 0), sold(year))
    expect(previewed).toMatchObject({ owed: 0, credit: 1_000, refund: 1_000 })
  })

  it('stays as credit while a period of the term is still to come', () => {
    const previewed = previewBilling(changed(monthly, '2027-01-22', 0), sold(monthly))
    // The periods after it cost nothing: there is nothing that the credit could pay.
    expect(previewed).toMatchObject({ credit: 1_000, refund: 1_000 })
    const cheaper = previewBilling(changed(monthly, '2027-01-22', 1_550), sold(monthly))
    expect(cheaper).toMatchObject({ credit: 500, refund: 0 })
  })

  it('is paid by credit before anything is owed', () => {
    const { balances, ...rest } = sold(year)
    const charged = { ...rest, balances: { ...balances, credit: 600, cash: balances.cash + 600 } }
    const previewed = previewBilling(changed(year, '2027-12-22', 73_000), charged)
    expect(previewed).toMatchObject({ owed: 400, credit: 0 })
  })

  it('shrinks open invoices first, oldest due first, and owes what nobody asked for yet', () => {
    const { periods } = sold(year)
    const charged: Known = {
      periods,
      balances: { ...nothingPosted, receivable: 2_000 },
      invoices: [
        { id: 'bil_1', kind: 'instalment', periods: [], open: 700, dueDay: day('2027-01-01') },
        { id: 'bil_2', kind: 'instalment', periods: [], open: 800, dueDay: day('2027-02-01') },
      ],
    }
    expect(previewBilling(changed(year, '2027-12-22', 0), charged)).toMatchObject({
      owed: 500,
      credit: 0,
      shrunk: [
        { id: 'bil_1', open: 0 },
        { id: 'bil_2', open: 500 },
      ],
    })
  })
})

describe('whatever the timeline', () => {
  it('what is owed less what is credit changes by the charges, and never both are above zero', () => {
    fc.assert(
      fc.property(someTimeline, someTimeline, fc.nat(5_000), (one, other, credit) => {
        const { balances, ...rest } = sold(one)
        const charged = { ...rest, balances: { ...balances, credit } }
        const next = { ...one, segments: other.segments.map(from(one)) }
        const previewed = previewBilling(next, charged)
        const change = previewed.charges.reduce((sum, { amount }) => sum + amount.payment, 0)
        expect(previewed.owed - previewed.credit).toBe(change - credit)
        expect(Math.min(previewed.owed, previewed.credit)).toBe(0)
        expect([0, previewed.credit]).toContain(previewed.refund)
      }),
    )
  })

  it('all credit is given back once it has ended', () => {
    fc.assert(
      fc.property(someTimeline, someDay, (timeline, lastDay) => {
        const ended = endTimeline(timeline, lastDay, { method: 'pro_rata' })
        const { credit, refund } = previewBilling(ended, sold(timeline))
        expect(refund).toBe(credit)
      }),
    )
  })
})

/** Moves segments to begin with another timeline. */
function from({ segments }: Timeline) {
  const begins = segments[0]?.firstDay ?? day('2027-01-01')
  return (segment: Timeline['segments'][number], n: number): Timeline['segments'][number] => {
    return { ...segment, firstDay: begins.add({ days: n * 17 }) }
  }
}
