import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { MessageChannel, Worker } from 'node:worker_threads'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ProductId, ProductVersionId } from '../../src/kernel/index.ts'
import { selectIntegrations, selectPlans, selectVersionItems } from '../../src/products/index.ts'
import { itemsOf } from '../builders/dataset.ts'
import { importerOn } from '../builders/importer.ts'
import { slowness, watchLoop } from '../support/loop-meter.ts'
import { type TestPlatform, openTestPlatform } from '../support/platform.ts'
import type { Attack, QuoteBody, Struck } from './attacker.ts'

/** What the loop may compute in one turn, whatever a tenant sends; more on a slower machine. */
const turnMsMax = 50
/** Code that runs for the first time is slow. */
const triesMax = 5

let platform: TestPlatform
let attacker: Worker
let address: string

beforeAll(async () => {
  platform = await openTestPlatform()
  await platform.app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = platform.app.server.address() as AddressInfo // It listens on a port of TCP.
  address = `http://127.0.0.1:${port}`
  attacker = new Worker(new URL('./attacker.ts', import.meta.url), { execArgv: [] })
  expect(await push('honest')).toMatchObject({ status: 200 })
})

afterAll(async () => {
  await attacker.terminate()
  await platform.close()
})

async function strike(method: Attack['method'], path: string, body: Attack['body']) {
  const { insurer, keys } = platform.demo
  const authorization = `Bearer ${path === '/quotes' ? keys.test.secret : insurer.test.secret}`
  const { port1: answer, port2: port } = new MessageChannel()
  const attack: Attack = { url: address + path, method, authorization, body, port }
  attacker.postMessage(attack, [port])
  const [struck] = (await once(answer, 'message')) as [Struck] // As the attacker says it.
  return struck
}

const push = (body: string) => strike('POST', '/manage/products/push', body)

/** What it is answered, once no turn of the loop took too long. */
async function withoutHoldingUp(attack: () => Promise<Struck>): Promise<Struck> {
  const held: string[] = []
  for (;;) {
    const meter = watchLoop()
    const struck = await attack()
    const worstMs = await meter.stop()
    if (worstMs <= turnMsMax) return struck
    const limitMs = turnMsMax * slowness()
    if (worstMs <= limitMs) return struck
    held.push(`${Math.round(worstMs)} of ${Math.round(limitMs)} ms`)
    if (held.length === triesMax) {
      throw new Error(`the loop was held for ${held.join(', ')}: ${struck.text.slice(0, 200)}`)
    }
  }
}

