import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { didYouMean, nearestWord, suggest } from './nearest-word.ts'

const ruleNames = ['string', 'integer', 'numeric', 'boolean', 'array', 'object', 'iso_date', 'in']

describe('the word that was meant', () => {
  test.each([
    ['bool', 'boolean'],
    ['int', 'integer'],
    ['str', 'string'],
    ['text', 'string'],
    ['number', 'numeric'],
    ['float', 'numeric'],
    ['date', 'iso_date'],
    ['list', 'array'],
    ['enum', 'in'],
    ['obj', 'object'],
    ['Integer', 'integer'],
    ['isoDate', 'iso_date'],
    ['strng', 'string'],
    ['ojbect', 'object'],
    ['numer', 'numeric'],
  ])('%s is %s', (written, meant) => {
    expect(nearestWord(written, ruleNames)).toBe(meant)
  })

  test('a synonym leads to the word that is known here', () => {
    const columns = ['text', 'number', 'boolean', 'date']
    expect(nearestWord('str', columns)).toBe('text')
    expect(nearestWord('integer', columns)).toBe('number')
    expect(nearestWord('iso_date', columns)).toBe('date')
    expect(nearestWord('bool', columns)).toBe('boolean')
  })

  test('nothing is guessed where nothing is near', () => {
    expect(nearestWord('premium', ruleNames)).toBeNull()
    expect(nearestWord('x', ruleNames)).toBeNull()
    expect(nearestWord('s'.repeat(10_000), ruleNames)).toBeNull()
    expect(didYouMean('premium', ruleNames)).toBeNull()
    expect(suggest('premium', ['gross', 'net'])).toBe('Use one of: gross, net.')
    expect(suggest('premium', [])).toBe('Remove it.')
  })

  test('a word with one letter left out, doubled or swapped is found again', () => {
    const word = fc.stringMatching(/^[a-z]{6,12}$/)
    const slip = fc.constantFrom('leave out', 'double', 'swap')
    fc.assert(
      fc.property(word, fc.nat(), slip, (meant, place, kind) => {
        const at = place % (meant.length - 1)
        const [one = '', two = ''] = meant.slice(at, at + 2)
        const middle = { 'leave out': two, double: one + one + two, swap: two + one }[kind]
        const written = meant.slice(0, at) + middle + meant.slice(at + 2)
        expect(nearestWord(written, ['0123456789', meant])).toBe(meant)
      }),
    )
  })
})
