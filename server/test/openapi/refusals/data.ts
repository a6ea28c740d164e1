import pg from 'pg'
import { expect, vi } from 'vitest'
import { ids } from '../../../src/http/wire/example-ids.ts'
import { pushedDraft } from '../../builders/draft.ts'
import { readerOn } from '../../data/reader.ts'
import type { TestPlatform } from '../../support/platform.ts'
import { type Troubled, untilTooMany } from './calls.ts'
import type { Refusals, Stage } from './stage.ts'

const unknownDataset = 'dat_01af10842400a1f3c09b7712de54'
const unknownItem = 'dai_01af108424013f7be2d06c95a841'

const bearer = (key: string) => ({ authorization: `Bearer ${key}` })

export function dataRefusals(
  { platform }: Stage,
  { guessed }: Troubled,
): Readonly<Record<string, Refusals>> {
  const { datasets } = platform.demo
  const reader = readerOn(platform)
  const stranger = readerOn(platform, { authentication: 'Bearer at_0' })
  const locked = `/datasets/${datasets?.locked}`
  const ofVersion = (path: string): Refusals => ({
    no_key: () => reader.get(`${path}?language=en&product_version_id=${ids.productVersion}`),
    unknown_key: () =>
      readerOn(platform, bearer('sk_test_0')).get(
        `${path}?language=en&product_version_id=${ids.productVersion}`,
      ),
    keys_of_two_accounts: () =>
      readerOn(platform, bearer(platform.demo.keys.test.secret)).get(
        `${path}?language=en&product_version_id=${ids.productVersion}&key=${platform.demo.other.test.public}`,
      ),
    product_version: () =>
      readerOn(platform, bearer(platform.demo.keys.test.secret)).get(
        `${path}?language=en&product_version_id=${ids.productVersion}`,
      ),
    page_not_allowed: async () => {
      const draft = await pushedDraft(platform, 'cyber', {
        'product.yaml': (text) => text.replace('commission_rate: 0.15', 'commission_rate: 0.1'),
      })
      return readerOn(platform, { origin: 'https://elsewhere.example' }).get(
        `${path}?language=en&product_version_id=${draft}&key=${platform.demo.keys.test.public}`,
      )
    },
    draft_with_live_key: async () => {
      const draft = await pushedDraft(platform, 'bike', {
        'product.yaml': (text) => text.replace('commission_rate: 0.18', 'commission_rate: 0.1'),
      })
      return readerOn(platform, bearer(platform.demo.keys.live.secret)).get(
        `${path}?language=en&product_version_id=${draft}`,
      )
    },
  })
  const guesser = readerOn(guessed, { authentication: 'Bearer at_0' })
  const guessing = (path: string) => () => untilTooMany(() => guesser.get(path))
  const lists = (path: string): Refusals => ({
    too_many_failures: guessing(`${locked}/${path}`),
    parameter: () =>
      reader.get(`/datasets/${datasets?.public}/${path}?language=en&fields=["name"]&limit=0`),
    parameter_missing: () => reader.get(`/datasets/${datasets?.public}/${path}`),
    token_missing: () => reader.get(`${locked}/${path}`),
    token_unknown: () => stranger.get(`${locked}/${path}`),
    dataset: () => reader.get(`/datasets/${unknownDataset}/${path}`),
    slow_search: () =>
      whileContentIsHeld(platform, () =>
        reader.get(`/datasets/${datasets?.public}/${path}?language=en&fields=["name"]`),
      ),
    ...ofVersion(`/datasets/${datasets?.public}/${path}`),
  })
  const publicItem = async () => {
    const dataset = datasets?.public ?? ''
    const page = await reader.items(dataset, { language: 'en', fields: ['name'], limit: 1 })
    return `/dataset_items/${page.json<{ id: string }[]>()[0]?.id}`
  }
  const lockedItem = async () => {
    const owner = readerOn(platform, { authentication: `Bearer ${platform.demo.access_token}` })
    const fields = ['agreement']
    const page = await owner.items(datasets?.locked ?? '', { language: 'en', fields })
    return `/dataset_items/${page.json<{ id: string }[]>()[0]?.id}`
  }
  return {
    showDataset: {
      too_many_failures: guessing(locked),
      token_missing: () => reader.get(locked),
      token_unknown: () => stranger.get(locked),
      dataset: () => reader.get(`/datasets/${unknownDataset}`),
      ...ofVersion(`/datasets/${datasets?.public}`),
    },
    listDatasetItems: lists('dataset_items'),
    listDistinctValues: lists('items_distinct_values'),
    showDatasetItem: {
      parameter: async () => reader.get(`${await publicItem()}?language=fr`),
      language: async () => reader.get(await publicItem()),
      too_many_failures: async () => guessing(await lockedItem())(),
      token_missing: async () => reader.get(await lockedItem()),
      token_unknown: async () => stranger.get(await lockedItem()),
      dataset_item: () => reader.get(`/dataset_items/${unknownItem}?language=en`),
      ...ofVersion(`/dataset_items/${unknownItem}`),
    },
  }
}

/**
 * A search that cannot go on is as slow as one that has too much to do. The database ends it as it
 * ends one that has taken too long, which indexes.test.ts waits for.
 */
async function whileContentIsHeld<Result>(
  platform: TestPlatform,
  run: () => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client(platform.db.connection)
  await client.connect()
  try {
    await client.query('begin')
    const { rows } = await client.query<{ table: string }>(
      `select 'dataset_content_' || content_id as table from datasets`,
    )
    for (const { table } of rows) {
      await client.query(`lock table ${table} in access exclusive mode`)
    }
    const running = run()
    await vi.waitFor(async () => {
      const { rowCount } = await client.query(
        `select pg_cancel_backend(pid) from pg_locks where not granted
          and database = (select oid from pg_database where datname = current_database())`,
      )
      expect(rowCount).toBeGreaterThan(0)
    })
    return await running
  } finally {
    await client.end()
  }
}
