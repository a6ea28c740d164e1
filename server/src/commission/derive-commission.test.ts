import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { CommissionHistory, PaidInvoice } from '../ledger/index.ts'
import type { PolicyVersionId } from '../kernel/index.ts'
import { type CommissionTerms, deriveCommission } from './derive-commission.ts'
import { missingEntries } from './missing-entries.ts'

const day = Temporal.PlainDate.from('2027-01-01')
const at = (second: number) => Temporal.Instant.fromEpochMilliseconds(second * 1000)
const version = (number: number) => `tpv_${number}` as PolicyVersionId // Any will do.

const charge = (number: number, commission: number, second: number) => ({
  number,
  commission,
  versionId: version(number),
  at: at(second),
  bookingDay: day,
  period: '2027-01-01',
})
const movement = (
  kind: PaidInvoice['movements'][number]['kind'],
  amount: number,
  second: number,
) => ({ kind, amount, at: at(second), bookingDay: day })
const invoice = (
  number: number,
  total: number,
  second: number,
  movements: PaidInvoice['movements'] = [],
): PaidInvoice => ({
  id: `bil_${number}`,
  total,
  chargesFrom: number,
  chargesTo: number,
  at: at(second),
  issueDay: day,
  movements,
})

const withPayment: CommissionTerms = {
  earned: 'payment',
  liabilityMonths: null,
  startDay: day,
  ends: new Map(),
  undone: new Set(),
}
const withPremium: CommissionTerms = { ...withPayment, earned: 'premium' }
/** The policy is ended by the second charge, after so many months. */
const liable = (terms: CommissionTerms, liabilityMonths: number, endedAfter: number) => ({
  ...terms,
  liabilityMonths,
  ends: new Map([[version(2), day.add({ months: endedAfter })]]),
  undone: new Set([version(3)]),
})

type History = Omit<CommissionHistory, 'recoveries'> & Partial<CommissionHistory>

const entriesOf = ({ recoveries = [], ...history }: History, terms: CommissionTerms) =>
  missingEntries(deriveCommission({ ...history, recoveries }, terms), []).map(
    ({ amount, cause }) => `${cause} ${amount}`,
  )

/** 25 euros of commission on 300 euros, of which 100 are paid first, and then something happens. */
const partlyPaid = (...later: PaidInvoice['movements'][number][]): History => ({
  charges: [charge(1, 2_500, 1)],
  invoices: [
    invoice(1, 30_000, 1, [movement('issued', 30_000, 1), movement('paid', -10_000, 2), ...later]),
  ],
})

describe('commission with the payment', () => {
  it('is earned as far as the invoice is paid, to the cent', () => {
    const paid = partlyPaid(movement('paid', -20_000, 3))
    expect(entriesOf(paid, withPayment)).toEqual(['payment 833', 'payment 1667'])
  })

  it('is taken back with a charge-back, and is never earned by what is written off', () => {
    const back = partlyPaid(movement('charged_back', 10_000, 3))
    expect(entriesOf(back, withPayment)).toEqual(['payment 833', 'charge_back -833'])
    const given = partlyPaid(movement('written_off', -20_000, 3))
    expect(entriesOf(given, withPayment)).toEqual(['payment 833'])
  })

  it('is earned once what was written off is paid after all', () => {
    const given = partlyPaid(movement('written_off', -20_000, 3))
    const recoveries = [{ amount: 20_000, at: at(4), bookingDay: day }]
    expect(entriesOf({ ...given, recoveries }, withPayment)).toEqual([
      'payment 833',
      'payment 1667',
    ])
  })

  it('loses nothing where what was written off is no longer owed', () => {
    const { charges, invoices } = partlyPaid(movement('written_off', -20_000, 3))
    const cancelled = {
      charges: [...charges, charge(2, -1_667, 4)],
      invoices: [...invoices, invoice(2, 20_000, 4)],
      recoveries: [{ amount: 20_000, at: at(4), bookingDay: day }],
    }
    expect(entriesOf(cancelled, withPayment)).toEqual(['payment 833'])
  })

  it('keeps what is paid where a cancellation gives up what is not', () => {
    const { charges, invoices } = partlyPaid(
      movement('reduced', -15_000, 3),
      movement('paid', -5_000, 4),
    )
    const cancelled = {
      charges: [...charges, charge(2, -1_250, 3)],
      invoices: [...invoices, invoice(2, 15_000, 3)],
    }
    // Of 150 euros 100 are paid, as they were of 300: 833 stay.
    expect(entriesOf(cancelled, withPayment)).toEqual(['payment 833', 'payment 417'])
    expect(entriesOf(cancelled, liable(withPayment, 12, 24))).toEqual([
      'payment 833',
      'payment 417',
    ])
  })

  it('waits for the invoice of what was charged and not asked for yet', () => {
    const history = {
      charges: [charge(1, 2_500, 1), charge(2, 300, 2)],
      invoices: [invoice(1, 30_000, 1), invoice(2, 3_600, 3, [movement('issued', 3_600, 3)])],
    }
    expect(entriesOf(history, withPayment)).toEqual(['charge 2500'])
  })
})

