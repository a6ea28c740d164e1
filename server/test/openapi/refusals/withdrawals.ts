import type { Response } from 'light-my-request'
import type { JsonObject } from '../../../src/kernel/index.ts'
import { pushedDraft, withdrawableBy } from '../../builders/draft.ts'
import { type Seller, madeOffer, sellerOn, soldPolicy } from '../../builders/sale.ts'
import type { Refusals, Stage } from './stage.ts'

const unknownPolicy = 'tpol_01b0acc58e2037776d4164838825'
const unknownVersion = 'tpv_01b0acc58e200b72bfdc34a115db'
const lastDay = { termination_date: '2029-06-30' }
export const delivered = {
  document: 'policy',
  delivered_on: '2028-11-20',
  evidence: 'Handed over.',
}

type Given = (by: Seller, id: string, version: string, request?: JsonObject) => Promise<Response>
const withdrawn: Given = (by, id, version, request = {}) => by.withdraw(id, version, request)

/** A policy whose customer has withdrawn. */
export async function withdrawnPolicy({ platform, seller }: Stage) {
  const { id, version_id } = await soldPolicy(seller)
  await seller.withdraw(id, version_id)
  await platform.runDue()
  return (await seller.get(`/policies/${id}`)).json<{ id: string; version_id: string }>()
}

export function withdrawalRefusals(stage: Stage, withdraw: Given = withdrawn): Refusals {
  const { at, platform, seller } = stage
  return {
    policy: () => withdraw(seller, unknownPolicy, unknownVersion),
    missing_if_match: () => withdraw(seller, unknownPolicy, ''),
    not_paid: async () => {
      const { id } = await madeOffer(seller)
      const { version_id } = (await seller.get(`/policies/${id}`)).json<{ version_id: string }>()
      return withdraw(seller, id, version_id)
    },
    modification_in_progress: async () => {
      const { id, version_id } = await soldPolicy(seller)
      await seller.cancel(id, version_id, lastDay)
      return withdraw(seller, id, version_id)
    },
    invalid_member: async () => {
      const { id, version_id } = await soldPolicy(seller)
      return withdraw(seller, id, version_id, { received_on: {} })
    },
    stale_version: async () => withdraw(seller, (await soldPolicy(seller)).id, unknownVersion),
    policy_withdrawn: async () => {
      const { id, version_id } = await withdrawnPolicy(stage)
      return withdraw(seller, id, version_id)
    },
    policy_expired: async () => {
      const { id } = await madeOffer(seller)
      const { version_id } = (await seller.get(`/policies/${id}`)).json<{ version_id: string }>()
      return at('2028-12-21T09:15:00Z', () => withdraw(seller, id, version_id))
    },
    no_right_of_withdrawal: async () => {
      const product_version_id = await pushedDraft(platform, 'bike', {
        'product.yaml': (text) => withdrawableBy(text),
      })
      const secretKey = platform.demo.insurer.test.secret
      const bikes = sellerOn(platform, { product: 'bike', secretKey })
      const quote = { data: { start_date: '2029-01-01' }, body: { product_version_id } }
      const { id, version_id } = await soldPolicy(bikes, { quote })
      return withdraw(bikes, id, version_id)
    },
    withdrawal_date_invalid: async () => {
      const { id, version_id } = await soldPolicy(seller)
      return withdraw(seller, id, version_id, { received_on: '2028-11-21' })
    },
    withdrawal_period_over: async () => {
      const { id, version_id } = await soldPolicy(seller)
      await seller.post(`/policies/${id}/deliveries`, delivered)
      return at('2028-12-05T09:15:00Z', () => withdraw(seller, id, version_id))
    },
  }
}
