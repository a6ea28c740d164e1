import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { BankLine } from './bank-file.ts'
import { type KnownLine, sortLines } from './bank-receipt.ts'
import { numbersIn } from './numbers-in.ts'
import { invoiceNumber, invoiceReference } from '../ledger/index.ts'

const some = fc.record({
  amount: fc.constantFrom(100, 200),
  bankId: fc.constantFrom('a', 'b', 'c', null),
})
const lineOf = ({ amount, bankId }: { amount: number; bankId: string | null }): BankLine => ({
  line: 1,
  amount,
  currency: 'eur',
  receivedOn: Temporal.PlainDate.from('2027-01-01'),
  reference: 'x',
  bankId,
  payer: null,
})
const file = fc.array(some.map(lineOf), { maxLength: 8 })

/** As they are stored once a file was taken. */
function take(lines: readonly BankLine[], stored: readonly KnownLine[]): KnownLine[] {
  const fresh = sortLines(lines, stored).flatMap(({ line, digest, ordinal, known }, at) =>
    known === null
      ? [{ id: `rcp_${stored.length + at}` as const, digest, ordinal, bankId: line.bankId }]
      : [],
  )
  return [...stored, ...fresh]
}

describe('lines of a bank', () => {
  it('are taken once, in whatever files and however often they come', () => {
    fc.assert(
      fc.property(file, file, (first, second) => {
        const once = take(first, [])
        expect(once).toHaveLength(first.length)
        expect(take(first, once)).toEqual(once)
        const both = take([...first, ...second], once)
        expect(both).toHaveLength(first.length + second.length)
        expect(take(second, both)).toEqual(both)
        const keys = both.map(({ digest, ordinal }) => `${digest.toString('hex')} ${ordinal}`)
        expect(new Set(keys).size).toBe(keys.length)
      }),
    )
  })

  it('are the same with a name of the bank and without, and others where the names differ', () => {
    const unnamed = lineOf({ amount: 100, bankId: null })
    const stored = take([unnamed, unnamed], [])
    const [a, b, c] = ['a', 'b', 'c'].map((bankId) => lineOf({ amount: 100, bankId }))
    const fates = sortLines(
      [a, b, c].filter((line) => line !== undefined),
      stored,
    )
    expect(fates.map(({ known, ordinal }) => [known !== null, ordinal])).toEqual([
      [true, 1],
      [true, 2],
      [false, 3],
    ])
  })
})

describe('the numbers in a text', () => {
  const number = fc.record({
    livemode: fc.boolean(),
    year: fc.integer({ min: 2000, max: 2999 }),
    number: fc.integer({ min: 1, max: 999_999_999 }),
  })
  const around = fc.constantFrom('', 'Rechnung ', 'Kd.-Nr. 4711 ', 'RF ', 'DE12345 / ', 'MÜLLER; ')

  it('are found, written or as a reference, with blanks anywhere and in any case', () => {
    fc.assert(
      fc.property(number, around, around, fc.integer({ min: 1, max: 12 }), (of, a, b, every) => {
        expect(numbersIn(`${a}${invoiceNumber(of)} ${b}`, of.livemode)).toContainEqual(of)
        const broken = invoiceReference(of).replaceAll(new RegExp(`.{${every}}`, 'g'), '$& ')
        expect(numbersIn(`${a}${broken.toLowerCase()} ${b}`, of.livemode)).toContainEqual(of)
        expect(numbersIn(invoiceNumber(of), !of.livemode)).toEqual([])
        expect(numbersIn(invoiceReference(of), !of.livemode)).toEqual([])
      }),
    )
  })

  it('are none where a digit of the reference is wrong', () => {
    fc.assert(
      fc.property(number, fc.integer({ min: 1, max: 9 }), fc.nat(9), (of, by, at) => {
        const right = invoiceReference({ ...of, number: of.number % 1_000_000 || 1 })
        const place = right.length - 1 - (at % 10)
        const digit = (Number(right[place]) + by) % 10
        const wrong = right.slice(0, place) + digit + right.slice(place + 1)
        expect(numbersIn(wrong, of.livemode)).toEqual([])
      }),
    )
    expect(numbersIn('12027-0001234', true)).toEqual([])
    expect(numbersIn('2027-00012', true)).toEqual([])
  })

  it('are found as people and banks write them', () => {
    const found = (text: string, livemode = true) =>
      numbersIn(text, livemode).map(({ year, number }) => `${year} ${number}`)
    for (const text of [
      'RE2027-000123',
      'Re.Nr.2027-000123 danke',
      'RECHNUNG 2027 000123',
      'Rechnung2027/000123',
      'INV_2027_000123',
      'RE 2027.000123',
      'Nr:2027 – 000123',
      '2027\u2011000123',
      'RE2027000123',
      'vom 31.12.2027 Nr 2027-000123',
      '12/2027/000123',
      'latest 2027-000123',
    ]) {
      expect(found(text), text).toEqual(['2027 123'])
    }
    for (const text of [
      'TEST-2027-000123',
      'RE TEST2027000123',
      'RETEST-2027-000123',
      'test 2027 000123',
    ]) {
      expect([found(text), found(text, false)], text).toEqual([[], ['2027 123']])
    }
    for (const text of [
      'vom 31.12.2027 000123',
      'am 2027-12-31',
      'Kunde 92027000123',
      'DE89370400440532013000',
      'DE89 3704 0044 0532 0130 00',
      'RF94 2027 000123',
      'RF942027000123',
      '+49 2027 12345',
    ]) {
      expect(found(text), text).toEqual([])
    }
    expect(found('RF94TEST2027000123', false)).toEqual([])
  })
})
