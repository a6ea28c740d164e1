import { translateFormulaToA1, translateFormulaToR1C1 } from '@borgar/fx'
import { assert, constantFrom, integer, array, property } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addressOf } from './cell-address.ts'
import { takeApart, writeOut } from './shared-formula.ts'

const piece = constantFrom(
  'A10',
  '$B$20',
  'C$30',
  '$D40',
  'A10:B$90',
  'Rates!C15',
  "'My sheet'!D$16",
  '"A1"',
  'SUM(A11:A12)',
  'tax_rate',
  'LOG10(B14)',
  '1E5',
  'Rates[[#This Row],[Key]]',
)

describe('a shared formula', () => {
  it('is itself in the cell that carries it', () => {
    assert(
      property(array(piece, { minLength: 1, maxLength: 6 }), (pieces) => {
        const formula = pieces.join('+')
        expect(writeOut(takeApart(formula, 5, 5), { row: 5, column: 5 })).toBe(formula)
      }),
    )
  })

  it('moves as the parser library moves it by way of relative references', () => {
    assert(
      property(
        array(piece, { minLength: 1, maxLength: 6 }),
        integer({ min: 5, max: 40 }),
        integer({ min: 5, max: 30 }),
        (pieces, row, column) => {
          const formula = pieces.join('*')
          const relative = translateFormulaToR1C1(formula, 'E5')
          const expected = translateFormulaToA1(relative, addressOf(row, column))
          expect(writeOut(takeApart(formula, 5, 5), { row, column })).toBe(expected)
        },
      ),
    )
  })

  it('moves whole rows and columns too, and comes in on the other side of the sheet', () => {
    const move = (formula: string, row: number, column: number) =>
      writeOut(takeApart(formula, 5, 5), { row, column })
    expect(move('SUM(A:B,$C:D,3:4,$5:6)', 6, 6)).toBe('SUM(B:C,$C:E,4:5,$5:7)')
    expect(move('A1', 1, 1)).toBe('XFA1048573')
  })
})
