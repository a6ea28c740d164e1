import { Readable } from 'node:stream'
import { csvExample, importQueryExample } from '../../../src/http/datasets/examples.ts'
import { publishedReader } from '../../builders/draft.ts'
import { importerOn } from '../../builders/importer.ts'
import { managerOn } from '../../builders/manager.ts'
import { listRefusals } from './lists.ts'
import { withOneKey } from './one-key.ts'
import type { Refusals, Stage } from './stage.ts'

const unknownToken = 'tok_01b0acc58e20c5d0b7a1e64f9382'
const uploadBytesMax = 1024 * 1024 * 1024
const importsAtOnceMax = 4

export function datasetRefusals(stage: Stage): Readonly<Record<string, Refusals>> {
  const manager = managerOn(stage.platform)
  return {
    listDatasets: listRefusals(stage, 'datasets'),
    showManagedDataset: { dataset: () => manager.get('/manage/datasets/bridges') },
    exportDataset: {
      dataset: () => manager.get('/manage/datasets/bridges/export'),
      format: () => manager.get('/manage/datasets/garages/export?format=xlsx'),
    },
    importDataset: importRefusals(stage),
    createAccessToken: {
      invalid_member: () => manager.post('/manage/access_tokens', {}),
      account: () =>
        manager.post('/manage/access_tokens', {
          name: 'quote form',
          account_id: 'acc_01b0acc58e20f815915595d9a007',
        }),
    },
    revokeAccessToken: {
      access_token: () => manager.post(`/manage/access_tokens/${unknownToken}/revoke`),
      idempotency_key_reused: () =>
        withOneKey(stage, 'revokeAccessToken', { tokenId: 'tok_1' }, { tokenId: 'tok_2' }),
    },
  }
}

function importRefusals({ caller, platform }: Stage): Refusals {
  const { csv, send } = importerOn(platform)
  const query = { ...importQueryExample }
  const merge = async (settings: Record<string, string>) => {
    await csv('garages', csvExample, query)
    return csv('garages', csvExample, { mode: 'merge', ...settings })
  }
  return {
    dataset: () => csv('dat_01b0acc58e20a1f3c09b7712de54', csvExample, query),
    of_a_product: () => csv('companies', csvExample, query),
    parameter: () => csv('garages', csvExample, { ...query, types: 'lifts:integer' }),
    invalid_member: () => csv('garages', csvExample, { ...query, name: 'x'.repeat(201) }),
    key_field_missing: () => csv('bridges', csvExample),
    no_column: () => csv('bridges', csvExample, { ...query, hidden: 'price' }),
    merge_settings: () => merge({ name: 'Other' }),
    merge_key: () => merge({ key_field: 'city' }),
    field_needed: async () => {
      await csv('garages', csvExample, query)
      await publishedReader(platform, 'by-garage', 'garages,city')
      return csv('garages', csvExample.replaceAll('city', 'town'), query)
    },
    mistakes: () => csv('garages', 'code,city,lifts,discount\nG-1,Ulm,2,1\nG-2,Bonn,3\n', query),
    too_large: () =>
      caller.call(
        'importDataset',
        { datasetKey: 'garages' },
        { secretKey: platform.demo.insurer.test.secret },
        { headers: { 'content-length': String(uploadBytesMax + 1) } },
      ),
    wrong_import_type: () =>
      platform.app.inject({
        method: 'POST',
        url: '/manage/datasets/garages/import',
        headers: { authorization: `Bearer ${platform.demo.insurer.test.secret}` },
      }),
    busy: () => whileOthersImport(send, () => csv('garages', csvExample, query)),
  }
}

/** Files that never end keep all places taken. */
async function whileOthersImport<Result>(
  send: ReturnType<typeof importerOn>['send'],
  call: () => Promise<Result>,
): Promise<Result> {
  const endless = Array.from({ length: importsAtOnceMax }, () => new Readable({ read() {} }))
  const imports = endless.map((stream, at) => {
    stream.push('code\nA\n')
    return send(`endless-${at}`, stream, { key_field: 'code' })
  })
  try {
    // They have begun when all that was ready to run has run.
    await new Promise((resolve) => setTimeout(resolve, 200))
    return await call()
  } finally {
    for (const stream of endless) stream.push(null)
    await Promise.all(imports)
  }
}
