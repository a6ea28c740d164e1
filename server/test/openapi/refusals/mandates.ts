import { soldByCard } from '../../builders/mandate.ts'
import { onceItMoves } from './clocks.ts'
import type { Refusals, Stage } from './stage.ts'

const unknownPolicy = 'tpol_01b0acc58e2037776d4164838825'
const unknownMandate = 'man_01b0acc58e2064d0a3f91c7be258'
const because = { reason: 'The customer wrote that the card is closed.' }

export function mandateRefusals(stage: Stage): Readonly<Record<string, Refusals>> {
  const { seller } = stage
  const revocation = (policyId: string, mandateId = unknownMandate) =>
    `/policies/${policyId}/mandates/${mandateId}/revoke`
  return {
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
