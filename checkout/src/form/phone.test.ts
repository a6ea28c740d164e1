import { describe, expect, it } from 'vitest'
import { countryOf } from './country.ts'
import { codeElsewhere, phoneExample, phonesOf, readPhone, writePhone } from './phone.ts'

const berlin = { currency: 'eur', time_zone: 'Europe/Berlin' }

describe('a telephone number', () => {
  const rules = {
    swiss: phonesOf('phone_number:CH|required', berlin),
    any: phonesOf('phone_number|required', berlin),
    several: phonesOf('string|phone_number:DE,AT', berlin),
    nowhere: phonesOf('phone_number', { currency: 'eur', time_zone: 'UTC' }),
  }

  it.each([
    ['044 668 18 00', 'swiss', '044 668 18 00', '044 668 18 00'],
    ['0446681800', 'swiss', '044 668 18 00', '044 668 18 00'],
    ['+41446681800', 'swiss', '+41 44 668 18 00', '044 668 18 00'],
    ['+49 30 901820', 'swiss', '+49 30 901820', '+49 30 901820'],
    ['030 901820', 'any', '+49 30 901820', '030 901820'],
    ['030/901820', 'any', '+49 30 901820', '030 901820'],
    ['0041 44 668 18 00', 'any', '+41 44 668 18 00', '+41 44 668 18 00'],
    ['01512 3456789', 'several', '+49 1512 3456789', '+49 1512 3456789'],
    ['+41 44 668 18 00', 'nowhere', '+41 44 668 18 00', '+41 44 668 18 00'],
  ] as const)('%s for the rule of %s is sent as %s and shown as %s', (text, rule, sent, shown) => {
    expect(readPhone(text, rules[rule])).toBe(sent)
    expect(writePhone(sent, rules[rule])).toBe(shown)
  })

  it.each([
    ['044 668', 'swiss'],
    ['030 901820', 'nowhere'],
    ['+49', 'any'],
    ['my number', 'any'],
  ] as const)('%s for the rule of %s is none', (text, rule) => {
    expect(readPhone(text, rules[rule])).toBeNull()
  })

  it('has an example as people there write it', () => {
    expect(phoneExample(rules.swiss)).toBe('078 123 45 67')
    expect(phoneExample(rules.any)).toBe('01512 3456789')
    expect([rules.swiss, rules.any].map(codeElsewhere)).toEqual(['+49', '+41'])
    expect(phoneExample(rules.several)).toBe('+49 1512 3456789')
    expect(phoneExample(rules.nowhere)).toMatch(/^\+/)
  })

  it.each([
    ['chf', 'Europe/Zurich', 'CH'],
    ['eur', 'Europe/Vienna', 'AT'],
    ['gbp', 'Europe/London', 'GB'],
    ['eur', 'UTC', null],
    ['xof', 'Africa/Dakar', null],
  ])(
    'is of the country where a product is sold in %s on the clock of %s: %s',
    (currency, time_zone, country) => {
      expect(countryOf({ currency, time_zone })).toBe(country)
    },
  )
})
