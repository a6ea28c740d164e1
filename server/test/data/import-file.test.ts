import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type FileImport, ImportRefused, importFile } from '../../src/datasets/index.ts'
import { selectAccountByKey } from '../../src/identity/index.ts'
import type { AccountId, DatasetItemId } from '../../src/kernel/index.ts'
import { itemsOf, sharedCompanies } from '../builders/dataset.ts'
import { sellerOn } from '../builders/sale.ts'
import { type TestPlatform, openTestPlatform } from '../support/platform.ts'
import { readerOn } from './reader.ts'

let platform: TestPlatform
let accountId: AccountId
beforeAll(async () => {
  platform = await openTestPlatform()
  const insurer = await selectAccountByKey(platform.db, 'demo-insurance')
  if (insurer === undefined) throw new Error('the demo has an insurer')
  accountId = insurer.id
})
afterAll(() => platform.close())

/** In small pieces, as a network brings a file. */
async function* piecesOf(text: string): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text)
  for (let from = 0; from < bytes.length; from += 7) yield bytes.subarray(from, from + 7)
}

async function* brokenOff(format: FileImport['format']): AsyncGenerator<Uint8Array> {
  yield Buffer.from(format === 'csv' ? 'code,make\nA,B\n' : '{"code":"A"}\n')
  throw new Error('the line was cut')
}

function importText(text: string, changes: Partial<FileImport> = {}) {
  const task: FileImport = {
    accountId,
    key: 'vehicles',
    name: 'Vehicles',
    languages: ['en', 'de'],
    access: 'public',
    keyField: 'code',
    fields: null,
    hiddenFields: [],
    mode: 'replace',
    format: 'csv',
    source: piecesOf(text),
    file: 'vehicles.csv',
    ...changes,
  }
  return importFile(platform.db, task, platform.clock())
}

const idsByKey = async (key = 'vehicles') =>
  new Map((await itemsOf(platform, key)).map((item) => [item.key, item.id]))

const csv = `code,make,colour.en,colour.de,power,electric,built_on,postcode
V1,Citroën,red,rot,60,false,2020-01-31,01067
V2,"Smart, ""new""",blue,,85.5,true,,80331
V3,Škoda,,,,,,
`

