import { expect, it } from 'vitest'
import { readSource } from './source.ts'

const http = 'server/src/http/'
const filesMax = 15

/** What all nouns share. A folder imports only those that stand before it here, and no noun. */
const shared = [
  'wire',
  'errors',
  'headers',
  'connection',
  'access',
  'masks',
  'body',
  'query',
  'idempotency',
  'schemas',
  'openapi',
]
/** The files of the edge itself that every folder may import. */
const forAll = ['deps.ts', 'links.ts', 'pricing-deps.ts', 'reasons.ts']

const files = readSource('server/src/http')
const steps = files
  .filter(({ isTest }) => !isTest)
  .flatMap(({ path, imports, exports }) =>
    [...imports, ...exports.flatMap(({ of }) => of ?? [])]
      .filter(({ from }) => from.startsWith(http))
      .map(({ from }) => ({ from: path.slice(http.length), to: from.slice(http.length) })),
  )

const folderOf = (path: string) => (path.includes('/') ? path.split('/')[0] : null)

it(`a folder of http has ${filesMax} files at most`, () => {
  const counts = new Map<string, number>()
  for (const { path } of files) {
    const folder = path.slice(0, path.lastIndexOf('/'))
    counts.set(folder, (counts.get(folder) ?? 0) + 1)
  }
  expect(counts.size).toBeGreaterThan(40)
  expect([...counts].filter(([, count]) => count > filesMax)).toEqual([])
})

it('what all nouns share imports no noun, and has floors of its own', () => {
  const found = shared.filter((folder) => steps.some(({ from }) => folderOf(from) === folder))
  expect(found).toEqual(shared)
  const upwards = steps.filter(({ from, to }) => {
    const floor = shared.indexOf(folderOf(from) ?? '')
    if (floor === -1 || forAll.includes(to)) return false
    const target = shared.indexOf(folderOf(to) ?? '')
    return target === -1 || target > floor
  })
  expect(upwards).toEqual([])
})

it('a noun knows neither the lists of the APIs nor the app', () => {
  const assembly = ['app.ts', 'answer-errors.ts', 'describe-api.ts', 'index.ts']
  const upwards = steps.filter(
    ({ from, to }) =>
      folderOf(from) !== null &&
      folderOf(from) !== 'apis' &&
      (assembly.includes(to) || folderOf(to) === 'apis'),
  )
  expect(upwards).toEqual([])
})

it('no file of http imports itself through others, types included', () => {
  const targets = Map.groupBy(steps, ({ from }) => from)
  const seen = new Set<string>()
  const circles: string[][] = []
  const walk = (path: string, way: readonly string[]): void => {
    if (way.includes(path)) circles.push([...way.slice(way.indexOf(path)), path])
    if (seen.has(path)) return
    seen.add(path)
    for (const { to } of targets.get(path) ?? []) walk(to, [...way, path])
  }
  for (const path of targets.keys()) walk(path, [])
  expect(circles).toEqual([])
})
