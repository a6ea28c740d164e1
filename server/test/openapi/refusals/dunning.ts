import { sql } from '../../../src/database/index.ts'
import { type News, recordEvents } from '../../../src/events/index.ts'
import { type PolicyId, mintId } from '../../../src/kernel/index.ts'
import { lockPolicies, selectPolicy } from '../../../src/policies/index.ts'
import { lapseInDoubt } from '../../builders/dunning.ts'
import { managerOn } from '../../builders/manager.ts'
import { soldPolicy } from '../../builders/sale.ts'
import { onceItMoves } from './clocks.ts'
import { withOneKey } from './one-key.ts'
import type { Refusals, Stage } from './stage.ts'

const held = { until: '2029-03-31', reason: 'A flood.' }
const action = { date: '2028-11-20', evidence: 'Order for payment 29-1044.' }
const upheld = { decision: 'uphold', reason: 'The customer wants so.' }
const unknownCase = 'dnc_01b0acc58e20c4a17e905b3d62f8'
const lapseOf = (id: string) => `/manage/dunning/${id}/lapse`
const unknownHold = '/manage/dunning/holds/dnh_01b0acc58e2037d5e1096cb84fa2/release'

export function dunningRefusals(stage: Stage): Readonly<Record<string, Refusals>> {
  const manager = managerOn(stage.platform)
  const found = (query: string) => () => manager.get(`/manage/dunning?${query}`)
  const holds = (query: string) => () => manager.get(`/manage/dunning/holds?${query}`)
  const hold = async (policyId: string) => {
    const made = await manager.post('/manage/dunning/holds', { policy_id: policyId, ...held })
    return `/manage/dunning/holds/${made.json<{ id: string }>().id}/release`
  }
  /** A case of a policy as if nobody had paid; where a legal action is recorded. */
  const caseOf = async (sold: string, state: 'open' | 'cured') => {
    const policyId = sold as PolicyId // As the API gives it.
    const id = mintId('dnc', stage.platform.clock())
    await stage.platform.db.transaction(async (tx) => {
      await lockPolicies(tx, [policyId])
      await tx.query(sql`
        insert into dunning_cases (id, policy_id, insurer_id, product_id, livemode, currency,
          product_version_id, state, step, since_day, step_day, overdue, opened_at, closed_at)
        select ${id}, id, insurer_id, product_id, livemode, currency, product_version_id, ${state},
          'overdue', '2028-11-01', '2028-11-02', 1, now(), case when ${state} = 'cured' then now() end
        from policies where id = ${policyId}`)
      const policy = await selectPolicy(tx, policyId)
      if (policy === undefined) throw new Error('it was sold')
      const { livemode, insurerId, distributorId } = policy
      const about = { id, policyId, livemode, insurerId, distributorId }
      const opened = { policy_id: policyId, overdue: 1, currency: 'eur' }
      const cured = { policy_id: policyId, step: 'overdue' } as const
      const news: News =
        state === 'open'
          ? { type: 'dunning.opened', about, data: opened }
          : { type: 'dunning.cured', about, data: cured }
      await recordEvents(tx, [news], stage.platform.clock())
    })
    return `/manage/dunning/${id}/legal-action`
  }
  return {
    recordLegalAction: {
      invalid_member: () =>
        manager.post(`/manage/dunning/dnc_01b0acc58e20c4a17e905b3d62f8/legal-action`, {
          evidence: action.evidence,
        }),
      dunning_case_not_found: () =>
        manager.post(`/manage/dunning/dnc_01b0acc58e20c4a17e905b3d62f8/legal-action`, action),
      dunning_case_closed: async () => {
        const { id } = await soldPolicy(stage.seller)
        return manager.post(await caseOf(id, 'cured'), action)
      },
      clock_advancing: () =>
        onceItMoves(
          stage,
          async (seller) => caseOf((await soldPolicy(seller)).id, 'open'),
          (_, url) => manager.post(url, action),
        ),
    },
    decideLapse: {
      invalid_member: () => manager.post(lapseOf(unknownCase), { reason: upheld.reason }),
      dunning_case_not_found: () => manager.post(lapseOf(unknownCase), upheld),
      lapse_not_in_doubt: async () => {
        const { id } = await soldPolicy(stage.seller)
        return manager.post((await caseOf(id, 'open')).replace('legal-action', 'lapse'), upheld)
      },
      modification_in_progress: async () => {
        const { id, version_id } = await soldPolicy(stage.seller)
        const inDoubt = await lapseInDoubt(
          stage.platform,
          (await caseOf(id, 'open')).split('/').at(-2),
        )
        await stage.seller.cancel(id, version_id)
        return manager.post(lapseOf(inDoubt), upheld)
      },
      clock_advancing: () =>
        onceItMoves(
          stage,
          async (seller) => {
            const path = (await caseOf((await soldPolicy(seller)).id, 'open')).split('/')
            return lapseOf(await lapseInDoubt(stage.platform, path.at(-2)))
          },
          (_, url) => manager.post(url, upheld),
        ),
    },
    searchDunning: {
      limit: found('limit=0'),
      both_directions: found('starting_after=a&ending_before=b'),
      invalid_member: found(`state=${'x'.repeat(301)}`),
      not_a_date: found('from=soon'),
      days_out_of_order: found('from=2027-01-31&to=2027-01-30'),
      unknown_state: found('state=lost'),
      unknown_step: found('step=sued'),
      not_true: found('lapse_unproven=maybe'),
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
