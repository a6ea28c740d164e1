import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { free, type PeriodPrice } from '../timelines/index.ts'
import { somePrice } from '../timelines/some-timeline.ts'
import {
  type Entry,
  type Posting,
  type TaxedAmount,
  postEntries,
  changeOf,
  chargedBackBy,
  nothingPosted,
  writtenOffBy,
  writtenOffPartsBy,
} from './postings.ts'

const price = { payment: 11_900, tax: 1_800, fee: 100, commission: 2_000 }
const less = { payment: -5_950, tax: -900, fee: -50, commission: -1_000 }

const charge = (amount: PeriodPrice): Entry => ({
  kind: 'charge',
  cause: 'charge',
  amount,
  parts: [{ rate: '19', net: amount.payment - amount.tax - amount.fee, tax: amount.tax }],
  service: null,
})
const payment = (amount: number, till: 'cash' | 'collected_elsewhere' = 'cash'): Entry => {
  return { kind: 'payment', cause: 'payment', amount, till }
}
const refund = (amount: number): Entry => ({ kind: 'refund', cause: 'refund', amount })
const made = (amount: number): Entry => {
  return { kind: 'made_refund', cause: 'refund made', amount, till: 'cash' }
}

/** Posts one entry after the other; the postings of the last, and how the policy stands then. */
function afterAll(...entries: readonly Entry[]) {
  let postings: readonly Posting[] = []
  let balances = nothingPosted
  for (const entry of entries) ({ postings, balances } = postEntries(balances, [entry]))
  return { pairs: postings.map(pairOf), balances }
}

function pairOf({ debit, credit, amount }: Posting): string {
  return `${debit} from ${credit}: ${amount}`
}

describe('the ledger', () => {
  it('owes a premium in its parts', () => {
    expect(afterAll(charge(price))).toEqual({
      pairs: [
        'receivable from premium: 10000',
        'receivable from tax: 1800',
        'receivable from fees: 100',
      ],
      balances: { ...nothingPosted, receivable: 11_900 },
    })
  })

  it('is even after a payment, and after one that somebody else collected', () => {
    expect(afterAll(charge(price), payment(11_900))).toEqual({
      pairs: ['cash from receivable: 11900'],
      balances: { ...nothingPosted, cash: 11_900 },
    })
    expect(afterAll(charge(price), payment(11_900, 'collected_elsewhere'))).toEqual({
      pairs: ['collected_elsewhere from receivable: 11900'],
      balances: { ...nothingPosted, elsewhere: 11_900 },
    })
  })

  it('keeps as credit what a paid period costs less, and gives it back from there', () => {
    expect(afterAll(charge(price), payment(11_900), charge(less))).toEqual({
      pairs: [
        'premium from receivable: 5000',
        'tax from receivable: 900',
        'fees from receivable: 50',
        'receivable from customer_credit: 5950',
      ],
      balances: { ...nothingPosted, credit: 5_950, cash: 11_900 },
    })
    const cheaper = [charge(price), payment(11_900), charge(less)]
    expect(afterAll(...cheaper, refund(5_950))).toEqual({
      pairs: ['customer_credit from refunds_payable: 5950'],
      balances: { ...nothingPosted, refundsPayable: 5_950, cash: 11_900 },
    })
    expect(afterAll(...cheaper, refund(5_950), made(5_950))).toEqual({
      pairs: ['refunds_payable from cash: 5950'],
      balances: { ...nothingPosted, cash: 5_950 },
    })
  })

  it('lets credit pay what is owed next', () => {
    const { pairs, balances } = afterAll(payment(2_000), charge(price))
    expect(pairs.at(-1)).toBe('customer_credit from receivable: 2000')
    expect(balances).toEqual({ ...nothingPosted, receivable: 9_900, cash: 2_000 })
  })

  it('nets what happens at once before it touches the credit', () => {
    const dearer = charge({ ...free, payment: 500 })
    const cheaper = { ...charge({ ...free, payment: -500 }), cause: 'another charge' }
    const { postings, balances } = postEntries(nothingPosted, [cheaper, dearer])
    expect(postings.map(pairOf)).toEqual([
      'premium from receivable: 500',
      'receivable from premium: 500',
    ])
    expect(balances).toEqual(nothingPosted)
  })

  it('lets nobody have back what was written off: money and lower prices make it good first', () => {
    const writeOff = {
      kind: 'write_off',
      cause: 'write-off',
      parts: [
        { rate: '19', net: 10_000, tax: 1_800 },
        { rate: null, net: 100, tax: 0 },
      ],
      reason: 'Gone.',
    } as const
    const given = afterAll(charge(price), writeOff)
    const parts = (net: number, tax: number, fee: number) => ({
      writtenOffParts: [
        { rate: '19', net, tax },
        { rate: null, net: fee, tax: 0 },
      ],
    })
    expect(given).toEqual({
      pairs: [
        'written_off from receivable: 10000',
        'tax from receivable: 1800',
        'written_off from receivable: 100',
      ],
      balances: { ...nothingPosted, writtenOff: 11_900, ...parts(10_000, 1_800, 100) },
    })
    const cheaper = afterAll(charge(price), writeOff, { ...charge(less), cause: 'cancelled' })
    expect(cheaper.pairs.slice(-3)).toEqual([
      'receivable from written_off: 5000',
      'receivable from tax: 900',
      'receivable from written_off: 50',
    ])
    expect(cheaper.balances).toEqual({
      ...nothingPosted,
      writtenOff: 5_950,
      ...parts(5_000, 900, 50),
    })
    const late = afterAll(charge(price), writeOff, payment(12_000))
    expect(late).toEqual({
      pairs: [
        'cash from receivable: 12000',
        'receivable from written_off: 10000',
        'receivable from tax: 1800',
        'receivable from written_off: 100',
        'receivable from customer_credit: 100',
      ],
      balances: { ...nothingPosted, credit: 100, cash: 12_000 },
    })
    expect(() => postEntries(nothingPosted, [writeOff])).toThrow('exceeds')
  })

  it('owes again what was charged back, less what credit pays of it', () => {
    const back = { kind: 'charge_back', cause: 'back', amount: 11_900, till: 'cash' } as const
    expect(afterAll(charge(price), payment(11_900), back)).toEqual({
      pairs: ['receivable from cash: 11900'],
      balances: { ...nothingPosted, receivable: 11_900, chargedBack: 11_900 },
    })
    const cheaper = { ...charge(less), cause: 'cheaper' }
    expect(afterAll(charge(price), payment(11_900), cheaper, back)).toEqual({
      pairs: ['receivable from cash: 11900', 'customer_credit from receivable: 5950'],
      balances: { ...nothingPosted, receivable: 5_950, chargedBack: 11_900 },
    })
    const all = [charge(price), payment(11_900), cheaper, refund(5_950), made(5_950), back]
    expect(afterAll(...all).balances).toEqual({
      ...nothingPosted,
      receivable: 11_900,
      cash: -5_950,
      chargedBack: 11_900,
    })
  })

  it('gives back no more than is owed or came in', () => {
    expect(() => postEntries(nothingPosted, [refund(1)])).toThrow('exceeds')
  })
})

