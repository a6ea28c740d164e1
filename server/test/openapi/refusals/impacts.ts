import { pushedDraft } from '../../builders/draft.ts'
import { managerOn } from '../../builders/manager.ts'
import { maskedKey } from '../../builders/restricted.ts'
import type { Rater } from '../../../src/pricing/http/testing/rater.ts'
import { withOneKey } from './one-key.ts'
import type { Refusals, Stage } from './stage.ts'

const unknownVersion = 'prv_01b0acc58e2076b789c7b09520c1'
const unknownImpact = 'imp_01b0acc58e20e5c7a09d3b81f264'

export function impactRefusals(stage: Stage, rater: Rater): Readonly<Record<string, Refusals>> {
  const { platform } = stage
  const manager = managerOn(platform)
  const asked = async (by: { field: string; bands?: number[] }[] = []) => {
    const shown = await manager.get('/manage/products/cyber')
    const { live_version_id: product_version_id } = shown.json<{ live_version_id: string }>()
    return manager.post('/manage/impacts', { product_version_id, by })
  }
  const rated = () =>
    pushedDraft(platform, 'bike', {
      'pricing.yaml': () =>
        `kind: http\nurl: http://127.0.0.1:${rater.port}/price\ntimeout_ms: 10000\n` +
        'outputs: [gross_premium, premium_tax, net_premium]\n',
    })
  return {
    askForImpact: {
      invalid_member: () => manager.post('/manage/impacts', {}),
      product_version: () =>
        manager.post('/manage/impacts', { product_version_id: unknownVersion }),
      impact_field_unknown: () => asked([{ field: 'deductable' }]),
      scope_incomplete: async () =>
        manager.post('/manage/impacts', {
          product_version_id: unknownVersion,
          scope: { kind: 'renewals', from: '2029-01-01' },
        }),
      impact_field_sensitive: async () => {
        const product_version_id = await pushedDraft(platform, 'bike', {
          'product.yaml': (text) =>
            text.replace('personal_data:\n', 'personal_data:\n  sensitive: [canton]\n'),
        })
        return manager.post('/manage/impacts', { product_version_id, by: [{ field: 'canton' }] })
      },
      bands_not_rising: () => asked([{ field: 'insured_sum', bands: [5, 5] }]),
      bands_of_no_number: () => asked([{ field: 'company_backup', bands: [5] }]),
      impact_of_rater: async () =>
        manager.post('/manage/impacts', { product_version_id: await rated() }),
      too_many_impacts: async () => {
        const waiting: string[] = []
        for (let count = 0; count < 5; count++) {
          waiting.push((await asked()).json<{ id: string }>().id)
        }
        const refused = await asked()
        for (const id of waiting) await manager.post(`/manage/impacts/${id}/stop`)
        return refused
      },
    },
    listImpacts: {
      invalid_member: () => manager.get(`/manage/impacts?product_id=${'x'.repeat(301)}`),
      limit: () => manager.get('/manage/impacts?limit=0'),
      both_directions: () => manager.get('/manage/impacts?starting_after=a&ending_before=b'),
    },
    showImpact: { impact: () => manager.get(`/manage/impacts/${unknownImpact}`) },
    stopImpact: {
      impact: () => manager.post(`/manage/impacts/${unknownImpact}/stop`),
      idempotency_key_reused: () =>
        withOneKey(stage, 'stopImpact', { impactId: 'imp_1' }, { impactId: 'imp_2' }),
    },
    exportImpact: {
      impact: () => manager.get(`/manage/impacts/${unknownImpact}/rows`),
      personal_data_masked: async () => {
        const { id } = (await asked()).json<{ id: string }>()
        await platform.runDue(['run_impacts'])
        return managerOn(platform, await maskedKey(platform)).get(`/manage/impacts/${id}/rows`)
      },
      impact_not_done: async () => {
        const { id } = (await asked()).json<{ id: string }>()
        const refused = await manager.get(`/manage/impacts/${id}/rows`)
        await manager.post(`/manage/impacts/${id}/stop`)
        return refused
      },
    },
  }
}
