import { describe, expect, it } from 'vitest'
import { checkSavedValues, type RecomputedCell } from './check-saved-values.ts'

function cell(value: RecomputedCell['value'], saved: RecomputedCell['saved']): RecomputedCell {
  return { place: 'Calc!B12', formula: 'A1*2', value, saved }
}

const differs = (value: RecomputedCell['value'], saved: RecomputedCell['saved']) =>
  checkSavedValues([cell(value, saved)]).problems.length > 0

describe('the values that a spreadsheet program saved', () => {
  it('are the same to fifteen digits, or as near as sums in another order come', () => {
    expect(differs(0.1 + 0.2, 0.3)).toBe(false)
    expect(differs(1234.56789012345, 1234.567890123451)).toBe(false)
    expect(differs(1e-12, 0)).toBe(false)
    expect(differs(100.01, 100.02)).toBe(true)
    expect(differs(100_000_000.01, 100_000_000.02)).toBe(false)
    expect(differs(0.001, 0.002)).toBe(true)
    expect(differs(-5, 5)).toBe(true)
  })

  it('differ where their kind, text, answer or error does', () => {
    expect(differs('a', 'a')).toBe(false)
    expect(differs('a', 'A')).toBe(true)
    expect(differs(true, true)).toBe(false)
    expect(differs(true, false)).toBe(true)
    expect(differs(1, true)).toBe(true)
    expect(differs('1', 1)).toBe(true)
    expect(differs({ error: '#N/A' }, { error: '#N/A' })).toBe(false)
    expect(differs({ error: '#N/A' }, { error: '#VALUE!' })).toBe(true)
    expect(differs({ error: '#N/A' }, 0)).toBe(true)
  })

  it('a formula that comes to a blank shows 0 or nothing', () => {
    expect(differs(null, 0)).toBe(false)
    expect(differs(null, '')).toBe(false)
    expect(differs(null, 1)).toBe(true)
  })

  it('are named with the cell, both values and what to do', () => {
    expect(checkSavedValues([cell(3, 4)]).problems).toEqual([
      {
        place: 'Calc!B12',
        message: 'The workbook says 4, but =A1*2 comes to 3.',
        fix: expect.stringContaining('Ctrl+Alt+F9'),
      },
    ])
  })

  it('that are missing are no difference, but said', () => {
    const { problems, warnings } = checkSavedValues([cell(1, null), cell(2, null), cell(3, 3)])
    expect(problems).toEqual([])
    expect(warnings).toEqual([
      expect.objectContaining({ message: expect.stringContaining('2 formulas were saved') }),
    ])
  })

  it('are not listed without end', () => {
    const { problems } = checkSavedValues(Array.from({ length: 500 }, () => cell(1, 2)))
    expect(problems).toHaveLength(51)
    expect(problems.at(-1)?.message).toBe('So do 450 further cells.')
  })
})
