import type { GivenCell } from '@bindery/spreadsheet/testing'
import { describe, expect, it } from 'vitest'
import { compileRules } from '../../../rules/index.ts'
import { proposedRules, styles, validation } from '../testing/proposed-rules.ts'

const price = { J7: 'gross_premium', K7: '=LEN(C7)' }

/** What is proposed for the one input `claims`, which stands in C7. */
function forClaims(
  saved: GivenCell,
  validated: string,
  lists: Readonly<Record<string, GivenCell>> = {},
) {
  const { rules, notices } = proposedRules({
    cells: { ...price, B7: 'claims', C7: saved },
    validations: [validated],
    sheets: { Lists: lists },
  })
  return { rules: rules['claims'], notices }
}

const list = (entries: string) => validation('C7', 'list', `"${entries}"`)

describe('a list of numbers and texts', () => {
  const cells = { A1: 0, A2: 1, A3: 2, A4: '3+' }

  it.each([
    ['written out', list('0,1,2,3+')],
    ['in cells', validation('C7', 'list', 'Lists!$A$1:$A$4')],
  ])(
    'is asked for in the kind that was answered, and the rest is reported: %s',
    (_what, validated) => {
      const left = (text: string) => [
        expect.stringMatching(new RegExp(`^Calculator!C7: .*holds ${text}, of another kind`)),
      ]
      expect(forClaims(1, validated, cells)).toEqual({
        rules: 'integer|required|in:0,1,2',
        notices: left('"3\\+"'),
      })
      expect(forClaims('3+', validated, cells)).toEqual({
        rules: 'string|required|in:3+',
        notices: left('0, 1, 2'),
      })
    },
  )

  it('is asked for in the kind of most of its values, where nothing was answered', () => {
    const blank: GivenCell = [null, null]
    expect(forClaims(blank, list('0,1,2,3+')).rules).toBe('integer|in:0,1,2')
    expect(forClaims(blank, list('none,one,more,4')).rules).toBe('string|in:none,one,more')
  })
})

describe('a list that is written out', () => {
  it.each<[string, string, GivenCell, string]>([
    ['per cents are parts of one', '10%,20%,12.3 %', [0.2, null, styles.percent], '0.1,0.2,0.123'],
    ['per cents without a format too', '10%,20%', 0.2, '0.1,0.2'],
    ['powers of ten are numbers', '0.5,1,2e0,1E-2', 0.5, '0.5,1,2,0.01'],
  ])('is entered as a spreadsheet program enters it: %s', (_what, entries, saved, values) => {
    expect(forClaims(saved, list(entries))).toEqual({
      rules: `numeric|required|in:${values}`,
      notices: [],
    })
  })

  it('stays text where what stands there is a text that looks like a number', () => {
    expect(forClaims('20%', list('10%,20%')).rules).toBe('string|required|in:10%,20%')
  })
})

describe('a list for a cell that is formatted as text', () => {
  it.each<[string, GivenCell, string]>([
    ['blank', [null, null, styles.text], 'string|in:01,02,03'],
    ['with one of them', ['02', null, styles.text], 'string|required|in:01,02,03'],
    ['with another text', ['none', null, styles.text], 'string|required|in:01,02,03'],
    ['with a number from before', [2, null, styles.text], 'integer|required|in:1,2,3'],
  ])('keeps its entries as they are written: %s', (_what, saved, rules) => {
    expect(forClaims(saved, list('01,02,03')).rules).toBe(rules)
  })

  it('enters numbers into a blank one that is not', () => {
    expect(forClaims([null, null], list('01,02,03')).rules).toBe('integer|in:1,2,3')
  })
})