describe('the loop is not held up', () => {
  it.each([
    ['manyKeys', 'further problems'],
    ['farTooManyKeys', '1 MiB'],
    ['sameKeys', 'more than 250000'],
    ['syntaxErrors', '100 mistakes'],
    ['deep', 'not YAML'],
    ['aliases', 'more than'],
    ['manyCases', '1000 cases'],
    ['manySteps', '10000 steps'],
    ['mistakesEverywhere', 'further problems'],
    ['longChoices', 'problems'],
    ['longTable', '100000 rows'],
  ])('by a folder with mistakes: %s', async (body, message) => {
    const refused = await withoutHoldingUp(() => push(body))
    expect(refused.status).toBe(422)
    expect(refused.text.replaceAll('5000 entries', '1000 cases')).toContain(message)
  })

  it.each(['largeTable', 'dataset', 'workbook', 'largeJson', 'largeParts'])(
    'by a large folder: %s',
    async (body) => {
      const pushed = await withoutHoldingUp(() => push(body))
      expect(pushed).toMatchObject({ status: 200 })
      const { product_id: productId, product_version_id: versionId } = JSON.parse(pushed.text) as {
        product_id: ProductId // As the push answers it.
        product_version_id: ProductVersionId
      }
      const version = `/manage/product_versions/${versionId}`
      const pulled = await withoutHoldingUp(() => strike('GET', `${version}/files`, null))
      expect(pulled.status).toBe(200)
      const published = await withoutHoldingUp(() => strike('POST', `${version}/publish`, null))
      expect(published.status).toBe(200)
      const quote = await quoteFor(productId, versionId)
      await withoutHoldingUp(async () => {
        await platform.catalogue.version(versionId) // As the first quote has it loaded.
        return published
      })
      const quoted = await withoutHoldingUp(() => strike('POST', '/quotes', quote))
      expect(quoted, quoted.text).toMatchObject({ status: 200 })
    },
  )

  it.each([
    ['csvImport', 'villages', 200],
    ['wrongCsvImport', 'villages', 422],
    ['jsonImport', 'towns', 200],
    ['wideCsvImport', 'wide', 200],
  ])('by an import: %s', async (body, key, status) => {
    const query = `key_field=${key === 'wide' ? 'c0' : 'code'}`
    const path = `/manage/datasets/${key}`
    const imported = await withoutHoldingUp(() => strike('POST', `${path}/import?${query}`, body))
    expect(imported, imported.text).toMatchObject({ status })
    const exported = await withoutHoldingUp(() => strike('GET', `${path}/export?format=csv`, null))
    expect(exported.status).toBe(200)
  })

  it.each([
    'ten thousand values',
    'far too many values',
    'far too many names',
    'far too many objects',
    'a text of a megabyte',
    'thousands of items',
    'thousands of objects',
  ])('by a quote with %s', async (answers) => {
    const { quote, item_id, subscription_plan_id, integration_id } = cyber()
    const body = { quote: { item_id, subscription_plan_id, integration_id, data: quote }, answers }
    const quoted = await withoutHoldingUp(() => strike('POST', '/quotes', body))
    expect([200, 400, 413, 422]).toContain(quoted.status)
  })

  it('by quotes against the largest rules that are taken', async () => {
    const pushed = await withoutHoldingUp(() => push('wideRules'))
    expect(pushed, pushed.text).toMatchObject({ status: 200 })
    const { product_id: productId, product_version_id: versionId } = JSON.parse(pushed.text) as {
      product_id: ProductId // As the push answers it.
      product_version_id: ProductVersionId
    }
    const publish = `/manage/product_versions/${versionId}/publish`
    expect(await strike('POST', publish, null)).toMatchObject({ status: 200 })
    const { quote } = await quoteFor(productId, versionId)
    const slow: string[] = []
    for (const [answers, status] of againstRules) {
      try {
        const quoted = await withoutHoldingUp(() => strike('POST', '/quotes', { quote, answers }))
        expect([answers, quoted.status], quoted.text.slice(0, 200)).toEqual([answers, status])
      } catch (error) {
        slow.push(`${answers}: ${String(error).slice(0, 300)}`)
      }
    }
    expect(slow).toEqual([])
  })

  it('by a quote with thousands of items, each of which is put in place of its id', async () => {
    const lines = Array.from({ length: 3_000 }, (_, at) => `I-${at},${'x'.repeat(1_000)}\n`)
    await importerOn(platform).csv('large', `code,note\n${lines.join('')}`, { key_field: 'code' })
    const ids = (await itemsOf(platform, 'large')).map(({ id }) => id)
    const { quote, item_id, subscription_plan_id, integration_id } = cyber()
    for (const named of [ids, Array.from({ length: 9_000 }, () => ids[0])]) {
      const data = { ...quote, ids: named }
      const body = {
        quote: { item_id, subscription_plan_id, integration_id, data },
        answers: 'none',
      }
      const quoted = await withoutHoldingUp(() => strike('POST', '/quotes', body))
      expect([200, 400], quoted.text.slice(0, 300)).toContain(quoted.status)
    }
  })

  it('by what is no JSON', async () => {
    const refused = await withoutHoldingUp(() => strike('POST', '/quotes', 'notJson'))
    expect(refused.status).toBe(400)
  })
})

const againstRules: readonly (readonly [string, number])[] = [
  ['none', 200],
  ['a word that is not on a long list', 400],
  ['thousands of words that are not on a long list', 400],
  ['thousands of days that are too late', 400],
  ['thousands of numbers that are too large', 400],
  ['as many failing fields as fit', 400],
  ['many rows for many rules', 400],
  ['a wide tree', 400],
  ['a deep tree', 400],
]

function cyber() {
  const product = platform.demo.products['cyber']
  if (product === undefined) throw new Error('the demo has the example cyber')
  return product
}

async function quoteFor(productId: ProductId, versionId: ProductVersionId): Promise<QuoteBody> {
  const [[item], [plan], [integration]] = await Promise.all([
    selectVersionItems(platform.db, versionId),
    selectPlans(platform.db, productId),
    selectIntegrations(platform.db, productId),
  ])
  const quote = {
    item_id: item?.itemId,
    subscription_plan_id: plan?.id,
    integration_id: integration?.id,
    data: { days: 30 },
  }
  return { quote, answers: 'none' }
}
