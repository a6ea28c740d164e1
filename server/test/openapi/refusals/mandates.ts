import type { JsonObject } from '../../../src/kernel/index.ts'
import { mandateLink } from '../../builders/mandate-link.ts'
import { soldByCard } from '../../builders/mandate.ts'
import { madeOffer, sellerOn } from '../../builders/sale.ts'
import { onceItMoves } from './clocks.ts'
import type { Refusals, Stage } from './stage.ts'

const unknownPolicy = 'tpol_01b0acc58e2037776d4164838825'
const unknownMandate = 'man_01b0acc58e2064d0a3f91c7be258'
const because = { reason: 'The customer wrote that the card is closed.' }

export function mandateRefusals(stage: Stage): Readonly<Record<string, Refusals>> {
  const { seller } = stage
  const revocation = (policyId: string, mandateId = unknownMandate) =>
    `/policies/${policyId}/mandates/${mandateId}/revoke`
  const customer = sellerOn(stage.platform, { publicKey: stage.platform.demo.keys.test.public })
  const card = { provider: 'sandbox', method: 'card' }
  const wrong = { 'mandate-token': 'mdl_wrong' }
  const begin = async (id: string, body: JsonObject = card) => {
    const headers = { 'mandate-token': await mandateLink(seller, id) }
    return () => customer.post(`/policies/${id}/mandate_setups`, body, headers)
  }
  return {
    createMandateLink: {
      policy: () => seller.post(`/policies/${unknownPolicy}/mandate_links`, {}),
      mandate_not_possible: async () =>
        seller.post(`/policies/${(await madeOffer(seller)).id}/mandate_links`, {}),
    },
    showMandateLink: {
      policy: () => customer.get(`/policies/${unknownPolicy}/mandate_link`, wrong),
      mandate_token: async () =>
        customer.get(`/policies/${(await soldByCard(seller)).id}/mandate_link`, wrong),
    },
    setUpMandate: {
      missing_member: () =>
        customer.post(`/policies/${unknownPolicy}/mandate_setups`, { provider: 'sandbox' }, wrong),
      policy: () => customer.post(`/policies/${unknownPolicy}/mandate_setups`, card, wrong),
      mandate_token: async () =>
        customer.post(`/policies/${(await soldByCard(seller)).id}/mandate_setups`, card, wrong),
      mandate_link_used: async () => {
        const give = await begin((await soldByCard(seller)).id)
        await give()
        return give()
      },
      not_in_plan: async () =>
        (await begin((await soldByCard(seller)).id, { provider: 'invoice', method: 'card' }))(),
      clock_advancing: () =>
        onceItMoves(
          stage,
          async (by) => {
            const { id } = await soldByCard(by)
            return { id, token: await mandateLink(by, id) }
          },
          (_, { id, token }) =>
            customer.post(`/policies/${id}/mandate_setups`, card, { 'mandate-token': token }),
        ),
    },
    showMandates: { policy: () => seller.get(`/policies/${unknownPolicy}/mandates`) },
    revokeMandate: {
      invalid_member: () => seller.post(revocation(unknownPolicy), {}),
      policy: () => seller.post(revocation(unknownPolicy), because),
      mandate: async () => seller.post(revocation((await soldByCard(seller)).id), because),
      mandate_ended: async () => {
        const { id, mandateId } = await soldByCard(seller)
        const path = revocation(id, mandateId)
        await seller.post(path, because)
        return seller.post(path, because)
      },
      clock_advancing: () =>
        onceItMoves(stage, soldByCard, (by, { id, mandateId }) =>
          by.post(revocation(id, mandateId), because),
        ),
    },
  }
}
