import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { BinderyError, type UploadSource } from '../src/index.ts'
import { type Shop, failureOf, openShop } from './support.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.platform.close())

const csv = 'code,city\nA,Ulm\nB,Köln\n'
const bytes = new TextEncoder().encode(csv)

async function* pieces(): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += 5) yield bytes.subarray(at, at + 5)
}

async function textOf(chunks: AsyncIterable<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of chunks) text += decoder.decode(chunk, { stream: true })
  return text + decoder.decode()
}

describe('a file', () => {
  const sources: readonly [string, () => UploadSource][] = [
    ['a text', () => csv],
    ['bytes', () => bytes],
    ['a Blob', () => new Blob([bytes])],
    ['what is made as it goes', () => pieces()],
    ['a stream', () => new Blob([bytes]).stream()],
  ]

  it.each(sources)('is imported from %s', async (name, source) => {
    const { datasets } = shop.manager().manage
    const key = name.toLowerCase().replaceAll(' ', '-')
    const imported = await datasets.import(key, source(), { keyField: 'code', name: 'Towns' })
    expect(imported).toMatchObject({ added: 2, dataset: { key, name: 'Towns', items: 2 } })
    expect(await textOf(datasets.export(key))).toBe(csv.replaceAll('\n', '\r\n'))
  })

  it('is imported with everything that can be set for it', async () => {
    const { datasets } = shop.manager().manage
    const lines = '{"code":1,"city":{"en":"Munich","de":"München"},"rate":5}\n'
    const options = {
      format: 'jsonl',
      keyField: 'code',
      languages: ['en', 'de'],
      access: 'public',
      hidden: ['rate'],
      types: { code: 'text' },
      file: 'towns.jsonl',
    } as const
    const dry = await datasets.import('all-options', lines, { ...options, dryRun: true })
    expect(dry).toMatchObject({ is_dry_run: true, added: 1 })
    expect(await failureOf(datasets.get('all-options'))).toMatchObject({ kind: 'notFound' })
    await datasets.import('all-options', lines, options)
    expect(await datasets.get('all-options')).toMatchObject({
      access: 'public',
      languages: ['en', 'de'],
      fields: [
        { name: 'code', type: 'text', hidden: false },
        { name: 'city', type: 'text', hidden: false },
        { name: 'rate', type: 'number', hidden: true },
      ],
    })
    expect(await textOf(datasets.export('all-options', 'jsonl'))).toBe(lines.replace('1', '"1"'))
    const listed = []
    for await (const dataset of datasets.list({ limit: 2 })) listed.push(dataset.key)
    expect(listed).toContain('all-options')
  })

  it('with wrong lines is refused with them, also while it is still being sent', async () => {
    async function* long(): AsyncGenerator<Uint8Array> {
      yield new TextEncoder().encode('code,"city\nA"x,1\n')
      for (let at = 0; at < 3_000; at += 1) yield new Uint8Array(1_000).fill(97)
    }
    const { datasets } = shop.manager().manage
    const early = await failureOf(datasets.import('wrong', long(), { keyField: 'code' }))
    expect(early).toMatchObject({ kind: 'validation', status: 422 })
    const many = `code,city\n${'A\n'.repeat(30)}`
    const late = await failureOf(datasets.import('wrong', many, { keyField: 'code' }))
    expect(late).toBeInstanceOf(BinderyError)
    expect(late).toMatchObject({ problemsTotal: 30 })
    expect(late).toHaveProperty('problems.length', 20)
  })

  it('that cannot be read on fails with its own error, and nothing is imported', async () => {
    async function* broken(): AsyncGenerator<Uint8Array> {
      yield bytes
      throw new Error('the disk is gone')
    }
    const { datasets } = shop.manager().manage
    const failure = await failureOf(datasets.import('torn', broken(), { keyField: 'code' }))
    expect(failure).toMatchObject({ message: 'the disk is gone' })
    expect(await failureOf(datasets.get('torn'))).toMatchObject({ kind: 'notFound' })
  })

  it('of a server that is not there fails as any other call does', async () => {
    const { datasets } = shop.client({ baseUrl: 'http://127.0.0.1:9' }).manage
    expect(await failureOf(datasets.import('x', csv))).toMatchObject({ kind: 'network' })
    expect(await failureOf(textOf(datasets.export('x')))).toMatchObject({ kind: 'network' })
    const own = shop.client().manage.datasets
    expect(await failureOf(textOf(own.export('x')))).toMatchObject({ kind: 'forbidden' })
  })
})
