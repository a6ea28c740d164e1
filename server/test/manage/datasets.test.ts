import { Readable } from 'node:stream'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from '../../src/database/index.ts'
import type { ItemRow } from '../../src/datasets/index.ts'
import { foreignInsurer, newKey } from '../builders/credentials.ts'
import { itemsOf } from '../builders/dataset.ts'
import { type ImportAnswer, importerOn } from '../builders/importer.ts'
import { managerOn } from '../builders/manager.ts'
import { readerOn } from '../data/reader.ts'
import { type TestPlatform, openTestPlatform } from '../support/platform.ts'
import { draws } from '../support/draws.ts'

let platform: TestPlatform
beforeAll(async () => {
  platform = await openTestPlatform({ uploadBytesMax: 2 * 1024 * 1024 })
})
afterAll(() => platform.close())

const garages = `code,city.en,city.de,lifts,postcode,discount
G-1,Munich,München,4,80331,0.1
G-2,Cologne,Köln,2,50667,0.15
G-3,Berlin,,,10115,
`
const settings = { key_field: 'code', languages: 'en,de', access: 'public', hidden: 'discount' }

async function importGarages(key: string, query = {}): Promise<ImportAnswer> {
  const response = await importerOn(platform).csv(key, garages, {
    ...settings,
    types: 'postcode:text',
    ...query,
  })
  expect(response.statusCode).toBe(200)
  return response.json<ImportAnswer>()
}

/** Everything that is kept of a dataset, ids included. */
async function stateOf(key: string) {
  const shown = await managerOn(platform).get(`/manage/datasets/${key}`)
  return { shown: shown.json<object>(), items: await itemsOf(platform, key) }
}

