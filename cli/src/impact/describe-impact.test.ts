import type { Impact } from '@bindery/sdk'
import { describe, expect, it } from 'vitest'
import { plainPaint } from '../output/paint.ts'
import { describeImpact } from './describe-impact.ts'
import type { ImpactResult } from './impact-result.ts'
import { impactReport } from './report/impact-report.ts'

const nothing: ImpactResult = {
  count: 0,
  priced: 0,
  knocked_out: 0,
  refused: 0,
  failed: 0,
  not_sold: 0,
  premium_before: 0,
  premium_after: 0,
  premium_unpriced: 0,
  percent: null,
  risen: 0,
  fallen: 0,
  unchanged: 0,
  from_nothing: 0,
  greatest_rise_percent: 0,
  greatest_fall_percent: 0,
  least_percent: null,
  most_percent: null,
  quantiles: [],
  histogram: [],
  rise_most: [],
  fall_most: [],
  shares: [],
  knocked_out_by: [],
  refused_fields: [],
  failed_at: [],
  not_sold_for: [],
  groups: [],
}

function impact(result: Partial<ImpactResult>, scope: Impact['scope'] = { kind: 'in_force' }) {
  return {
    id: 'imp_1',
    status: 'done',
    product_id: 'prd_1',
    product_version_id: 'prv_2',
    live_version_id: 'prv_1',
    scope,
    day: '2027-04-10',
    currency: 'CHF',
    ahead: 0,
    total: 1,
    done: 1,
    failure: null,
    result: { ...nothing, ...result },
    created_at: '2027-04-10T08:00:00Z',
    started_at: null,
    finished_at: null,
  } satisfies Impact
}

const lines = (one: Impact) => describeImpact(one, { currency: 'chf', paint: plainPaint })
const page = (one: Impact) => impactReport(one, { product: 'Bikes', currency: 'chf' })

const quantiles = [1, 5, 10, 25, 50, 75, 90, 95, 99].map((share) => ({ share, percent: 10 }))
/** One policy that becomes dearer by a tenth. */
const one: Partial<ImpactResult> = {
  count: 1,
  priced: 1,
  risen: 1,
  premium_before: 10_000,
  premium_after: 11_000,
  percent: 10,
  greatest_rise_percent: 10,
  quantiles,
  histogram: [{ from_percent: 10, count: 1 }],
}
const counts = {
  ...nothing,
  count: 240,
  priced: 0,
  refused: 240,
  premium_unpriced: 127_194_00,
}

describe('a described impact', () => {
  it.each<[string, Impact, string[]]>([
    ['an empty portfolio', impact({}), ['no policies in force in this mode: nothing would change']],
    ['one policy', impact(one), ['1 policy in force on 2027-04-10', 'premium today']],
    [
      'quotes',
      impact(one, { kind: 'quotes', days: 30 }),
      ['1 quote of the last 30 days, up to 2027-04-10', 'premium as quoted'],
    ],
    [
      'renewals, which are not compared with what is paid today',
      impact(one, { kind: 'renewals', from: '2027-03-01', to: '2027-03-31' }),
      ['1 renewal of terms that end 2027-03-01 to 2027-03-31', 'premium by the version on sale'],
    ],
    [
      'nothing but refusals',
      impact({ ...counts, refused_fields: [{ cause: 'age', count: 240, example: 'B-1' }] }),
      ['0.00 CHF  of 0 with a price', '240: 240 refused', 'today          127,194.00 CHF'],
    ],
  ])('speaks of %s', (_, found, words) => {
    for (const word of words) expect(lines(found).join('\n')).toContain(word)
  })

  it('knows no fall where nothing falls', () => {
    const text = lines(impact(one)).join('\n')
    expect(text).toMatch(/least +1 %.*\n\+10 % +\+10 %/)
  })

  it('fits a terminal of eighty columns, whatever it tells', () => {
    const words = 'SWITCH(zone, "A", 1.35, "B", 1.1, "C", 0.85, "D", 17, "E", 18, "F", 19)'
    const long = 'a_field_with_a_very_long_name.of_an_answer'
    const text = lines(
      impact({
        ...one,
        count: 12_000,
        knocked_out: 1_000,
        shares: [
          { cause: 'cell', place: 'step z', before: words, after: words, premium: -9, count: 3 },
        ],
        failed_at: [
          { cause: 'Calculator!K7', count: 2, example: `B-1: #N/A: ${'no '.repeat(50)}` },
        ],
        groups: [
          {
            field: long,
            values: [{ ...counts, value: `${long} ${long}`, premium_before: 9_876_543_21 }],
          },
        ],
      }),
    )
    for (const line of text) expect(line.length).toBeLessThanOrEqual(80)
    const whole = text.join(' ').replaceAll(/\s+/g, ' ')
    expect(whole).toContain(`step z from ${words.slice(0, 59)}… to`)
  })
})

describe('the report of an impact', () => {
  it('says what there is to say where there is nothing to draw', () => {
    expect(page(impact({}))).toContain('There are no policies in force of this product')
    expect(page(impact(counts))).toContain('has no price for any of them')
    expect(page(impact({ count: 2, priced: 2, unchanged: 2 }))).toContain('No premium changes.')
  })

  it('says what was compared', () => {
    expect(page(impact(one))).toContain('Before is the premium that was sold')
    const renewals = page(impact(one, { kind: 'renewals', from: '2027-03-01', to: '2027-03-31' }))
    expect(renewals).toContain('Before is the next term by the version on sale')
  })

  it('draws the first of many groups, lists all of them, and takes no name for a tag', () => {
    const values = Array.from({ length: 101 }, (_, at) => ({
      ...counts,
      priced: 240,
      percent: at,
      value: `<b>${at}`,
    }))
    const report = page(impact({ ...one, groups: [{ field: 'x', values }] }))
    expect(report).not.toContain('<b>')
    expect(report.match(/<td>&lt;b&gt;/g)).toHaveLength(101)
    expect(report.match(/class="(rise|same)"/g)?.length).toBeLessThan(30)
  })

  it('tells what more than doubles in whole percents, and its ends exactly', () => {
    const one = impact({
      count: 1,
      priced: 1,
      risen: 1,
      least_percent: 677.78,
      most_percent: 677.78,
      quantiles,
      histogram: [{ from_percent: 677, count: 1 }],
    })
    const text = lines(one).join('\n')
    expect(text).toContain('+677 % to +678 %')
    expect(text.match(/\+677\.78 %/g)).toHaveLength(2)
    expect(page(one)).toContain('+677 % to +678 %')
  })

  it('puts no end to what rises beyond a hundredfold', () => {
    const histogram = [{ from_percent: 9_900, count: 1 }]
    const text = lines(impact({ ...one, histogram, greatest_rise_percent: 1_234_567 })).join('\n')
    expect(text).toContain('+9,900 % and more')
    expect(text).toContain('+1,234,567 %')
  })
})
