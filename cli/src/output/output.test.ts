import picocolors from 'picocolors'
import { describe, expect, it } from 'vitest'
import { describeUses } from './datasets.ts'
import { describeDifferences } from './differences.ts'
import { money } from './money.ts'
import { table } from './table.ts'

const paint = picocolors.createColors(false)

it.each([
  [146241, 'eur', '1,462.41 EUR'],
  [5, 'CHF', '0.05 CHF'],
  [1200, 'jpy', '1,200 JPY'],
  [1234567, 'kwd', '1,234.567 KWD'],
])('%i minor units of %s are %s', (minorUnits, currency, text) => {
  expect(money(minorUnits, currency)).toBe(text)
})

it('a table is as wide as its cells, whatever their colour', () => {
  const coloured = picocolors.createColors(true)
  expect(
    table(
      ['a', 'b'],
      [
        [coloured.red('xyz'), 'ü'],
        ['x', 'y'],
      ],
      paint,
    ),
  ).toEqual(['a    b', `${coloured.red('xyz')}  ü`, 'x    y'])
})

describe('a plan', () => {
  const lines = (
    area: string,
    before: unknown,
    after: unknown,
    change: 'added' | 'removed' | 'changed' = 'changed',
  ) => describeDifferences([{ area, change, place: 'it', before, after }], 'eur', paint).join('\n')
  const priced = (gross: number, tax: number) => ({
    gross_payment_amount: gross,
    net_premium: gross - tax,
    premium_tax: tax,
  })

  it('tells cells of a workbook as whoever keeps it would say it', () => {
    const cell = (before: unknown, after: unknown, about: string, change = 'changed' as const) =>
      describeDifferences(
        [{ area: 'workbook', change, place: 'Rates!B12', before, after, about }],
        'eur',
        paint,
      )[1]
    expect(cell(1.1, 1.15, 'the factor of "retail"')).toBe(
      '  ~ Rates!B12 1.1 to 1.15, the factor of "retail"',
    )
    expect(cell('=B1*2', '=B1*3', '')).toBe('  ~ Rates!B12 =B1*2 to =B1*3')
    expect(cell(null, { industry: 'garden', factor: 0.9 }, 'the row of "garden"')).toBe(
      '  ~ Rates!B12, the row of "garden": industry garden, factor 0.9',
    )
    expect(cell(null, null, '4 rows stand in another order')).toBe(
      '  ~ Rates!B12: 4 rows stand in another order',
    )
  })

  it('tells prices as amounts', () => {
    expect(lines('prices', priced(1250, 200), priced(1499, 239))).toContain(
      '~ it: 12.50 EUR → 14.99 EUR',
    )
    expect(lines('prices', priced(1250, 200), { knockout: 'too_old' })).toContain(
      '12.50 EUR → declined (too_old)',
    )
    expect(lines('prices', { errors: ['age'] }, { failed: 'net: #N/A' })).toContain(
      'refused (age) → failed (net: #N/A)',
    )
    expect(lines('prices', priced(1250, 200), priced(1250, 100))).toContain(
      '12.50 EUR, but 10.50 EUR net and 2.00 EUR tax → 11.50 EUR net and 1.00 EUR tax',
    )
  })

  it('tells of plans and integrations only what differs, in words', () => {
    const before = { distributor: 'alpine', allowedOrigins: [] }
    const after = {
      distributor: 'alpine',
      allowedOrigins: ['https://a.example', 'https://b.example'],
    }
    expect(lines('integrations', before, after)).toBe(
      'integrations\n  ~ it\n      allowed origins:  → https://a.example, https://b.example\n',
    )
    expect(lines('integrations', null, after, 'added')).toBe('integrations\n  + it\n')
  })

  it('tells rules below each other, and files by their size', () => {
    const [old, now] = [
      `string|required|max:${'9'.repeat(40)}`,
      'string|required|max:100|min:2|email',
    ]
    expect(lines('quote rules', old, now)).toContain(`~ it\n      ${old}\n      ${now}`)
    expect(lines('settings', 'EUR', 'CHF')).toContain('~ it: EUR → CHF')
    expect(lines('files', { bytes: 1 }, { bytes: 2 })).toContain('~ it (1 → 2 bytes)')
    expect(lines('files', { bytes: 1 }, null, 'removed')).toContain('- it (1 bytes)')
  })
})

it('rows of a dataset that change are counted, and the first of them shown', () => {
  const lines = describeDifferences(
    [
      {
        area: 'datasets',
        change: 'changed',
        place: 'companies rows',
        before: { rows: 3 },
        after: {
          rows: 9,
          added: 7,
          changed: 0,
          removed: 1,
          first: [{ change: 'added', key: 'C-1' }],
        },
      },
    ],
    'EUR',
    paint,
  )
  expect(lines).toEqual([
    'datasets',
    '  ~ companies rows: 7 added, 0 changed, 1 removed',
    '      + C-1',
    '      … and 7 more',
    '',
  ])
})

describe('the datasets of a folder', () => {
  const shown = (product: string | null, ...products: string[]) =>
    describeUses([{ key: 'companies', product, products }], 'cyber', paint)

  it('are listed where other products use them, or where they change independently', () => {
    expect(shown('cyber', 'cyber')).toEqual([])
    expect(shown('cyber', 'cyber', 'bike', 'pet')).toEqual([
      '! companies also changes bike, pet once this is published.',
    ])
    expect(shown('bike', 'bike', 'cyber')).toEqual([
      '  companies belongs to bike and changes when bike is published.',
    ])
    expect(shown(null, 'cyber', 'pet')).toEqual([
      '! companies is a shared dataset: an import changes it at once for cyber, pet.',
    ])
    expect(shown(null)).toEqual([
      '! companies is a shared dataset: an import changes it at once for no product yet.',
    ])
  })
})