describe('an insurer imports a dataset', () => {
  it('and gets its fields with their types, and what was added', async () => {
    const answer = await importGarages('garages', { name: 'Garages' })
    expect(answer).toMatchObject({
      dataset: { key: 'garages', name: 'Garages', access: 'public', key_field: 'code', items: 3 },
      is_new: true,
      added: 3,
      changed: 0,
      removed: 0,
      kept: 0,
    })
    expect(answer.dataset.fields).toEqual([
      { name: 'code', type: 'text', hidden: false },
      { name: 'city', type: 'text', hidden: false },
      { name: 'lifts', type: 'number', hidden: false },
      { name: 'postcode', type: 'text', hidden: false },
      { name: 'discount', type: 'number', hidden: true },
    ])
    const page = await readerOn(platform).items(answer.dataset.id, {
      language: 'de',
      fields: ['city'],
    })
    expect(page.json<{ value: object }[]>().map(({ value }) => value)).toEqual([
      { city: 'München' },
      { city: 'Köln' },
      { city: 'Berlin' },
    ])
  })

  it('again, and what it does not say stays: hidden fields, types, languages, name', async () => {
    await importGarages('steady', { name: 'Steady' })
    const before = await stateOf('steady')
    const again = await importerOn(platform).csv('steady', garages)
    expect(again.json()).toMatchObject({ is_new: false, added: 0, changed: 0, removed: 0, kept: 3 })
    expect(await stateOf('steady')).toEqual(before)
  })

  it('by merging: some are changed, some added, the others stay', async () => {
    await importGarages('merged')
    const [first] = await itemsOf(platform, 'merged')
    const header = garages.split('\n')[0]
    const merged = await importerOn(platform).csv(
      'merged',
      `${header}\nG-1,Munich,München,9,80331,0.1\nG-9,Bonn,,1,53111,\n`,
      { mode: 'merge', key_field: 'code' },
    )
    expect(merged.json()).toMatchObject({ added: 1, changed: 1, removed: 0, kept: 2 })
    const items = await itemsOf(platform, 'merged')
    expect(items.map((item) => item.key)).toEqual(['G-1', 'G-2', 'G-3', 'G-9'])
    expect(items[0]).toMatchObject({ id: first?.id, values: { lifts: 9 } })
  })

  it('only to see what it would do', async () => {
    await importGarages('tried')
    const before = await stateOf('tried')
    const audit = await managerOn(platform).get('/manage/audit')
    const dry = await importerOn(platform).csv('tried', 'code,lifts\nG-1,7\nG-8,1\n', {
      dry_run: 'true',
      hidden: '',
    })
    expect(dry.json()).toMatchObject({ is_dry_run: true, added: 1, changed: 1, removed: 2 })
    expect(await stateOf('tried')).toEqual(before)
    const untouched = await importerOn(platform).csv('never-made', garages, {
      ...settings,
      dry_run: 'true',
    })
    expect(untouched.json()).toMatchObject({ added: 3, dataset: { key: 'never-made', items: 3 } })
    expect((await managerOn(platform).get('/manage/datasets/never-made')).statusCode).toBe(404)
    expect((await managerOn(platform).get('/manage/audit')).json()).toEqual(audit.json())
  })

  it('and the audit log shows what it was and what it is, once for each change', async () => {
    await importGarages('audited')
    platform.clock.advance({ minutes: 1 })
    await importGarages('audited')
    platform.clock.advance({ minutes: 1 })
    await importerOn(platform).csv('audited', garages, { access: 'locked' })
    const audit = (await managerOn(platform).get('/manage/audit')).json<
      { action: string; before: object | null; after: { key: string } }[]
    >()
    const own = audit.filter(({ after }) => after.key === 'audited')
    expect(own).toMatchObject([
      {
        action: 'dataset.imported',
        before: { access: 'public', items: 3 },
        after: { access: 'locked', items: 3, added: 0 },
      },
      { action: 'dataset.imported', before: null, after: { access: 'public', added: 3 } },
    ])
  })

  it('and locking it shuts front ends out at once', async () => {
    const { dataset } = await importGarages('shut')
    const reader = readerOn(platform)
    expect((await reader.get(`/datasets/${dataset.id}`)).statusCode).toBe(200)
    await importerOn(platform).csv('shut', garages, { access: 'locked' })
    await expect
      .poll(async () => (await reader.get(`/datasets/${dataset.id}`)).statusCode)
      .toBe(401)
  })

  it('by its id as well as by its key', async () => {
    const { dataset } = await importGarages('by-id')
    const again = await importerOn(platform).csv(dataset.id, garages)
    expect(again.json()).toMatchObject({ dataset: { id: dataset.id, key: 'by-id' }, kept: 3 })
  })

  it('at the same time as a colleague: one after the other, and both hold', async () => {
    await importGarages('raced')
    const header = garages.split('\n')[0]
    const send = (code: string) =>
      importerOn(platform).csv('raced', `${header}\n${code},Ulm,Ulm,1,89073,\n`, { mode: 'merge' })
    const answers = await Promise.all(['R-1', 'R-2', 'R-3'].map(send))
    expect(answers.map((answer) => answer.statusCode)).toEqual([200, 200, 200])
    const keys = (await itemsOf(platform, 'raced')).map((item) => item.key)
    expect(keys.toSorted()).toEqual(['G-1', 'G-2', 'G-3', 'R-1', 'R-2', 'R-3'])
  })
})

describe('a file that comes faster than the database takes it', () => {
  it('is left where it is, and does not fill the memory', async () => {
    await importGarages('slow')
    const release = Promise.withResolvers<void>()
    const locked = Promise.withResolvers<void>()
    const holding = platform.db.transaction(async (tx) => {
      await tx.query(sql`select from datasets where key = 'slow' for update`)
      locked.resolve()
      await release.promise
    })
    await locked.promise
    let bytesRead = 0
    function* pieces() {
      yield garages
      for (let at = 0; at < 1_500; at += 1) {
        const piece = `S-${at},${'x'.repeat(1_000)},,1,1,\n`
        bytesRead += piece.length
        yield piece
      }
    }
    const importing = importerOn(platform).send('slow', Readable.from(pieces()))
    const untilStill = async () => {
      const before = bytesRead
      await new Promise((resolve) => setTimeout(resolve, 300))
      return bytesRead - before
    }
    await expect.poll(untilStill).toBe(0)
    // The first thousand items, of which the types are inferred, and what is under way.
    expect(bytesRead).toBeLessThan(1_250_000)
    release.resolve()
    await holding
    expect((await importing).json()).toMatchObject({ added: 1_500, kept: 3 })
  })
})