/** A year that is paid at once, cancelled half-way, and reinstated. */
const cancelledAndBack: History = {
  charges: [charge(1, 2_500, 1), charge(2, -1_250, 2), charge(3, 1_250, 3)],
  invoices: [
    invoice(1, 30_000, 1),
    invoice(2, 15_000, 2),
    invoice(3, 15_000, 3, [movement('issued', 15_000, 3), movement('paid', -15_000, 4)]),
  ],
}

describe('the liability', () => {
  it.each([
    ['premium', withPremium, 'charge 1250'],
    ['payment', withPayment, 'payment 1250'],
  ])('takes back what a cancellation gives back, with the %s', (_, terms, again) => {
    const within = ['charge 2500', 'charge -1250', again]
    expect(entriesOf(cancelledAndBack, terms)).toEqual(within)
    expect(entriesOf(cancelledAndBack, liable(terms, 12, 6))).toEqual(within)
  })

  it.each([
    ['premium', withPremium],
    ['payment', withPayment],
  ])('is over after its months: it is kept, and not earned again, with the %s', (_, terms) => {
    expect(entriesOf(cancelledAndBack, liable(terms, 12, 12))).toEqual(['charge 2500'])
    expect(entriesOf(cancelledAndBack, liable(terms, 0, 0))).toEqual(['charge 2500'])
  })

  it('leaves what is charged anew after it, such as by an endorsement or for later periods', () => {
    const { charges, invoices } = cancelledAndBack
    const endorsed = { ...liable(withPremium, 12, 12), undone: new Set<PolicyVersionId>() }
    expect(entriesOf(cancelledAndBack, endorsed)).toEqual(['charge 2500', 'charge 1250'])
    // The policy is reinstated, and charged for the next period for the first time.
    const next = { ...charge(4, 2_500, 5), versionId: version(3), period: '2028-01-01' }
    const later = { charges: [...charges, next], invoices: [...invoices, invoice(4, 30_000, 5)] }
    expect(entriesOf(later, liable(withPremium, 12, 12))).toEqual(['charge 2500', 'charge 2500'])
  })

  it('does not concern what is charged less for another reason', () => {
    const endorsed = { ...liable(withPremium, 0, 0), ends: new Map() }
    expect(entriesOf(cancelledAndBack, endorsed)).toEqual([
      'charge 2500',
      'charge -1250',
      'charge 1250',
    ])
  })
})

it('comes to the same whenever it is asked for, and to all commission once all is paid', () => {
  const step = fc.record({ paid: fc.nat(3_000), isAsked: fc.boolean() })
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 10_000 }),
      fc.array(step, { minLength: 1, maxLength: 8 }),
      (commission, steps) => {
        const total = Math.max(
          1,
          steps.reduce((sum, { paid }) => sum + paid, 0),
        )
        const movements = [movement('issued', total, 1)]
        const written: { amount: number; happenedAt: Temporal.Instant }[] = []
        const ask = () => {
          const history = {
            recoveries: [],
            charges: [charge(1, commission, 1)],
            invoices: [invoice(1, total, 1, [...movements])],
          }
          for (const one of missingEntries(deriveCommission(history, withPayment), written)) {
            written.push({ amount: one.amount, happenedAt: one.at })
          }
        }
        steps.forEach(({ paid, isAsked }, index) => {
          movements.push(movement('paid', -paid, index + 2))
          if (isAsked) ask()
        })
        const rest = movements.reduce((sum, { amount }) => sum + amount, 0)
        movements.push(movement('paid', -rest, steps.length + 2))
        ask()
        ask()
        expect(written.reduce((sum, { amount }) => sum + amount, 0)).toBe(commission)
      },
    ),
    { numRuns: 200 },
  )
})