describe('data validation of another kind than what stands in the cell', () => {
  it.each<[string, GivenCell, string, string, string]>([
    ['whole', '30', '18', 'string|required', '"30" is not a whole number'],
    ['decimal', 'none', '0', 'string|required', '"none" is not a number'],
    ['date', '2027-02-01', '46388', 'string|required', '"2027-02-01" is not a day'],
    ['whole', true, '0', 'boolean|required', 'true is not a whole number'],
  ])('is reported, with its fix: %s for %s', (kind, saved, bound, rules, word) => {
    const validated = validation('C7', `${kind} greaterThan`, bound)
    expect(forClaims(saved, validated)).toEqual({ rules, notices: [expect.stringContaining(word)] })
  })
})

describe('bounds of which one can be taken', () => {
  const bounded = (saved: GivenCell, kind: string, ...bounds: string[]) =>
    forClaims(saved, validation('C7', kind, ...bounds), { A1: 100, A2: '=A1*50' })

  it('keep that one, and report the other', () => {
    expect(bounded(500, 'decimal between', 'Lists!$A$1', 'Lists!$A$2')).toEqual({
      rules: 'numeric|required|min:100',
      notices: [
        expect.stringMatching(/^Calculator!C7: .*bound =Lists!\$A\$2, .*without a formula/),
      ],
    })
    expect(bounded(500, 'decimal between', 'Lists!$A$2', '9000').rules).toBe(
      'numeric|required|max:9000',
    )
    expect(bounded('abc', 'textLength between', '2', 'Lists!$A$2').rules).toBe(
      'string|required|min:2',
    )
  })

  it('keep the kind of the answer where neither can', () => {
    const { rules, notices } = bounded([null, null], 'whole between', 'Lists!$A$2', 'LEN("abc")')
    expect(rules).toBe('integer')
    expect(notices).toHaveLength(2)
    expect(bounded(5, 'whole between', '#REF!', '#REF!').notices).toHaveLength(1)
  })

  it('that move with the day in another way than by days are reported with a fix', () => {
    const { rules, notices } = bounded([null, null], 'date between', 'TODAY()', 'EDATE(TODAY(),12)')
    expect(rules).toBe('iso_date|after_or_equal:today')
    expect(notices).toEqual([expect.stringContaining('before_or_equal:+12 months')])
    expect(notices[0]).not.toContain('number there')
  })
})

describe('a bound so many days from today', () => {
  const hours = ['00:00', '12:00', '23:59']
  const today = '2027-03-01'
  const holds = (operator: string, distance: number, bound: number) =>
    ({
      greaterThan: distance > bound,
      greaterThanOrEqual: distance >= bound,
      lessThan: distance < bound,
      lessThanOrEqual: distance <= bound,
    })[operator]

  it.each(['greaterThan', 'greaterThanOrEqual', 'lessThan', 'lessThanOrEqual'])(
    'allows the days that the spreadsheet program allows, at any hour: %s',
    (operator) => {
      for (const bound of [-400, -2, -1, 0, 1, 2, 365]) {
        const formula = `TODAY()${bound < 0 ? bound : `+${bound}`}`
        const { rules = '', notices } = forClaims(
          [null, null, styles.day],
          validation('C7', `date ${operator}`, formula),
        )
        expect(notices).toEqual([])
        for (const distance of [bound - 1, bound, bound + 1]) {
          const day = Temporal.PlainDate.from(today).add({ days: distance }).toString()
          for (const hour of hours) {
            expect([rules, day, hour, passes(rules, day, `${today}T${hour}`)]).toEqual([
              rules,
              day,
              hour,
              holds(operator, distance, bound),
            ])
          }
        }
      }
    },
  )
})

function passes(rules: string, claims: string, now: string): boolean {
  const compiled = compileRules([{ name: 'claims', path: 'data', validation: rules }], {
    file: 'quote.json',
    timeZone: 'UTC',
    dataset: () => undefined,
  })
  if (!compiled.ok) throw new Error(JSON.stringify(compiled.problems))
  const context = {
    now: Temporal.PlainDateTime.from(now),
    item: () => undefined,
    hasLiteral: () => false,
  }
  return compiled.checker.check({ data: { claims } }, context).length === 0
}