describe('a file with mistakes', () => {
  it('is refused whole, with each line, and with how many there are', async () => {
    await importGarages('refused')
    const before = await stateOf('refused')
    const lines = Array.from({ length: 40 }, (_, at) => `X-${at},A,B,many,1,`)
    const wrong = await importerOn(platform).csv('refused', garages + lines.join('\n'), {
      file: 'new.csv',
    })
    expect(wrong.statusCode).toBe(422)
    const answer = wrong.json<ImportAnswer>()
    expect(answer).toMatchObject({ message: 'The file has 40 mistakes.', problems_total: 40 })
    expect(answer.problems).toHaveLength(20)
    expect(answer.problems[0]).toEqual({
      file: 'new.csv',
      place: 'line 5, lifts',
      message: '"many" is not a number, such as 1234.5.',
      fix: 'lifts holds numbers.',
    })
    expect(await stateOf('refused')).toEqual(before)
  })

  it.each([
    ['wrong mode', { mode: 'mix' }, 'mode'],
    ['an unknown language', { languages: 'english' }, 'languages'],
    ['no language', { languages: ' , ' }, 'languages'],
    ['an unknown access', { access: 'open' }, 'access'],
    ['an unknown type', { types: 'lifts:integer' }, 'types'],
    ['a type of no column', { types: 'price:number' }, 'types'],
    ['a hidden field that is not there', { hidden: 'secret' }, 'hidden'],
    ['an empty name', { name: ' ' }, 'name'],
    ['dry run that is neither', { dry_run: 'yes' }, 'dry_run'],
  ])('or %s among the parameters changes nothing', async (_, query, field) => {
    const refused = await importerOn(platform).csv('parameters', garages, { ...settings, ...query })
    expect(refused.statusCode).toBe(400)
    expect(refused.json()).toMatchObject({ errors: [{ field }] })
    expect((await managerOn(platform).get('/manage/datasets/parameters')).statusCode).toBe(404)
  })

  it.each(['Garages', 'a b', 'dat_x', 'x'.repeat(61), '-a', '%00'])(
    'or the key %s is refused',
    async (key) => {
      const refused = await importerOn(platform).csv(encodeURIComponent(key), garages, settings)
      expect(refused.statusCode).toBe(400)
    },
  )

  it('that is too large is refused while it comes, and changes nothing', async () => {
    await importGarages('large')
    const before = await stateOf('large')
    function* endless() {
      yield garages
      for (let at = 0; ; at += 1) yield `L-${at},${'x'.repeat(1_000)},,1,1,\n`
    }
    const refused = await importerOn(platform).send('large', Readable.from(endless()))
    expect(refused.statusCode).toBe(413)
    expect(refused.json()).toMatchObject({ message: expect.stringContaining('2 MiB') })
    expect(await stateOf('large')).toEqual(before)
  })

  it('that is no text at all is refused with a message', async () => {
    const refused = await importerOn(platform).csv('zip', 'PK\u0003\u0004\0\0', settings)
    expect([400, 422]).toContain(refused.statusCode)
    const json = await importerOn(platform).send('zip', '{}', settings, 'application/json')
    expect(json.statusCode).toBe(415)
  })
})

