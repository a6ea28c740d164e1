import type { JsonObject } from '../../../src/kernel/index.ts'
import { managerOn } from '../../builders/manager.ts'
import { madeOffer, soldPolicy } from '../../builders/sale.ts'
import { onceItMoves } from './clocks.ts'
import type { Refusals, Stage } from './stage.ts'

const reason = 'Agreed by phone.'
const goodwill = { kind: 'goodwill', amount: 2000, reason }
const fee = { kind: 'fee', amount: 500, text: 'Copy', reason }
const correction = { kind: 'correction', amount: -20_000, tax_rate: '19', reason }
const unknownPolicy = 'tpol_01b0acc58e2037776d4164838825'
const unknownEntry = 'ent_01b0acc58e20000000d72c5f1b94'

/** Of goodwill, fees and corrections by hand. */
export function manualEntryRefusals(stage: Stage): Readonly<Record<string, Refusals>> {
  const { platform, seller } = stage
  const manager = managerOn(platform)
  const of = (id: string) => `/manage/policies/${id}/manual_entries`
  const sold = async () => (await soldPolicy(seller)).id
  const offered = async () => (await madeOffer(seller)).id
  const entering = (entry: JsonObject) => async () => manager.post(of(await sold()), entry)
  const reverse = (id: string, entryId: string) =>
    manager.post(`${of(id)}/${entryId}/reverse`, { reason })
  const entered = async (entry: JsonObject) => {
    const policyId = await sold()
    const { id } = (await manager.post(of(policyId), entry)).json<{ id: string }>()
    return { policyId, id }
  }
  return {
    enterMoney: {
      invalid_member: () => manager.post(of(unknownPolicy), { kind: 'goodwill', amount: 5 }),
      amount_not_for_kind: entering({ ...goodwill, amount: -2000 }),
      member_missing_for_kind: entering({ kind: 'correction', amount: 5, reason }),
      member_not_for_kind: entering({ ...goodwill, tax_rate: '19' }),
      due_date_too_early: entering({ ...fee, due_date: '2020-03-01' }),
      correction_beyond_charges: entering({ ...correction, amount: -20_000_000 }),
      policy: () => manager.post(of(unknownPolicy), goodwill),
      nothing_charged: async () => manager.post(of(await offered()), goodwill),
      clock_advancing: () =>
        onceItMoves(stage, soldPolicy, (_, { id }) => manager.post(of(id), goodwill)),
    },
    showManualEntries: { policy: () => manager.get(of(unknownPolicy)) },
    reverseManualEntry: {
      invalid_member: () => manager.post(`${of(unknownPolicy)}/${unknownEntry}/reverse`, {}),
      policy: () => reverse(unknownPolicy, unknownEntry),
      nothing_charged: async () => reverse(await offered(), unknownEntry),
      manual_entry: async () => reverse(await sold(), unknownEntry),
      entry_is_reversal: async () => {
        const { policyId, id } = await entered(fee)
        const back = (await reverse(policyId, id)).json<{ id: string }>()
        return reverse(policyId, back.id)
      },
      entry_reversed: async () => {
        const { policyId, id } = await entered(fee)
        await reverse(policyId, id)
        return reverse(policyId, id)
      },
      goodwill_used: async () => {
        const { policyId, id } = await entered(goodwill)
        await platform.runDue()
        return reverse(policyId, id)
      },
      clock_advancing: () =>
        onceItMoves(stage, soldPolicy, (_, { id }) => reverse(id, unknownEntry)),
    },
  }
}