const byRate = (parts: readonly TaxedAmount[]) =>
  parts.toSorted((one, other) => (`${one.rate}` < `${other.rate}` ? -1 : 1))

describe('whatever happens', () => {
  const someAmount = fc.integer({ min: 1, max: 5_000_000 })
  const someTill = fc.constantFrom('cash' as const, 'collected_elsewhere' as const)
  const someCharge = fc
    .record({ price: somePrice, sign: fc.constantFrom(1, -1) })
    .map(({ price, sign }) => ({
      kind: 'charge' as const,
      parts: [
        { rate: '19', net: sign * (price.payment - price.tax - price.fee), tax: sign * price.tax },
      ],
      service: null,
      amount: {
        payment: sign * price.payment,
        tax: sign * price.tax,
        fee: sign * price.fee,
        commission: sign * price.commission,
      },
    }))
  const someEntry = fc.oneof(
    someCharge,
    fc.record({
      kind: fc.constantFrom(
        'payment' as const,
        'charge_back' as const,
        'refund' as const,
        'made_refund' as const,
        'failed_refund' as const,
        'refund_by_hand' as const,
      ),
      amount: someAmount,
      till: someTill,
    }),
    fc
      .record({ amount: someAmount, share: fc.integer({ min: 0, max: 100 }) })
      .map(({ amount, share }) => ({
        kind: 'write_off' as const,
        parts: [
          { rate: '19', net: amount - Math.trunc((amount * share) / 100), tax: 0 },
          { rate: '22', net: 0, tax: Math.trunc((amount * share) / 100) },
        ],
        reason: 'nobody pays',
      })),
  )

  it('the balances are what the postings sum to, none is below zero, and one way is owed', () => {
    fc.assert(
      fc.property(fc.array(fc.array(someEntry, { maxLength: 3 }), { maxLength: 20 }), (all) => {
        const postings: Posting[] = []
        let balances = nothingPosted
        for (const [n, some] of all.entries()) {
          const entries = some.map((entry, m) => ({ ...entry, cause: `${n} ${m}` }))
          try {
            const posted = postEntries(balances, entries)
            postings.push(...posted.postings)
            balances = posted.balances
          } catch (error) {
            // More than the balance: refused whole, and nothing is posted.
            expect(error).toBeInstanceOf(RangeError)
          }
          expect(changeOf('receivable', postings)).toBe(balances.receivable)
          expect(0 - changeOf('customer_credit', postings)).toBe(balances.credit)
          expect(0 - changeOf('refunds_payable', postings)).toBe(balances.refundsPayable)
          expect(changeOf('cash', postings)).toBe(balances.cash)
          expect(changeOf('collected_elsewhere', postings)).toBe(balances.elsewhere)
          expect(writtenOffBy(postings)).toBe(balances.writtenOff)
          expect(byRate(writtenOffPartsBy(postings))).toEqual(byRate(balances.writtenOffParts))
          expect(Math.min(balances.receivable, balances.credit)).toBe(0)
          expect(chargedBackBy(postings)).toBe(balances.chargedBack)
          const { cash, elsewhere, writtenOffParts, ...others } = balances
          // What is settled to the last cent leaves no tax behind.
          if (others.writtenOff === 0) expect(writtenOffParts).toEqual([])
          expect(Math.min(...Object.values(others))).toBeGreaterThanOrEqual(0)
          // Only what was given back and then taken back as well is missing.
          const missing = Math.min(cash, 0) + Math.min(elsewhere, 0)
          expect(missing + balances.chargedBack).toBeGreaterThanOrEqual(0)
        }
        expect(postings.every(({ amount }) => amount > 0)).toBe(true)
        const keys = postings.map(({ cause, debit, credit, taxRate }) =>
          [cause, debit, credit, taxRate].join(' '),
        )
        expect(new Set(keys).size).toBe(keys.length)
      }),
    )
  })
})