describe('a file of items', () => {
  it('brings its fields with their types, and empty cells as nothing', async () => {
    const { dataset, items } = await importText(csv)
    expect(items).toBe(3)
    expect(dataset.fields.map(({ name, type }) => `${name} ${type}`)).toEqual([
      'code text',
      'make text',
      'colour text',
      'power number',
      'electric boolean',
      'built_on date',
      'postcode text',
    ])
    const [, second] = await itemsOf(platform, 'vehicles')
    expect(second).toMatchObject({
      key: 'V2',
      values: {
        code: 'V2',
        make: 'Smart, "new"',
        colour: 'blue',
        power: 85.5,
        electric: true,
        built_on: null,
        postcode: '80331',
      },
      translations: { en: { colour: 'blue' } },
    })
    const reader = readerOn(platform)
    const page = await reader.items(dataset.id, { language: 'de', fields: ['colour'] })
    expect(page.json<{ value: object }[]>().map(({ value }) => value)).toEqual([
      { colour: 'rot' },
      { colour: 'blue' },
      { colour: null },
    ])
  })

  it('may be JSON lines, which come to the same', async () => {
    await importText(csv, { key: 'from-csv' })
    const lines = [
      {
        code: 'V1',
        make: 'Citroën',
        colour: { en: 'red', de: 'rot' },
        power: 60,
        electric: false,
        built_on: '2020-01-31',
        postcode: '01067',
      },
      {
        code: 'V2',
        make: 'Smart, "new"',
        colour: { en: 'blue', de: null },
        power: 85.5,
        electric: true,
        built_on: null,
        postcode: '80331',
      },
      {
        code: 'V3',
        make: 'Škoda',
        colour: { en: null, de: null },
        power: null,
        electric: null,
        built_on: null,
        postcode: null,
      },
    ]
    const text = `${lines.map((line) => JSON.stringify(line)).join('\n')}\n`
    await importText(text, { key: 'from-json', format: 'json_lines' })
    const contents = async (key: string) =>
      (await itemsOf(platform, key)).map(({ values, translations }) => ({ values, translations }))
    expect(await contents('from-json')).toEqual(await contents('from-csv'))
  })

  it('changes nothing when it is imported again', async () => {
    await importText(csv)
    const before = await idsByKey()
    expect(await importText(csv)).toMatchObject({ isNew: false, items: 3 })
    expect(await idsByKey()).toEqual(before)
  })

  it('counts what it adds, changes, removes and keeps', async () => {
    const counted = async (text: string, changes: Partial<FileImport> = {}) => {
      const imported = await importText(text, { key: 'counted', ...changes })
      return [imported.added, imported.changed, imported.removed, imported.kept]
    }
    expect(await counted('code,power\nA,1\nB,2\nC,3\n')).toEqual([3, 0, 0, 0])
    expect(await counted('code,power\nA,1\nB,2\nC,3\n')).toEqual([0, 0, 0, 3])
    expect(await counted('code,power\nA,1\nB,5\nD,4\nE,4\n')).toEqual([2, 1, 1, 1])
    expect(await counted('power,code\n1.0,A\n5,B\n4,D\n4,E\n')).toEqual([0, 0, 0, 4])
    expect(await counted('power,code\n7,A\n1,Z\n', { mode: 'merge' })).toEqual([1, 1, 0, 3])
  })

  it('takes a number for one key however it is written', async () => {
    await importText('code,make\n1,A\n2,B\n', { key: 'numbered' })
    const before = await idsByKey('numbered')
    await importText('code,make\n1.0,A\n2.00,B\n', { key: 'numbered' })
    expect(await idsByKey('numbered')).toEqual(before)
  })

  it('is imported only if what goes with it can be done as well', async () => {
    await importText(csv)
    const finish = async () => {
      throw new Error('the audit log is full')
    }
    const failing = importText('code,make\nV1,Fiat\n', { finish })
    await expect(failing).rejects.toThrow('the audit log is full')
    expect((await idsByKey()).size).toBe(3)
  })

  it('keeps the types that are known, and infers the others', async () => {
    const knownFields = [{ name: 'postcode', type: 'text', hidden: true }] as const
    const { dataset } = await importText('code,postcode,floors\nA,80331,3\n', {
      key: 'known',
      knownFields,
    })
    expect(dataset.fields).toEqual([
      { name: 'code', type: 'text', hidden: false },
      ...knownFields,
      { name: 'floors', type: 'number', hidden: false },
    ])
  })

  it('keeps the ids of items whose key stays or comes back', async () => {
    await importText(csv)
    const before = await idsByKey()
    await importText('code,make\nV2,Smart\nV4,Fiat\n')
    const then = await idsByKey()
    expect([...then.keys()]).toEqual(['V2', 'V4'])
    expect(then.get('V2')).toBe(before.get('V2'))
    await importText(csv)
    expect(await idsByKey()).toEqual(before)
  })

  it('can be merged into what is there', async () => {
    await importText(csv)
    const before = await idsByKey()
    const header = csv.split('\n')[0] ?? ''
    const merged = await importText(`${header}\nV2,Smart,grey,grau,90,true,,\nV9,Fiat,,,,,,\n`, {
      mode: 'merge',
    })
    expect(merged.items).toBe(4)
    const items = await itemsOf(platform, 'vehicles')
    expect(items.map(({ key, values }) => [key, values['make']])).toEqual([
      ['V1', 'Citroën'],
      ['V2', 'Smart'],
      ['V3', 'Škoda'],
      ['V9', 'Fiat'],
    ])
    for (const [key, id] of before) expect(items.find((item) => item.key === key)?.id).toBe(id)
  })
})

