import { expect } from 'vitest'
import type { TestPlatform } from '../support/platform.ts'
import { managerOn } from './manager.ts'
import { soldOnAccount } from './tracked.ts'

export interface ShownPayout {
  readonly id: string
  readonly policy_id: string
  readonly refund_id: string | null
  readonly amount: number
  readonly currency: string
  readonly state: string
  readonly account: { readonly last4: string; readonly paid_from_it: boolean } | null
  readonly released: boolean
  readonly problem: string | null
  readonly batch_id: string | null
  readonly due_date: string | null
}

/** Valid numbers of accounts that nobody has. */
export const iban = 'DE89 3704 0044 0532 0130 00'
export const otherIban = 'DE02120300000000202051'

export async function payoutsOf(platform: TestPlatform, policyId: string): Promise<ShownPayout[]> {
  const found = await managerOn(platform).get(`/manage/payouts?policy_id=${policyId}`)
  expect(found.statusCode, found.body).toBe(200)
  return found.json<ShownPayout[]>()
}

/** A customer has paid too much by bank: what goes back waits for a person. */
export async function payoutOf(
  platform: TestPlatform,
  { tooMuch = 5000, from = null }: { tooMuch?: number; from?: string | null } = {},
): Promise<ShownPayout> {
  const { policy, invoice } = await soldOnAccount(platform)
  const received = await managerOn(platform).post(`/manage/invoices/${invoice.id}/receipts`, {
    amount: invoice.total + tooMuch,
    currency: invoice.currency,
    received_on: '2027-03-01',
    ...(from === null ? {} : { iban: from, payer: 'Anna Brandt' }),
  })
  expect(received.statusCode, received.body).toBe(200)
  await platform.runDue()
  const [payout] = await payoutsOf(platform, policy.id)
  if (payout === undefined) throw new Error('nothing is paid out')
  return payout
}
