import { placeOf } from '@bindery/spreadsheet'
import { describe, expect, test } from 'vitest'
import { toPremium } from '../../src/pricing/index.ts'
import { agree } from './agree.ts'
import { expectedOutcome } from './expected-outcome.ts'
import { readRecorded, type RecordedCase, recordedNames } from './recorded.ts'

const differencesShownMax = 20

describe.each(recordedNames)('the workbook %s', async (name) => {
  const recorded = await readRecorded(name)
  const { compiled, cases } = recorded

  test('comes to what a spreadsheet program says, in every cell for every customer', () => {
    const compared = new Set<string>()
    const differences: string[] = []
    for (const [at, given] of cases.entries()) {
      for (const { cell, value } of compiled.cellsFor(inputOf(given)).computed) {
        const place = placeOf(cell)
        compared.add(place)
        const answer = given.cells.get(place)
        if (answer !== undefined && agree(value, answer)) continue
        differences.push(
          `case ${at}, ${place}: ${JSON.stringify(value)}, not ${JSON.stringify(answer)}`,
        )
      }
    }
    expect(differences.slice(0, differencesShownMax)).toEqual([])
    expect(cases).toHaveLength(200)
    expect(compared.size).toBeGreaterThan(60)
  })

  test('saved its own test values as we compute them', () => {
    const differences = compiled
      .recompute()
      .filter(({ value, saved }) => saved === null || !agree(value, saved))
    expect(differences).toEqual([])
  })

  test('asks, declines and prices as its cells say', () => {
    const outcomes = new Map<string, number>()
    for (const given of cases) {
      const calculation = compiled.evaluate(inputOf(given))
      const expected = expectedOutcome(recorded, given)
      outcomes.set(expected.outcome, (outcomes.get(expected.outcome) ?? 0) + 1)
      const outcome = toPremium(calculation)
      // An answer that no lookup finds is an error of the customer's; its cell fails all the same.
      const isMissed = outcome.outcome === 'invalid' && outcome.miss !== undefined
      const found = isMissed ? { outcome: 'failed' } : outcome
      expect(found, JSON.stringify(given.data)).toMatchObject(expected)
    }
    expect(outcomes.get('priced')).toBeGreaterThan(120)
    expect(outcomes.get('knockout')).toBeGreaterThan(5)
    expect(outcomes.get('invalid')).toBeGreaterThan(5)
  })
})

function inputOf({ data, variables, today }: RecordedCase) {
  return { data, variables, today: Temporal.PlainDate.from(today) }
}