describe('an export', () => {
  it.each(['csv', 'jsonl'] as const)('as %s imports to exactly the same', async (format) => {
    const key = `same-${format}`
    await importGarages(key)
    const before = await stateOf(key)
    const exported = await importerOn(platform).export(key, format)
    expect(exported.statusCode).toBe(200)
    expect(exported.headers['content-disposition']).toBe(`attachment; filename="${key}.${format}"`)
    const again =
      format === 'csv'
        ? await importerOn(platform).csv(key, exported.body)
        : await importerOn(platform).jsonLines(key, exported.body)
    expect(again.json()).toMatchObject({ is_new: false, kept: 3 })
    expect(await stateOf(key)).toEqual(before)
  })

  it('of the datasets that came with a product imports to exactly the same items', async () => {
    for (const key of ['companies', 'broker-rates']) {
      const exported = await importerOn(platform).export(key, 'csv')
      const { key_field: keyField, fields } = (
        await managerOn(platform).get(`/manage/datasets/${key}`)
      ).json<{ key_field: string; fields: { name: string; type: string; hidden: boolean }[] }>()
      const hidden = fields.filter((field) => field.hidden).map(({ name }) => name)
      const copied = await importerOn(platform).csv(`${key}-copy`, exported.body, {
        key_field: keyField,
        languages: 'en,de',
        ...(hidden.length > 0 && { hidden: hidden.join(',') }),
        types: fields.map(({ name, type }) => `${name}:${type}`).join(','),
      })
      expect(copied.json()).toMatchObject({ is_new: true })
      const contentOf = (items: readonly ItemRow[]) =>
        items.map((item) => ({
          key: item.key,
          values: item.values,
          translations: item.translations,
        }))
      expect(contentOf(await itemsOf(platform, `${key}-copy`))).toEqual(
        contentOf(await itemsOf(platform, key)),
      )
    }
  })

  it('of whatever texts and numbers there are imports to exactly the same', async () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 12 })
    const item = fc.record({
      note: fc.option(text),
      price: fc.option(fc.double({ noNaN: true, noDefaultInfinity: true })),
      label: fc.record({ en: fc.option(text), de: fc.option(text) }),
      tough: fc.constantFrom('a,b', '"', '""', 'a\nb', 'a\r\nb', "'", ';', '\\N', '\t', '#', '='),
    })
    let round = 0
    await fc.assert(
      fc.asyncProperty(fc.array(item, { minLength: 1, maxLength: 20 }), async (items) => {
        const key = `any-${(round += 1)}`
        const lines = items.map((one, at) => JSON.stringify({ code: `K${at}`, ...one })).join('\n')
        const query = { ...settings, hidden: 'note', types: 'note:text,price:number,label:text' }
        const made = await importerOn(platform).jsonLines(key, lines, query)
        if (made.statusCode === 422) return // A text that cannot be stored, such as NUL.
        expect(made.statusCode).toBe(200)
        const before = await itemsOf(platform, key)
        for (const format of ['csv', 'jsonl'] as const) {
          const { body } = await importerOn(platform).export(key, format)
          const send = format === 'csv' ? importerOn(platform).csv : importerOn(platform).jsonLines
          const again = (await send(key, body)).json<ImportAnswer>()
          expect(again).toMatchObject({ added: 0, changed: 0, removed: 0, kept: items.length })
          expect(await itemsOf(platform, key)).toEqual(before)
        }
      }),
      { numRuns: draws(6) },
    )
  })

  it('that is under way is not disturbed by an import and a sweep', async () => {
    const rows = Array.from({ length: 6_000 }, (_, at) => `T-${at},${at}`).join('\n')
    const { csv } = importerOn(platform)
    await csv('calm', `code,number\n${rows}`, { key_field: 'code' })
    const { exportItems, tidyDatasets, selectDatasets } =
      await import('../../src/datasets/index.ts')
    const [account] = await platform.db.query<{ id: `acc_${string}` }>(
      sql`select id from accounts where key = 'demo-insurance'`,
    )
    const datasets = await selectDatasets(platform.db, account?.id ?? 'acc_')
    const dataset = datasets.find((one) => one.key === 'calm')
    if (dataset === undefined) throw new Error('it was just made')
    const pieces = exportItems(platform.db, dataset, 'csv')
    let text = (await pieces.next()).value as string // There are items.
    await csv('calm', 'code,number\nT-0,1\n')
    await platform.db.query(sql`
      update dataset_contents set retired_at = now() - interval '1 hour' where retired_at is not null`)
    await tidyDatasets(platform.db)
    for await (const piece of pieces) text += piece
    expect(text.trim().split('\r\n')).toHaveLength(6_001)
    await tidyDatasets(platform.db)
    const [left] = await platform.db.query<{ count: number }>(sql`
      select count(*) as count from dataset_contents where retired_at is not null`)
    expect(left?.count).toBe(0)
  })
})

