import { expect } from 'vitest'
import type { TestPlatform } from '../support/platform.ts'
import { managerOn } from './manager.ts'
import { type Seller, sellerOn, soldPolicy } from './sale.ts'
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

/** Credit that no payment covers, on a policy of this seller. */
export async function policyWithCredit(
  platform: TestPlatform,
  seller: Seller = sellerOn(platform),
): Promise<string> {
  const { id } = await soldPolicy(seller)
  const goodwill = { kind: 'goodwill', amount: 100_000_000, reason: 'A test.' }
  const given = await managerOn(platform).post(`/manage/policies/${id}/manual_entries`, goodwill)
  expect(given.statusCode, given.body).toBe(200)
  return id
}

/** The payout of such credit, which has no account yet. */
export async function creditPayout(platform: TestPlatform, seller?: Seller): Promise<string> {
  const id = await policyWithCredit(platform, seller)
  const order = { reason: 'Ordered on the phone.' }
  const ordered = await managerOn(platform).post(`/manage/policies/${id}/pay_out`, order)
  expect(ordered.statusCode, ordered.body).toBe(200)
  return ordered.json<{ payouts: ShownPayout[] }>().payouts[0]?.id ?? ''
}

/** The same with an account, so that the bank can be given it. */
export async function pendingPayout(platform: TestPlatform, seller?: Seller): Promise<string> {
  const id = await creditPayout(platform, seller)
  const set = await managerOn(platform).post(`/manage/payouts/${id}/account`, { iban })
  expect(set.statusCode, set.body).toBe(200)
  return id
}

/** A batch with a payout at least. */
export async function payoutBatch(platform: TestPlatform, seller?: Seller): Promise<string> {
  await pendingPayout(platform, seller)
  const made = await managerOn(platform).post('/manage/payout_batches', {})
  expect(made.statusCode, made.body).toBe(200)
  return made.json<{ id: string }>().id
}

/** Somebody pays out by bank whatever a policy has waiting. */
export async function bankPays(platform: TestPlatform, policyId: string): Promise<void> {
  const manager = managerOn(platform)
  const waiting = await payoutsOf(platform, policyId)
  for (const { id } of waiting.filter(({ state }) => state === 'needs_account')) {
    await manager.post(`/manage/payouts/${id}/account`, { iban })
    const done = await manager.post(`/manage/payouts/${id}/resolve`, { outcome: 'done' })
    expect(done.statusCode, done.body).toBe(200)
  }
}
