import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { itemsOf, sharedCompanies } from '@bindery/server/test/builders/dataset.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openSource } from '../src/commands/dataset/source.ts'
import type { Step } from '../src/output/progress.ts'
import { type ServedPlatform, servedPlatform } from './support/served-platform.ts'

let served: ServedPlatform
beforeAll(async () => {
  served = await servedPlatform()
})
afterAll(() => served.close())

const garages =
  'code,city.en,city.de,lifts,postcode,rate\nG-1,Munich,München,4,80331,0.1\nG-2,Bonn,,2,53111,\n'
const settings = ['--key-field', 'code', '--languages', 'en,de', '--hidden', 'rate', '--public']

async function given(name: string, content: string): Promise<string> {
  await writeFile(join(served.cli.folder, name), content)
  return name
}

describe('bindery dataset', () => {
  it('imports a file and shows its fields, lists it and shows it', async () => {
    const { cli } = served
    const file = await given('garages.csv', garages)
    const words = ['dataset', 'import', 'garages', file, ...settings, '--type', 'postcode=text']
    const { stdout, stderr, code } = await cli.run(words)
    expect(stderr).toBe('')
    expect(stdout).toMatch(/^code +text +key$/m)
    expect(stdout).toMatch(/^lifts +number$/m)
    expect(stdout).toMatch(/^postcode +text$/m)
    expect(stdout).toMatch(/^rate +number +hidden$/m)
    expect(stdout).toContain('garages: 2 items: 2 added, 0 changed, 0 removed, 0 unchanged.')
    expect(code).toBe(0)
    expect((await cli.run(['dataset', 'list'])).stdout).toMatch(
      /^garages +garages +2 +public +en, de/m,
    )
    expect((await cli.run(['dataset', 'show', 'garages'])).stdout).toMatch(/^items +2 items$/m)
    expect(await cli.json(['dataset', 'list'])).toContainEqual(
      expect.objectContaining({ key: 'garages', items: 2 }),
    )
    expect(await cli.json(['dataset', 'show', 'garages'])).toMatchObject({ key_field: 'code' })
  })

  it('reads standard input, tries first, and merges', async () => {
    const { cli } = served
    const input = '{"code":"A","size":1}\n{"code":"B","size":2}\n'
    const words = ['dataset', 'import', 'sizes', '-', '--format', 'jsonl', '--key-field', 'code']
    const dry = await cli.run([...words, '--dry-run'], { input })
    expect(dry.stdout).toContain('2 added')
    expect(dry.stdout).toContain('nothing was changed.')
    expect(await cli.json(['dataset', 'show', 'sizes'], { code: 1 })).toMatchObject({
      error: { message: 'Dataset sizes was not found.' },
    })
    expect(await cli.json(words, { input })).toMatchObject({ added: 2 })
    const merge = ['dataset', 'import', 'sizes', '-', '--merge', '--on']
    const more = { input: 'code,size\nB,3\nC,4\n' }
    expect(await cli.json([...merge, 'code'], more)).toMatchObject({
      added: 1,
      changed: 1,
      kept: 1,
    })
    const wrong = await cli.run([...merge, 'size'], more)
    expect(wrong.stderr).toContain('The items of sizes are identified by code.')
    expect(wrong.code).toBe(1)
  })

  it.each(['csv', 'jsonl'])('exports %s, which imports to exactly the same', async (format) => {
    const { cli, platform } = served
    await sharedCompanies(platform)
    const before = await itemsOf(platform, 'firms')
    const out = `firms.${format}`
    expect(await cli.json(['dataset', 'export', 'firms', '--out', out])).toMatchObject({ format })
    const again = await cli.json(['dataset', 'import', 'firms', out])
    expect(again).toMatchObject({ added: 0, changed: 0, removed: 0, kept: 500 })
    expect(await itemsOf(platform, 'firms')).toEqual(before)
    const { stdout } = await cli.run(['dataset', 'export', 'firms', '--format', format])
    expect(stdout).toBe(await readFile(join(cli.folder, out), 'utf8'))
  })

  it('lists wrong lines with their numbers, and imports nothing', async () => {
    const { cli } = served
    const lines = Array.from({ length: 30 }, (_, at) => `X${at}`).join('\n')
    const file = await given('wrong.csv', `code,city\nA,Ulm\n${lines}\n`)
    const words = ['dataset', 'import', 'wrong', file, '--key-field', 'code']
    const { stderr, code } = await cli.run(words)
    expect(stderr).toContain('The file has 30 mistakes.')
    expect(stderr).toContain('wrong.csv')
    expect(stderr).toContain('line 3: There are 1 values for 2 columns.')
    expect(stderr).toContain('These are the first 20 of 30. Nothing was changed.')
    expect(code).toBe(1)
    const { error } = await cli.json<{ error: { problems: object[] } }>(words, { code: 1 })
    expect(error.problems).toHaveLength(20)
    expect((await cli.run(['dataset', 'show', 'wrong'])).code).toBe(1)
  })

  const many = Array.from({ length: 2_500 }, (_, at) => at)
  const withMistake = {
    csv: `code,size\n${many.map((at) => `A${at},${at}\n`).join('')}X,large\nY,1\n`,
    jsonl: `${many.map((at) => `{"code":"A${at}","size":${at}}\n`).join('')}{"code":"X"\n{"code":"Y"}\n`,
  }
  it.each([
    ['csv', 'file', 'line 2502, size'],
    ['csv', 'standard input', 'line 2502, size'],
    ['jsonl', 'file', 'line 2501'],
    ['jsonl', 'standard input', 'line 2501'],
  ] as const)(
    'refuses %s from a %s for one line near its end, and leaves what was there',
    async (format, from, place) => {
      const { cli, platform } = served
      const key = `near-${format}-${from.slice(0, 4)}`
      const words = ['dataset', 'import', key, '-', '--format', 'csv', '--key-field', 'code']
      await cli.json(words, { input: 'code,size\nA0,7\nB,8\n' })
      const before = await itemsOf(platform, key)
      const input = withMistake[format]
      const file = from === 'file' ? await given(`near.${format}`, input) : '-'
      for (const mode of [[], ['--merge']]) {
        const again = ['dataset', 'import', key, file, '--format', format, ...mode]
        const { error } = await cli.json<{ error: { problems: object[] } }>(again, {
          ...(file === '-' ? { input } : {}),
          code: 1,
        })
        expect(error.problems).toMatchObject([{ place }])
        expect(await itemsOf(platform, key)).toEqual(before)
      }
    },
  )

  it('reports progress while a file is read', async () => {
    const content = withMistake.csv
    const file = join(served.cli.folder, await given('progress.csv', content))
    const source = await openSource(file)
    const steps: Step[] = []
    let length = 0
    for await (const chunk of source.read((step) => void steps.push(step))) length += chunk.length
    expect([source.bytes, length]).toEqual([content.length, content.length])
    expect(steps.at(-1)).toEqual({
      done: content.length,
      text: expect.stringContaining('2,503 lines'),
    })
  })

  it.each([
    [['import', 'x', 'nowhere.csv'], 'nowhere.csv cannot be read.'],
    [['import', 'x', '-', '--on', 'code'], '--on can only be used with --merge.'],
    [
      ['import', 'x', '-', '--type', 'code:text'],
      'Write a field and its type, such as postcode=text',
    ],
    [['import', 'x', '-', '--public', '--locked'], 'cannot be used with'],
    [['export', 'x', '--format', 'xlsx'], 'Allowed choices are csv, jsonl.'],
  ])('explains wrong usage (2): %j', async (words, message) => {
    const { stderr, code } = await served.cli.run(['dataset', ...words])
    expect(stderr).toContain(message)
    expect(code).toBe(2)
  })

  it('leaves no half of a file behind when an export fails', async () => {
    const { cli } = served
    const { code } = await cli.run(['dataset', 'export', 'nothing', '--out', 'half.csv'])
    expect(code).toBe(1)
    expect((await readdir(cli.folder)).filter((name) => name.includes('half'))).toEqual([])
  })
})