describe('a file with mistakes', () => {
  const problemsOf = async (text: string, changes: Partial<FileImport> = {}) => {
    try {
      await importText(text, changes)
    } catch (error) {
      if (error instanceof ImportRefused) return error.problems.map(({ place }) => place)
      throw error
    }
    return []
  }
  const many = Array.from({ length: 3_000 }, (_, at) => `A${at},${at}`).join('\n')

  it.each([
    [
      'a value of another type after thousands',
      `code,power\n${many}\nX,fast\nY,2\nZ,slow`,
      ['line 3002, power', 'line 3004, power'],
    ],
    [
      'a mistake behind a value of several lines, a CRLF and an empty line',
      'code,power\r\n"A\nB\r\nC",1\r\n\r\nD,2\r\nE,1,2\r\n',
      ['line 7'],
    ],
    ['a last line that breaks off', `code,power\n${many}\nX`, ['line 3002']],
    ['a key that stands twice', 'code,power\nA,1\nB,2\nA,3', ['line 4, code']],
    ['an item without a key', 'code,power\n,1', ['line 2, code']],
    ['too many values', 'code,power\nA,1\nB,2,3', ['line 3']],
    [
      'each line that is wrong in a way of its own',
      'code,power\nA,1\nB,2,3\nD\n,4\n',
      ['line 3', 'line 4', 'line 5, code'],
    ],
    ['a key too long for an index', `code,power\n${'x'.repeat(501)},1`, ['line 2, code']],
    ['a column that stands twice', 'code,power,code\nA,1,B', ['line 1']],
    ['a column without a name', 'code,,power\nA,1,B', ['line 1']],
    ['a name that JavaScript keeps for itself', 'code,__proto__\nA,1', ['line 1']],
    [
      'more fields than a table can hold',
      `code,${Array.from({ length: 200 }, (_, at) => `f${at}`).join(',')}\n`,
      ['line 1'],
    ],
    ['an open quote', 'code,power\nA,"1', ['line 2']],
    ['no key column', 'kode,power\nA,1', ['line 1']],
    ['nothing at all', '', ['line 1']],
  ])('%s is reported with its line, and imports nothing', async (_, text, places) => {
    await importText(csv)
    const before = await itemsOf(platform, 'vehicles')
    expect(await problemsOf(text)).toEqual(places)
    expect(await itemsOf(platform, 'vehicles')).toEqual(before)
  })

  it('of JSON lines names the line as well', async () => {
    const json = { format: 'json_lines', key: 'lines' } as const
    expect(await problemsOf('{"code":"A"}\n\n{"code":\n', json)).toEqual(['line 3'])
    expect(await problemsOf('{"code":"A"}\n[1]\n{"code"\n', json)).toEqual(['line 2', 'line 3'])
    expect(await problemsOf('{"code":"A","x":1e999}\n{"code":"B","x":1}', json)).toEqual([])
    expect(await problemsOf('{"code":"A","x":[1]}\n', json)).toEqual(['line 1, x'])
  })

  it('that is not UTF-8, or breaks off, imports nothing', async () => {
    const latin = Buffer.from('code,make\nA,Citro\xebn\n', 'latin1')
    for (const format of ['csv', 'json_lines'] as const) {
      const file = { format, key: 'broken' }
      const source = Readable.from([latin])
      await expect(importText('', { ...file, source })).rejects.toThrow(/UTF-8/)
      const cut = brokenOff(format)
      await expect(importText('', { ...file, source: cut })).rejects.toThrow(/the line was cut/)
    }
  })

  it('lists twenty mistakes, and how many there are', async () => {
    const lines = Array.from({ length: 100 }, (_, at) => `X${at},fast`).join('\n')
    expect(await problemsOf(`code,power\n${many}\n${lines}`)).toHaveLength(20)
    const wrong = importText(`code,power\n${many}\n${lines}`)
    await expect(wrong).rejects.toMatchObject({ total: 100 })
    const twice = importText(`code,power\n${many}\n${many}`)
    await expect(twice).rejects.toMatchObject({ total: 3_000 })
  })
})

describe('an item that left its dataset', () => {
  it('is neither listed nor shown nor quoted, also where it was just in use', async () => {
    const reader = readerOn(platform)
    const companies = await sharedCompanies(platform)
    const [gone] = await itemsOf(platform, 'firms')
    const id = gone?.id as DatasetItemId // There are five hundred.
    expect((await sellerOn(platform).quote({ data: { firm: id } })).statusCode).toBe(200)
    const definition = { key: 'firms', name: 'Firms', keyField: 'company_number' }
    const before = await platform.datasets.open(companies, null)
    await importText('company_number,name\nC-9999,Other\n', {
      ...definition,
      fields: before?.dataset.fields ?? null,
    })
    await expect
      .poll(async () => (await reader.get(`/dataset_items/${id}?language=en`)).statusCode)
      .toBe(404)
    await expect
      .poll(async () => (await sellerOn(platform).quote({ data: { firm: id } })).statusCode)
      .toBe(400)
    await expect
      .poll(async () => {
        const page = await reader.items(companies, { language: 'en', fields: ['name'] })
        return page.json<{ value: object }[]>().map(({ value }) => value)
      })
      .toEqual([{ name: 'Other' }])
    const cursor = await reader.items(companies, {
      language: 'en',
      fields: ['name'],
      starting_after: id,
    })
    expect(cursor.statusCode).toBe(400)
  })
})
