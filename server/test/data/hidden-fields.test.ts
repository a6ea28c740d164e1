import type { Response } from 'light-my-request'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from '../../src/database/index.ts'
import { type Dataset, type ItemRow, importDataset } from '../../src/datasets/index.ts'
import type { Account } from '../../src/identity/index.ts'
import type { JsonObject } from '../../src/kernel/index.ts'
import { foreignInsurer, newKey } from '../builders/credentials.ts'
import { itemsOf } from '../builders/dataset.ts'
import { exampleFolder } from '../builders/folder.ts'
import { importerOn } from '../builders/importer.ts'
import { managerOn } from '../builders/manager.ts'
import { sellerOn } from '../builders/sale.ts'
import { type TestPlatform, openTestPlatform } from '../support/platform.ts'
import { type ListChanges, linkTo, readerOn } from './reader.ts'

/**
 * Another insurer has two public datasets with the same items: `guarded` also has a hidden field,
 * and `plain` never had one. Whatever anybody asks, the two must answer alike.
 */
let platform: TestPlatform
let rival: Account
let guarded: Twin
let plain: Twin
beforeAll(async () => {
  platform = await openTestPlatform()
  rival = await foreignInsurer(platform)
  guarded = await imported('guarded', true)
  plain = await imported('plain', false)
})
afterAll(() => platform.close())

const hiddenField = 'margin'
/** So that no hidden value can stand anywhere by chance. */
const hiddenValue = (at: number) => `margin-${7_000_000 + ((at * 13) % 30)}`

interface Twin {
  readonly id: string
  readonly key: string
  readonly items: readonly string[]
}

async function imported(key: string, isGuarded: boolean): Promise<Twin> {
  const definition: Omit<Dataset, 'id'> = {
    accountId: rival.id,
    key,
    name: 'Vehicles',
    languages: ['en', 'de'],
    access: 'public',
    keyField: 'code',
    fields: [
      { name: 'code', type: 'text', hidden: false },
      ...(isGuarded ? [{ name: hiddenField, type: 'text', hidden: true } as const] : []),
      { name: 'make', type: 'text', hidden: false },
      { name: 'power', type: 'number', hidden: false },
    ],
  }
  const rows = Array.from({ length: 30 }, (_, at): ItemRow => {
    const code = `V${at}`
    const kept = (value: string): JsonObject => (isGuarded ? { [hiddenField]: value } : {})
    return {
      key: code,
      values: { code, ...kept(hiddenValue(at)), make: `Make ${at % 4}`, power: at % 7 },
      translations: {
        en: { make: `Make ${at % 4}` },
        de: { make: `Marke ${at % 4}`, ...kept(`${hiddenValue(at)}-de`) },
      },
    }
  })
  const { id } = await platform.db.transaction((tx) =>
    importDataset(tx, definition, rows, platform.clock()),
  )
  return { id, key, items: (await itemsOf(platform, key)).map((item) => item.id) }
}

/** What says nothing of the answer, or only how long the ids and keys in it are. */
const others = /^(?:date|content-length|ratelimit-.*|.*request-id)$/

/** An answer without the parts in which the twins differ for good reason. */
function anonymous(response: Response, twin: Twin): object {
  const hide = (text: string) => {
    const named = twin.items.reduce((rest, id, at) => rest.replaceAll(id, `item ${at}`), text)
    return named.replaceAll(twin.id, 'the dataset').replaceAll(twin.key, 'the key')
  }
  const headers = Object.entries(response.headers).filter(([name]) => !others.test(name))
  return {
    status: response.statusCode,
    headers: headers.map(([name, value]) => [name, hide(String(value))]),
    body: hide(response.body),
  }
}

/** What has the hidden field in it, or any of its values. */
const secret = new RegExp(`${hiddenField}|700000\\d|70000[12]\\d`)

async function expectAlike(ask: (twin: Twin) => Promise<Response>): Promise<Response> {
  const [one, other] = [await ask(guarded), await ask(plain)]
  expect(anonymous(one, guarded)).toEqual(anonymous(other, plain))
  return one
}

