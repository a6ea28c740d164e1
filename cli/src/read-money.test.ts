import fc from 'fast-check'
import { expect, it } from 'vitest'
import { money } from './output/money.ts'
import { readMoney } from './read-money.ts'

it('an amount is read as it is shown, in every currency', () => {
  const currency = fc.constantFrom('eur', 'chf', 'jpy', 'kwd')
  fc.assert(
    fc.property(fc.nat(1_000_000_000_000), currency, (amount, code) => {
      const written = money(amount, code).replaceAll(',', '')
      expect(readMoney(written)).toEqual({ amount, currency: code })
    }),
  )
})

it.each([
  ['500eur', 50_000],
  ['500.5EUR', 50_050],
  ['0chf', 0],
  ['1000000000000jpy', 1_000_000_000_000],
])('%s are %i minor units', (text, amount) => {
  expect(readMoney(text)).toMatchObject({ amount })
})

it.each([
  '',
  '500',
  'eur',
  '500.005eur',
  '1.5jpy',
  '-5eur',
  '1,000eur',
  '.5eur',
  '5.eur',
  '5 euro',
  '90071992547409.92eur',
])('%j is no amount', (text) => {
  expect(readMoney(text)).toBeNull()
})
