import { expect } from 'vitest'
import { sql } from '../../../src/database/index.ts'
import {
  draftRequestExample,
  replaceWorkbookExample,
} from '../../../src/http/products/workbooks/examples.ts'
import type { JsonObject } from '../../../src/kernel/index.ts'
import { newClock } from '../../builders/clock.ts'
import { importerOn } from '../../builders/importer.ts'
import { managerOn } from '../../builders/manager.ts'
import { type AuditStage, type Changes, bike, entry, renamed } from './stage.ts'

/** Changes of products, datasets and test clocks. */
export function productChanges(stage: AuditStage): Changes {
  const { post } = stage
  return {
    'POST /manage/products/push': async () => ({
      act: async () => {
        const pushed = await post('/manage/products/push', await renamed('Velo Neu'))
        const { product_id: product, product_version_id } = pushed
        return entry('product.pushed', product, null, { product_version_id })
      },
    }),
    'POST /manage/product_versions/:versionId/publish': async () => {
      await post('/manage/products/push', await renamed('Velo Live'))
      stage.platform.clock.advance({ seconds: 1 })
      const { id, live_version_id: live, versions } = await bike(stage)
      const draft = versions[0]?.id ?? ''
      return {
        act: async () => {
          await post(`/manage/product_versions/${draft}/publish`)
          const [before, after] = [{ product_version_id: live }, { product_version_id: draft }]
          return entry('product.published', id, before, after)
        },
      }
    },
    'POST /manage/datasets/:datasetKey/import': async () => {
      const importer = importerOn(stage.platform)
      await importer.csv('towns', 'code,city\nA,Ulm\n', { key_field: 'code' })
      stage.platform.clock.advance({ seconds: 1 })
      const described = (items: number) =>
        expect.objectContaining({ key: 'towns', access: 'locked', key_field: 'code', items })
      return {
        act: async () => {
          const imported = await importer.csv('towns', 'code,city\nB,Bonn\nC,Trier\n')
          const { id } = imported.json<{ dataset: { id: string } }>().dataset
          const after = expect.objectContaining({ items: 2, added: 2, removed: 1, mode: 'replace' })
          return entry('dataset.imported', id, described(1) as JsonObject, after as JsonObject) // Matchers.
        },
      }
    },
    'POST /manage/clocks': async () => ({
      act: async () => {
        const { id } = await post('/manage/clocks', { at: '2030-01-01T00:00:00Z' })
        return entry('clock.created', id, null, { at: '2030-01-01T00:00:00+00:00' })
      },
    }),
    'POST /manage/clocks/:clockId/publish': async () => {
      const id = await newClock(stage.platform, '2030-01-01T00:00:00Z')
      const { live_version_id: product_version_id } = await bike(stage)
      return {
        act: async () => {
          await post(`/manage/clocks/${id}/publish`, { product_version_id })
          return entry('clock.published', id, { product_version_id: null }, { product_version_id })
        },
      }
    },
    'POST /manage/clocks/:clockId/advance': async () => {
      const id = await newClock(stage.platform, '2030-01-01T00:00:00Z')
      return {
        act: async () => {
          await post(`/manage/clocks/${id}/advance`, { to: '2031-01-01T00:00:00Z' })
          const before = { at: '2030-01-01T00:00:00+00:00' }
          return entry('clock.advanced', id, before, { to: '2031-01-01T00:00:00+00:00' })
        },
      }
    },
  }
}

/** Those that compute something, and leave everything that is listed or sold as it was. */
export function changingNothing(
  stage: AuditStage,
): Readonly<Record<string, () => Promise<unknown>>> {
  const { post } = stage
  return {
    'POST /manage/products/validate': async () =>
      post('/manage/products/validate', await renamed('A')),
    'POST /manage/products/what_ifs': async () =>
      post('/manage/products/what_ifs', await renamed('A')),
    'POST /manage/products/plan': async () => post('/manage/products/plan', await renamed('A')),
    'POST /manage/products/price': async () =>
      post('/manage/products/price', { ...(await renamed('A')), data: {} }),
    'POST /manage/products/documents': async () =>
      post('/manage/products/documents', await renamed('A')),
    'POST /manage/products/mails': async () => post('/manage/products/mails', await renamed('A')),
    'POST /manage/products/draft_from_workbook': () =>
      post('/manage/products/draft_from_workbook', draftRequestExample),
    'POST /manage/products/replace_workbook': () =>
      post('/manage/products/replace_workbook', replaceWorkbookExample),
    'POST /manage/payment_providers/:provider/check': async () => {
      const checked = await managerOn(stage.platform).post('/manage/payment_providers/stripe/check')
      expect([200, 404]).toContain(checked.statusCode)
    },
    'POST /manage/mail_server/test': async () => {
      const url = '/manage/mail_server/test'
      const tested = await managerOn(stage.platform).post(url, { to: 'it@insurer.example' })
      expect([200, 404]).toContain(tested.statusCode)
    },
    'POST /manage/portfolio_checks': () => post('/manage/portfolio_checks'),
    'POST /manage/impacts': async () => {
      const asked = await post('/manage/impacts', {
        product_version_id: (await bike(stage)).live_version_id,
      })
      await stage.platform.db.query(sql`update impacts set state = 'stopped', finished_at = now()`)
      return asked
    },
    'POST /manage/mass_endorsements/:massEndorsementId/preview': async () => {
      const previewed = await stage.platform.db.query<{ id: string }>(sql`
        select id from mass_endorsements where state in ('draft', 'previewed') limit 1`)
      const [{ id } = { id: '' }] = previewed
      return post(`/manage/mass_endorsements/${id}/preview`)
    },
    'POST /manage/impacts/:impactId/stop': async () => {
      const asked = await managerOn(stage.platform).post('/manage/impacts', {
        product_version_id: (await bike(stage)).live_version_id,
      })
      return post(`/manage/impacts/${asked.json<{ id: string }>().id}/stop`)
    },
    'POST /manage/webhooks/:webhookId/test': async () => {
      const webhook = (await managerOn(stage.platform).get('/manage/webhooks')).json<
        { id: string }[]
      >()[0]
      return post(`/manage/webhooks/${webhook?.id}/test`)
    },
  }
}
