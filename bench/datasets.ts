import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '@bindery/server/test/support/free-port.ts'
import { type Measured, runLoad } from './load.ts'
import { openPlainClient } from './plain-client.ts'

/**
 * The Data API on one dataset of a million items with eight fields: `node bench/datasets.ts`.
 * This process asks; the platform and its PostgreSQL run in others, with full durability.
 *
 *   --items 1000000   --seconds 10   --connections 16
 */
const options = {
  items: numberOption('items', 1_000_000),
  seconds: numberOption('seconds', 10),
  connections: numberOption('connections', 16),
}
const deepPage = 40_000
const pageItems = 20
const mergedItems = 100
const servingMark = '--serving'
const letters = 'abdeghiklmnoprstuvw'

interface Served {
  readonly dataset: string
  readonly importSeconds: number
  /** Items on the pages before and around the deep one, in the order by name. */
  readonly deepCursors: readonly string[]
  /** Items from all over the dataset. */
  readonly cursors: readonly string[]
}

async function measure(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'bindery-bench-'))
  const port = await freePort()
  const child = spawn(process.execPath, [...process.argv.slice(1), servingMark], {
    env: { ...process.env, PORT: String(port), DATA_DIR: join(folder, 'data'), LOG_LEVEL: 'warn' },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  try {
    const served = await untilServing(child)
    const rate = options.items / served.importSeconds
    print(`import: ${served.importSeconds.toFixed(1)} s, ${rate.toFixed(0)} items a second`)
    await askAll(`http://127.0.0.1:${port}`, served, child)
  } finally {
    child.kill('SIGTERM')
    if (child.exitCode === null) await once(child, 'exit')
    await removeData(folder)
  }
}

/** Started by root, the database lies elsewhere, and the folder only says where. */
async function removeData(folder: string): Promise<void> {
  const elsewhere = await readFile(join(folder, 'data', 'postgres-location'), 'utf8').catch(
    () => '',
  )
  const remove = { recursive: true, force: true }
  if (elsewhere.trim() !== '') await rm(elsewhere.trim(), remove)
  await rm(folder, remove)
}

type Parameters = Readonly<Record<string, unknown>>

/** Typed-in beginnings, bounds and so on differ from request to request, as people do. */
function questions({ dataset, deepCursors, cursors }: Served): [string, () => string][] {
  const path = (list: string, parameters: Parameters) => {
    const given = Object.entries({ language: 'en', limit: pageItems, ...parameters })
    const query = given.map(([name, value]): [string, string] => [
      name,
      typeof value === 'string' ? value : JSON.stringify(value),
    ])
    return `/datasets/${dataset}/${list}?${new URLSearchParams(query)}`
  }
  const items = (parameters: Parameters) =>
    path('dataset_items', { fields: ['name', 'city'], ...parameters })
  const byName = [{ field: 'name', dir: 'asc' }]
  const letter = () => letters[Math.floor(Math.random() * letters.length)] ?? 'a'
  const above = (span: number) => String(Math.floor(Math.random() * span))
  const oneOf = (some: readonly string[]) => some[Math.floor(Math.random() * some.length)]
  return [
    ['first page, by name', () => items({ sort: byName })],
    ['page 40,000, by name', () => items({ sort: byName, starting_after: oneOf(deepCursors) })],
    [
      'prefix, by the same field',
      () => items({ sort: byName, query: [{ field: 'name', search: `${letter()}${letter()}%` }] }),
    ],
    [
      'prefix, by another field',
      () =>
        items({
          sort: [{ field: 'city', dir: 'asc' }],
          query: [{ field: 'name', search: `${letter()}${letter()}${letter()}%` }],
        }),
    ],
    [
      'range, by the same field',
      () =>
        items({
          sort: [{ field: 'employees', dir: 'desc' }],
          query: [{ field: 'employees', search: above(50_000), operator: '<' }],
        }),
    ],
    [
      'range, by another field',
      () => {
        const from = Math.floor(Math.random() * 45_000)
        const query = [
          { field: 'employees', search: String(from), operator: '>=' },
          { field: 'employees', search: String(from + 2_500), operator: '<' },
        ]
        return items({ sort: byName, query })
      },
    ],
    ['distinct of 500 values', () => path('items_distinct_values', { fields: ['city'] })],
    [
      'distinct of 40, in one of 500',
      () =>
        path('items_distinct_values', {
          fields: ['industry'],
          query: [{ field: 'city', search: `city ${above(500)}` }],
        }),
    ],
    [
      'distinct of 20,000, anywhere',
      () =>
        path('items_distinct_values', {
          fields: ['city', 'industry'],
          starting_after: oneOf(cursors),
        }),
    ],
    [
      'holds three letters',
      () => items({ query: [{ field: 'name', search: `%${letter()}${letter()}${letter()}%` }] }),
    ],
  ]
}

async function askAll(address: string, served: Served, child: ChildProcess): Promise<void> {
  const client = openPlainClient(new URL(address), options)
  const ask = (path: string) => client.get(path)
  // The first to ask has the indexes built, and then all others have them.
  for (const [, question] of questions(served)) await ask(question()).catch(() => undefined)
  await askChild(child, 'settle')
  const medians = new Map<string, number>()
  print(['', 'per second', 'p50 ms', 'p99 ms', 'errors'].map(cell).join(''))
  for (const [name, question] of questions(served)) {
    const work = () => ask(question())
    await runLoad({ name, seconds: 1, workers: options.connections, work })
    const [seen] = await runLoad({
      name,
      seconds: options.seconds,
      workers: options.connections,
      work,
    })
    print(rowOf(seen))
    medians.set(name, seen.p50Ms)
  }
  const [first = NaN, deep = NaN] = medians.values()
  print(`page 40,000 takes ${(deep / first).toFixed(2)} times the first, by p50`)
  client.close()
  print(`merge of ${mergedItems} items: ${await askChild(child, 'merge')} s`)
}

async function askChild(child: ChildProcess, task: 'settle' | 'merge'): Promise<string> {
  child.send(task)
  const [answer] = (await once(child, 'message')) as [string] // What `answer` below sends.
  return answer
}

function rowOf(seen: Measured): string {
  const figures = [seen.perSecond.toFixed(0), seen.p50Ms.toFixed(1), seen.p99Ms.toFixed(1)]
  const error = seen.firstError === null ? '' : `  ${seen.firstError.slice(0, 120)}`
  return [seen.name, ...figures, String(seen.errors)].map(cell).join('') + error
}

const cell = (text: string, at: number) => (at === 0 ? text.padEnd(32) : text.padStart(12))

/** The platform with the dataset in it. */
async function serve(): Promise<void> {
  const { default: pino } = await import('pino')
  const { readConfig } = await import('@bindery/server/src/config.ts')
  const { importFile } = await import('@bindery/server/src/datasets/index.ts')
  const { createAccount } = await import('@bindery/server/src/identity/index.ts')
  const { loadKeyRing } = await import('@bindery/server/src/key-ring.ts')
  const platforms = await import('@bindery/server/src/platform.ts')
  const config = readConfig(process.env)
  const log = pino({ level: config.logLevel })
  const database = await platforms.prepareDatabase(config, log, (error) => {
    process.stderr.write(`${error.message}\n`)
    process.exit(1)
  })
  const { db } = database
  const keyRing = await loadKeyRing(config, db)
  const platform = await platforms.openPlatform({ ...config, db, keyRing, log })
  const account = await createAccount(
    db,
    { kind: 'insurer', key: 'bench', name: 'Bench' },
    platform.clock(),
  )
  const importCompanies = (mode: 'replace' | 'merge', source: AsyncIterable<Uint8Array>) =>
    importFile(
      db,
      {
        accountId: account.id,
        key: 'companies',
        name: 'Companies',
        languages: ['en', 'de'],
        access: 'public',
        keyField: 'number',
        fields: null,
        hiddenFields: [],
        mode,
        format: 'csv',
        source,
        file: 'companies.csv',
      },
      platform.clock(),
    )
  const beganMs = performance.now()
  const { dataset } = await importCompanies('replace', companies(options.items))
  const importSeconds = (performance.now() - beganMs) / 1000
  const app = await platforms.buildHttp(platform, config, log)
  await app.listen({ host: config.host, port: config.port })
  const client = await db.pool.connect()
  await client.query('set statement_timeout = 0')
  const idsOf = async (condition: string, parameters: readonly number[] = []) => {
    const text = `select id from dataset_content_1 ${condition}`
    const { rows } = await client.query<{ id: string }>(text, [...parameters])
    return rows.map(({ id }) => id)
  }
  const deepest = Math.min(deepPage * pageItems, options.items - pageItems * 102)
  const served: Served = {
    dataset: dataset.id,
    importSeconds,
    deepCursors: await idsOf(
      `order by f1_n, f1_t collate "und-x-icu", position offset $1 limit ${pageItems * 100}`,
      [Math.max(deepest, 0)],
    ),
    cursors: await idsOf('where position % 50 = 0'),
  }
  client.release(true)
  process.send?.(served)
  const answer = async (task: unknown): Promise<string> => {
    if (task === 'settle') await platform.datasets.settled()
    if (task !== 'merge') return ''
    const mergeBeganMs = performance.now()
    await importCompanies('merge', companies(mergedItems))
    return ((performance.now() - mergeBeganMs) / 1000).toFixed(1)
  }
  process.on('message', (task) => void answer(task).then((text) => process.send?.(text)))
  let isStopping = false
  const stop = async () => {
    if (isStopping) return
    isStopping = true
    await app.close()
    await platform.close()
    await database.stop()
    process.exit(0)
  }
  process.once('SIGTERM', () => void stop())
  process.once('disconnect', () => void stop())
}

/** Companies with eight fields, made as they are read. */
async function* companies(count: number): AsyncGenerator<Uint8Array> {
  yield Buffer.from('number,name,city,industry,employees,founded_on,turnover,active\n')
  const random = randomNumbers(7)
  const pick = (span: number) => Math.floor(random() * span)
  const syllable = () => `${letters[pick(19)]}${'aeiouäöü'[pick(8)]}${letters[pick(19)]}`
  for (let from = 0; from < count; from += 1_000) {
    const lines: string[] = []
    for (let at = from; at < Math.min(from + 1_000, count); at++) {
      const day = `${1950 + pick(70)}-${String(1 + pick(12)).padStart(2, '0')}-01`
      const name = `${syllable()}${syllable()} ${syllable()} AG`
      lines.push(
        `C${at},${name[0]?.toUpperCase()}${name.slice(1)},City ${pick(500)},Industry ${pick(40)},` +
          `${pick(50_000)},${day},${pick(1e9) / 100},${random() < 0.5}\n`,
      )
    }
    yield Buffer.from(lines.join(''))
  }
}

/** The same numbers in every run (mulberry32). */
function randomNumbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

async function untilServing(child: ChildProcess): Promise<Served> {
  const ended = once(child, 'exit').then(() => {
    throw new Error('the server did not start')
  })
  const [served] = (await Promise.race([once(child, 'message'), ended])) as [Served] // Its first message.
  ended.catch(() => undefined) // Later it ends because we stop it.
  return served
}

function numberOption(name: string, fallback: number): number {
  const at = process.argv.indexOf(`--${name}`)
  const value = at < 0 ? fallback : Number(process.argv[at + 1])
  if (Number.isInteger(value) && value > 0) return value
  throw new TypeError(`--${name} takes a whole number above 0`)
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}

if (process.argv.includes(servingMark)) await serve()
else await measure()