type Credential = readonly [string, () => Promise<Record<string, string>> | Record<string, string>]
const bearer = (key: string) => ({ authorization: `Bearer ${key}` })
const credentials: readonly Credential[] = [
  ['nobody', () => ({})],
  [
    "a distributor's token",
    () => ({ authentication: `Bearer ${platform.demo.other.access_token}` }),
  ],
  ["another insurer's token", () => ({ authentication: `Bearer ${platform.demo.access_token}` })],
  ['a publishable key', () => bearer(platform.demo.keys.test.public)],
  ["a distributor's secret key", () => bearer(platform.demo.keys.test.secret)],
  ["another insurer's key", () => bearer(platform.demo.insurer.test.secret)],
  ["its owner's own key", async () => bearer((await newKey(platform, rival)).key)],
]

const basics = { language: 'en', fields: ['make', 'power'] }
const questions: readonly ListChanges[] = [
  basics,
  { ...basics, language: 'de', fields: ['make'] },
  { ...basics, sort: [{ field: 'power', dir: 'desc' }], limit: 7 },
  { ...basics, query: [{ field: 'make', search: 'make 1%' }], limit: 3 },
  { ...basics, query: [{ field: 'make', search: '%7000%' }] },
  { ...basics, query: [{ field: 'power', search: '3', operator: '<=' }] },
  { ...basics, fields: [hiddenField] },
  { ...basics, fields: ['make', hiddenField] },
  { ...basics, fields: [hiddenField.toUpperCase()] },
  { ...basics, fields: [`${hiddenField}.de`] },
  { ...basics, fields: ['f1', 'f1_t', 'item_values'] },
  { ...basics, query: [{ field: hiddenField, search: hiddenValue(1) }] },
  { ...basics, query: [{ field: hiddenField, search: '%' }] },
  { ...basics, query: [{ field: hiddenField, search: 'm', operator: '>' }] },
  { ...basics, query: [{ field: hiddenField, search: '5', operator: '<' }] },
  { ...basics, query: [{ field: hiddenField, search: [hiddenValue(1)], operator: 'IN' }] },
  { ...basics, query: [{ field: hiddenField, search: 1 }] },
  { ...basics, sort: [{ field: hiddenField, dir: 'asc' }] },
  {
    ...basics,
    sort: [
      { field: 'make', dir: 'asc' },
      { field: hiddenField, dir: 'desc' },
    ],
  },
  { ...basics, language: hiddenField },
]

describe("a hidden field of another insurer's public dataset", () => {
  it.each(credentials)(
    'cannot be distinguished from one that never existed by %s',
    async (_, headersOf) => {
      const reader = readerOn(platform, await headersOf())
      for (const question of questions) {
        for (const list of ['items', 'distinct'] as const) {
          const answer = await expectAlike((twin) => reader[list](twin.id, question))
          if (answer.statusCode === 200) expect(answer.body).not.toMatch(secret)
          const asksForIt = JSON.stringify(question).includes(hiddenField)
          if (asksForIt) expect(answer.statusCode).toBe(400)
        }
      }
      await expectAlike((twin) => reader.get(`/datasets/${twin.id}`))
      for (const language of ['en', 'de']) {
        const item = await expectAlike((twin) =>
          reader.get(
            `/dataset_items/${twin.items[3]}?language=${language}&fields=["${hiddenField}"]`,
          ),
        )
        expect(item.statusCode).toBe(200)
        expect(item.body).not.toMatch(secret)
      }
    },
  )

  it('shows in no count, no link and no cursor while its dataset is walked', async () => {
    const reader = readerOn(platform)
    const walks: ListChanges[] = [
      { ...basics, limit: 4, sort: [{ field: 'make', dir: 'asc' }] },
      { ...basics, limit: 4, sort: [{ field: 'power', dir: 'desc' }] },
    ]
    for (const [list, walk] of (['items', 'distinct'] as const).flatMap((name) =>
      walks.map((one) => [name, one] as const),
    )) {
      const pagesOf = async (twin: Twin) => {
        const pages: object[] = []
        let page = await reader[list](twin.id, walk)
        for (;;) {
          pages.push(anonymous(page, twin))
          const next = linkTo('next', page)
          if (next === null) return pages
          page = await reader.get(next)
        }
      }
      const pages = await pagesOf(guarded)
      expect(pages.length).toBeGreaterThan(5)
      expect(pages).toEqual(await pagesOf(plain))
    }
  })

  it('is not in what another insurer manages', async () => {
    const manager = managerOn(platform)
    for (const key of ['id', 'key'] as const) {
      for (const path of ['', '/export?format=csv', '/export?format=jsonl']) {
        const answer = await expectAlike((twin) =>
          manager.get(`/manage/datasets/${twin[key]}${path}`),
        )
        expect(answer.statusCode).toBe(404)
      }
    }
    const merge = await expectAlike((twin) =>
      importerOn(platform).csv(twin.id, `code,${hiddenField}\nV1,x\n`, { mode: 'merge' }),
    )
    expect(merge.statusCode).toBe(404)
    for (const list of ['datasets', 'events', 'audit']) {
      expect((await manager.get(`/manage/${list}`)).body).not.toMatch(secret)
    }
  })

  it("cannot be asked for by the rules of another insurer's product", async () => {
    const manager = managerOn(platform)
    const pushedWith = async (rule: string) => {
      const changed = await exampleFolder('cyber', {
        'quote.json': (text) => text.replace('in_dataset:companies', rule),
      })
      return manager.push(changed)
    }
    for (const field of ['', `,${hiddenField}`]) {
      for (const by of ['id', 'key'] as const) {
        const answer = await expectAlike((twin) => pushedWith(`in_dataset:${twin[by]}${field}`))
        expect(answer.statusCode).not.toBe(200)
      }
    }
  })
})

