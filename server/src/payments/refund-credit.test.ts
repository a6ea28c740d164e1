import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { PaymentId } from '../kernel/index.ts'
import { spreadRefund } from './refund-credit.ts'

const first = { id: 't1', amount: 5_000 } as const
const second = { id: 't2', amount: 2_000 } as const

describe('what is given back', () => {
  it('is taken from the newest payment first', () => {
    expect(spreadRefund(1_500, [second, first], [])).toEqual([{ payment: second, amount: 1_500 }])
    expect(spreadRefund(3_000, [second, first], [])).toEqual([
      { payment: second, amount: 2_000 },
      { payment: first, amount: 1_000 },
    ])
  })

  it('is never more of a payment than it was, with what was given back of it before', () => {
    const before = [{ paymentId: second.id, amount: 1_800 }]
    expect(spreadRefund(1_000, [second, first], before)).toEqual([
      { payment: second, amount: 200 },
      { payment: first, amount: 800 },
    ])
  })

  it('is all of it, as long as the payments have it', () => {
    const some = fc.array(fc.record({ amount: fc.nat(9_000), returned: fc.nat(9_000) }))
    fc.assert(
      fc.property(some, fc.nat(20_000), (all, amount) => {
        const payments = all.map((one, n) => ({ id: `t${n}` as PaymentId, amount: one.amount }))
        const refunds = all.map((one, n) => {
          return { paymentId: `t${n}` as const, amount: Math.min(one.amount, one.returned) }
        })
        const left = payments.reduce(
          (sum, one, n) => sum + one.amount - (refunds[n]?.amount ?? 0),
          0,
        )
        const parts = spreadRefund(amount, payments, refunds)
        expect(parts.reduce((sum, part) => sum + part.amount, 0)).toBe(Math.min(amount, left))
        expect(parts.every((part) => part.amount > 0)).toBe(true)
      }),
    )
  })
})
