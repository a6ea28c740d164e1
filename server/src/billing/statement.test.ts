import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { DatedPosting } from '../ledger/index.ts'
import {
  type Balances,
  type Entry,
  postEntries,
  changeOf,
  nothingPosted,
} from '../ledger/postings.ts'
import { assembleStatement } from './statement.ts'

const timeZone = 'Europe/Berlin'
const begin = Temporal.Instant.from('2027-10-29T21:30:00Z')
const lastDay = Temporal.PlainDate.from('9999-12-31')

/** What happens at once, some time after what happened before: sometimes in no time at all. */
interface Step {
  readonly kind: 'charge' | 'payment' | 'refund'
  readonly amount: number
  readonly minutesLater: number
}
const step = fc.record<Step>({
  kind: fc.constantFrom('charge', 'charge', 'payment', 'refund'),
  amount: fc.integer({ min: -50_000, max: 100_000 }),
  minutesLater: fc.constantFrom(0, 1, 600, 3_000, 60_000),
})

/** Posts the steps, as far as money allows. */
function postAll(steps: readonly Step[]): DatedPosting[] {
  let balances: Balances = nothingPosted
  let at = begin
  return steps.flatMap(({ kind, amount, minutesLater }, number) => {
    at = at.add({ minutes: minutesLater })
    const entry = entryOf(kind, amount, number, balances)
    if (entry === null) return []
    const posted = postEntries(balances, [entry])
    balances = posted.balances
    return posted.postings.map((posting) => ({ ...posting, at }))
  })
}

function entryOf(
  kind: Step['kind'],
  amount: number,
  number: number,
  { credit, cash, refundsPayable }: Balances,
): Entry | null {
  const time = number.toString(16).padStart(12, '0')
  const rest = '0'.repeat(16)
  if (kind === 'charge') {
    const cause = `charge tpv_${time}${rest} 2027-11-01`
    const price = { payment: amount, tax: Math.trunc(amount / 6), fee: 0, commission: 0 }
    return {
      kind,
      cause,
      amount: price,
      parts: [{ rate: '20', net: amount - price.tax, tax: price.tax }],
      service: null,
    }
  }
  const most =
    kind === 'refund' ? Math.min(Math.abs(amount), credit, cash - refundsPayable) : Math.abs(amount)
  if (most === 0) return null
  const cause = kind === 'refund' ? `refund ref_${time}${rest} 1` : `payment t${time}${rest}0000`
  return { kind, cause, amount: most, till: 'cash' }
}

const owedBy = (postings: readonly DatedPosting[]) =>
  changeOf('receivable', postings) + changeOf('customer_credit', postings)
const dayOf = ({ at }: { readonly at: Temporal.Instant }) =>
  at.toZonedDateTimeISO(timeZone).toPlainDate()

describe('a statement', () => {
  it('says for every day what a plain sum of the postings until then comes to', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 25 }), (steps) => {
        const postings = postAll(steps)
        const none = { memos: [], receipts: new Set<never>() }
        for (const day of new Set(postings.map((one) => dayOf(one).toString()))) {
          const until = Temporal.PlainDate.from(day)
          const entries = assembleStatement({ postings, ...none }, { timeZone, until })
          const written = postings.filter(
            (one) => Temporal.PlainDate.compare(dayOf(one), until) <= 0,
          )
          expect(entries.at(-1)?.owed ?? 0).toBe(owedBy(written))
        }
      }),
    )
  })

  it('lists each entry once, in the order in which it happened, with a running balance', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 25 }), (steps) => {
        const postings = postAll(steps)
        const entries = assembleStatement(
          { postings, memos: [], receipts: new Set() },
          { timeZone, until: lastDay },
        )
        const causes = new Set(postings.map(({ cause }) => cause))
        expect(entries.map(({ id }) => id)).toEqual([...causes].map((cause) => cause.split(' ')[1]))
        entries.forEach(({ amount, owed }, at) =>
          expect(owed).toBe((entries[at - 1]?.owed ?? 0) + amount),
        )
      }),
    )
  })
})