describe("a sale with an item of another insurer's public dataset", () => {
  const offerWith = async (id: string) => {
    const seller = sellerOn(platform)
    const quote = await seller.quote({ data: { vehicle: id } })
    const { token } = quote.json<{ token: string }>()
    const data = platform.demo.products['cyber']?.policy['data'] as object // It is one.
    const offer = await seller.offer(token, { data: { ...data, vehicles: [{ first: id }] } })
    return { quote, offer }
  }

  it('knows only what everybody may see, in every view and in its price', async () => {
    const [id = ''] = guarded.items
    const { quote, offer } = await offerWith(id)
    expect(quote.statusCode).toBe(200)
    expect(offer.statusCode).toBe(200)
    const policyId = offer.json<{ id: string }>().id
    const secretKeys = [platform.demo.keys.test.secret, platform.demo.insurer.test.secret]
    const views = secretKeys.flatMap((secretKey) =>
      [`/offers/${policyId}`, `/policies/${policyId}`].map((path) =>
        sellerOn(platform, { secretKey }).get(path),
      ),
    )
    for (const view of await Promise.all(views)) {
      expect(view.statusCode).toBe(200)
      expect(view.body).not.toMatch(secret)
      expect(view.json()).toMatchObject({
        data: { vehicles: [{ first: { id, code: 'V0', make: 'Make 0', power: 0 } }] },
      })
    }
    const manager = managerOn(platform)
    for (const path of [
      `policies/${policyId}/history`,
      `policies/${policyId}/explanation`,
      'policies',
      'offers',
      'quotes',
      'events',
      'audit',
    ]) {
      const answer = await manager.get(`/manage/${path}`)
      expect([path, answer.statusCode]).toEqual([path, 200])
      expect(answer.body).not.toMatch(secret)
    }
    const [kept] = await platform.db.query<{ text: string }>(sql`
      select policies::text || quotes::text as text from policies
      join quotes on quotes.id = quote_id where policies.id = ${policyId}`)
    expect(kept?.text).toContain('Make 0')
    expect(kept?.text).not.toMatch(secret)
  })

  it('is refused alike where the item is none of the wanted dataset', async () => {
    const answer = await expectAlike(async ({ items: [id = ''] }) =>
      sellerOn(platform).quote({ data: { company: id } }),
    )
    expect(answer.statusCode).toBe(400)
  })

  it('is priced by a publishable key without showing it', async () => {
    const seller = sellerOn(platform, { publicKey: platform.demo.keys.test.public })
    const answers = [guarded, plain].map(async ({ items: [id = ''] }) => {
      const quote = await seller.quote({ data: { vehicle: id } })
      expect(quote.statusCode).toBe(200)
      expect(quote.body).not.toMatch(secret)
      return Object.keys(quote.json<object>())
    })
    const [one, other] = await Promise.all(answers)
    expect(one).toEqual(other)
  })
})