describe('the list of datasets', () => {
  it('shows them newest first, page by page, with their items counted', async () => {
    for (const key of ['paged-1', 'paged-2', 'paged-3']) {
      platform.clock.advance({ minutes: 1 })
      await importGarages(key)
    }
    const manager = managerOn(platform)
    const first = await manager.get('/manage/datasets?limit=2')
    expect(first.json()).toMatchObject([
      { key: 'paged-3', items: 3 },
      { key: 'paged-2', items: 3 },
    ])
    expect(first.headers['link']).toContain('rel="next"')
    const [, second] = first.json<{ id: string }[]>()
    const next = await manager.get(`/manage/datasets?limit=1&starting_after=${second?.id}`)
    expect(next.json()).toMatchObject([{ key: 'paged-1' }])
  })

  it('is its own insurer’s alone', async () => {
    const { dataset } = await importGarages('private', { access: 'locked' })
    const { key } = await newKey(platform, await foreignInsurer(platform))
    const stranger = managerOn(platform, key)
    expect((await stranger.get('/manage/datasets')).json()).toEqual([])
    for (const name of ['private', dataset.id]) {
      expect((await stranger.get(`/manage/datasets/${name}`)).statusCode).toBe(404)
      expect((await importerOn(platform, key).export(name, 'csv')).statusCode).toBe(404)
    }
    const before = await stateOf('private')
    const own = await importerOn(platform, key).csv('private', 'code\nX\n', { key_field: 'code' })
    expect(own.json<ImportAnswer>().dataset.id).not.toBe(dataset.id)
    expect((await managerOn(platform).get('/manage/datasets/private')).json()).toEqual(before.shown)
    const theirs = await importerOn(platform, key).csv(dataset.id, garages, settings)
    expect(theirs.statusCode).toBe(404)
  })
})

describe('an access token', () => {
  it('opens locked datasets until it is revoked, and is shown once', async () => {
    const { dataset } = await importGarages('locked-up', { access: 'locked' })
    const manager = managerOn(platform)
    const made = await manager.post('/manage/access_tokens', { name: 'quote form' })
    const { id, token } = made.json<{ id: string; token: string }>()
    const status = async () =>
      (
        await readerOn(platform, { authentication: `Bearer ${token}` }).get(
          `/datasets/${dataset.id}`,
        )
      ).statusCode
    expect(await status()).toBe(200)
    const list = await manager.get('/manage/access_tokens')
    expect(list.json()).toContainEqual(
      expect.objectContaining({ id, name: 'quote form', revoked_at: null }),
    )
    const revoked = await manager.post(`/manage/access_tokens/${id}/revoke`)
    expect(revoked.json()).toMatchObject({ id, revoked_at: expect.any(String) })
    await expect.poll(status).toBe(401)
    const audit = await manager.get('/manage/audit?limit=100')
    expect(audit.json()).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ action: 'access_token.created', subject_id: id }),
        expect.objectContaining({ action: 'access_token.revoked', subject_id: id, after: null }),
      ]),
    )
    for (const { body } of [list, audit]) expect(body).not.toContain(token)
  })
})
