import fc from 'fast-check'
import { format } from 'numfmt'
import { describe, expect, test } from 'vitest'
import { calendar1900 } from './calendar.ts'
import { formatOf } from './quick-format.ts'

const plain = [
  '00',
  '000',
  '0000.00',
  '00%',
  '0',
  '0.0',
  '0.00',
  '0.000',
  '0%',
  '0.0%',
  '0.000%',
  '#,##0',
  '#,##0.00',
]
const days = ['yyyy-mm-dd', 'dd.mm.yyyy', 'mm/dd/yyyy', 'dd-mm-yyyy', 'dd mm yyyy']

describe('plain number formats', () => {
  test('are written as the library writes them', () => {
    const amounts = fc.oneof(
      fc.integer({ min: -99_999_999, max: 99_999_999 }).map((cents) => cents / 100),
      fc.integer({ min: -99_999_999, max: 99_999_999 }).map((tenths) => tenths / 100_000),
      fc.constantFrom(0, -0.001, 0.005, 0.285, 1.005, 999.995, 1000, 999_999.994, 0.1 + 0.2),
    )
    fc.assert(
      fc.property(amounts, fc.constantFrom(...plain), (amount, pattern) => {
        const written = formatOf(pattern).quick?.(amount, calendar1900) ?? null
        if (written !== null) expect(written).toBe(format(pattern, amount))
      }),
      { numRuns: 3000 },
    )
  })

  test('of days are written as the library writes them', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 2_958_465 }),
        fc.constantFrom(...days),
        (serial, pattern) => {
          const written = formatOf(pattern).quick?.(serial, calendar1900)
          expect(written).toBe(format(pattern, serial))
        },
      ),
    )
  })

  test('leave everything else to the library', () => {
    expect(formatOf('0').quick?.(1e9, calendar1900)).toBeNull()
    for (const pattern of ['0.0E+00', 'mmm yyyy', '# ?/?', '0;(0)', 'dd.dd.yyyy', '"x"0']) {
      expect(formatOf(pattern).quick).toBeNull()
    }
  })
})
