import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { invoiceNumber, invoiceReference } from './invoice-number.ts'

const live = { livemode: true, year: 2027, number: 123 }
const test = { ...live, livemode: false }

describe('the number of an invoice', () => {
  it('shows its year and, in test mode, that it is not to be paid', () => {
    expect(invoiceNumber(live)).toBe('2027-000123')
    expect(invoiceNumber(test)).toBe('TEST-2027-000123')
    expect(invoiceNumber({ ...live, number: 1_234_567 })).toBe('2027-1234567')
  })

  it('has a reference for transfers with two digits that check it', () => {
    expect(invoiceReference(live)).toBe('RF932027000123')
    expect(invoiceReference(test)).toMatch(/^RF\d\dTEST2027000123$/)
  })

  it('is never that of another invoice when one digit of the reference is mistyped', () => {
    const mistyped = fc.record({
      number: fc.integer({ min: 1, max: 9_999_999 }),
      livemode: fc.boolean(),
      at: fc.nat(),
      by: fc.integer({ min: 1, max: 9 }),
    })
    fc.assert(
      fc.property(mistyped, ({ number, livemode, at, by }) => {
        const reference = invoiceReference({ livemode, year: 2027, number })
        expect(isValid(reference)).toBe(true)
        const places = [...reference.matchAll(/\d/g)].map(({ index }) => index)
        const place = places[at % places.length] ?? 0
        const digit = (Number(reference[place]) + by) % 10
        expect(isValid(reference.slice(0, place) + digit + reference.slice(place + 1))).toBe(false)
      }),
    )
  })
})

/** As a bank checks it: the first four signs behind the others, letters as numbers, modulo 97. */
function isValid(reference: string): boolean {
  const turned = reference.slice(4) + reference.slice(0, 4)
  const digits = turned.replaceAll(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55))
  return BigInt(digits) % 97n === 1n
}
