import { describe, expect, it } from 'vitest'
import { howPaid } from './how-paid.ts'

const issued = Temporal.Instant.from('2027-03-24T23:00:00Z')
const later = issued.add({ hours: 200 })
const before = issued.subtract({ hours: 200 })

type PaidInvoice = Parameters<typeof howPaid>[0]
const instalment: PaidInvoice['invoice'] = {
  id: 'bil_2',
  kind: 'instalment',
  createdAt: issued,
  wasSettled: false,
}
const card = { provider: 'sandbox', method: 'card' }
const paid = (
  changes: Partial<PaidInvoice['payments'][number]>,
): PaidInvoice['payments'][number] => ({
  invoiceId: 'bil_2',
  status: 'ok',
  processedAt: issued,
  onAccount: false,
  chargedBackAt: null,
  ...card,
  ...changes,
})
const mandate = { ...card, createdAt: before, endedAt: null }

function how(given: Partial<PaidInvoice>): string {
  const version = { settledAt: before }
  const known = { invoice: instalment, version, payments: [], mandates: [], ...given }
  return howPaid(known).how
}

describe('an invoice', () => {
  it('is collected by the mandate that was there when it was issued, whatever became of it', () => {
    expect(how({ mandates: [mandate] })).toBe('collected')
    expect(how({ mandates: [{ ...mandate, endedAt: later }] })).toBe('collected')
    // Paid later, on its day: when it was issued, that was still to come.
    expect(how({ mandates: [mandate], payments: [paid({ processedAt: later })] })).toBe('collected')
  })

  it('is transferred where there was none, or none any more', () => {
    expect(how({})).toBe('transfer')
    expect(how({ mandates: [{ ...mandate, endedAt: issued }] })).toBe('transfer')
    expect(how({ mandates: [{ ...mandate, createdAt: later }] })).toBe('transfer')
    const promised = paid({ provider: 'invoice', method: 'invoice', onAccount: true })
    expect(how({ payments: [promised] })).toBe('transfer')
  })

  it('was paid with its issue, also where the money was taken back since', () => {
    expect(how({ payments: [paid({})] })).toBe('paid')
    expect(how({ payments: [paid({ status: 'failed', chargedBackAt: later })] })).toBe('paid')
    expect(how({ payments: [paid({ status: 'failed' })] })).toBe('transfer')
    expect(how({ payments: [paid({ provider: 'distributor' })] })).toBe('elsewhere')
    expect(how({ payments: [paid({ provider: 'acme_invoice' })] })).toBe('elsewhere')
    expect(how({ payments: [paid({ invoiceId: 'bil_1' })] })).toBe('transfer')
  })

  it('asks for nothing where it was settled when it was issued', () => {
    const invoice = { ...instalment, wasSettled: true }
    expect(how({ invoice, mandates: [mandate] })).toBe('nothing')
    expect(how({ invoice, payments: [paid({})] })).toBe('paid')
  })

  it('of a transaction that waits to be paid is issued with its payment', () => {
    const invoice = { ...instalment, kind: 'transaction' } as const
    const payments = [paid({ processedAt: later })]
    expect(how({ invoice, version: { settledAt: later }, payments })).toBe('paid')
    expect(how({ invoice, version: { settledAt: before }, payments })).toBe('transfer')
  })
})
