import { expect } from 'vitest'
import { followFeed } from '../../src/commission/index.ts'
import type { TestPlatform } from '../support/platform.ts'
import { demoAccount } from './credentials.ts'
import { managerOn } from './manager.ts'
import { type Seller, sellerOn, soldPolicy } from './sale.ts'

/** What a statement can be made of. */
export interface Unstated {
  readonly distributor_id: string
  readonly month: string
  readonly currency: string
}

/** A sale of a distributor, the first where none is named, under an agreement: its commission is in no statement yet. */
export async function unstatedCommission(
  platform: TestPlatform,
  seller: Seller = sellerOn(platform),
  distributor: 'alpine-brokers' | 'harbour-partners' = 'alpine-brokers',
): Promise<Unstated> {
  const { id: distributor_id } = await demoAccount(platform, distributor)
  const manager = managerOn(platform)
  const path = `/manage/distributors/${distributor_id}/commission_agreements`
  const listed = (await manager.get(path)).json<{ agreements: unknown[] }>()
  if (listed.agreements.length === 0) {
    const terms = { first_day: '2020-01-01', earned: 'premium', payout: 'paid_out' }
    const made = await manager.post(path, terms)
    expect(made.statusCode, made.body).toBe(200)
  }
  const { id } = await soldPolicy(seller)
  await followFeed(platform)
  const found = await manager.get(`/manage/commission_entries?policy_id=${id}`)
  const [entry] = found.json<{ booking_date: string; currency: string }[]>()
  if (entry === undefined) throw new Error(`nothing is earned by ${id}`)
  return { distributor_id, month: entry.booking_date.slice(0, 7), currency: entry.currency }
}

/** The same with its statement. */
export async function statedCommission(
  platform: TestPlatform,
  seller?: Seller,
): Promise<Unstated & { readonly id: string }> {
  const unstated = await unstatedCommission(platform, seller)
  const made = await managerOn(platform).post('/manage/commission_statements', { ...unstated })
  expect(made.statusCode, made.body).toBe(200)
  return { ...unstated, ...made.json<{ id: string }>() }
}
