import { managerOn } from '../../builders/manager.ts'
import { soldPolicy } from '../../builders/sale.ts'
import { onceItMoves } from './clocks.ts'
import { withOneKey } from './one-key.ts'
import type { Refusals, Stage } from './stage.ts'

const held = { until: '2029-03-31', reason: 'A flood.' }
const unknownHold = '/manage/dunning/holds/dnh_01b0acc58e2037d5e1096cb84fa2/release'

export function dunningRefusals(stage: Stage): Readonly<Record<string, Refusals>> {
  const manager = managerOn(stage.platform)
  const found = (query: string) => () => manager.get(`/manage/dunning?${query}`)
  const holds = (query: string) => () => manager.get(`/manage/dunning/holds?${query}`)
  const hold = async (policyId: string) => {
    const made = await manager.post('/manage/dunning/holds', { policy_id: policyId, ...held })
    return `/manage/dunning/holds/${made.json<{ id: string }>().id}/release`
  }
  return {
    searchDunning: {
      limit: found('limit=0'),
      both_directions: found('starting_after=a&ending_before=b'),
      invalid_member: found(`state=${'x'.repeat(301)}`),
      not_a_date: found('from=soon'),
      days_out_of_order: found('from=2027-01-31&to=2027-01-30'),
      unknown_state: found('state=lost'),
      unknown_step: found('step=sued'),
    },
    showDunningCase: {
      dunning_case_not_found: () => manager.get('/manage/dunning/dnc_01b0acc58e20c4a17e905b3d62f8'),
    },
    listHolds: {
      limit: holds('limit=0'),
      both_directions: holds('starting_after=a&ending_before=b'),
      invalid_member: holds(`policy_id=${'x'.repeat(301)}`),
    },
    holdDunning: {
      invalid_member: () =>
        manager.post('/manage/dunning/holds', { product_id: 'cyber', reason: 'A flood.' }),
      policy: () =>
        manager.post('/manage/dunning/holds', {
          policy_id: 'tpol_01b0acc58e2037776d4164838825',
          ...held,
        }),
      product: () =>
        manager.post('/manage/dunning/holds', {
          product_id: 'pr_01b0acc58e20600a7d7e8e706ad3',
          ...held,
        }),
      clock_advancing: () =>
        onceItMoves(stage, soldPolicy, (_, { id }) =>
          manager.post('/manage/dunning/holds', { policy_id: id, ...held }),
        ),
    },
    releaseHold: {
      dunning_hold_not_found: () => manager.post(unknownHold),
      dunning_hold_released: async () => {
        const url = await hold((await soldPolicy(stage.seller)).id)
        await manager.post(url)
        return manager.post(url)
      },
      idempotency_key_reused: () =>
        withOneKey(stage, 'releaseHold', { holdId: 'dnh_1' }, { holdId: 'dnh_2' }),
      clock_advancing: () =>
        onceItMoves(
          stage,
          async (seller) => hold((await soldPolicy(seller)).id),
          (_, url) => manager.post(url),
        ),
    },
  }
}