describe('a large dataset', () => {
  const items = 15_000
  const heapMegabytes = 20

  /** Far more than the heap that the command line is given. */
  function* rows(): Generator<string> {
    yield 'code,name,city,note\n'
    for (let from = 0; from < items; from += 1_000) {
      const lines = Array.from({ length: 1_000 }, (_, at) => {
        const number = from + at
        return `K${number},Name ${number},City ${number % 500},${'some words '.repeat(200)}\n`
      })
      yield lines.join('')
    }
  }

  it('passes through the command line in the memory of a small one, both ways', async () => {
    const { cli, platform, url } = served
    const file = fileURLToPath(new URL('../dist/bindery.js', import.meta.url))
    const run = (words: readonly string[]) =>
      spawn(
        process.execPath,
        [`--max-old-space-size=${heapMegabytes}`, file, 'dataset', ...words],
        {
          cwd: cli.folder,
          env: { BINDERY_URL: url, BINDERY_KEY: platform.demo.insurer.test.secret },
        },
      )
    const importing = run(['import', 'large', '-', '--key-field', 'code', '--json'])
    const [answer] = await Promise.all([
      text(importing.stdout),
      pipeline(Readable.from(rows()), importing.stdin),
    ])
    expect(JSON.parse(answer)).toMatchObject({ added: items })
    const exporting = run(['export', 'large', '--out', 'large.csv', '--json'])
    const [exported, [code]] = await Promise.all([text(exporting.stdout), once(exporting, 'exit')])
    expect(code).toBe(0)
    expect(JSON.parse(exported)).toMatchObject({ file: 'large.csv' })
  })
})
