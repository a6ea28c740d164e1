import { describe, expect, it } from 'vitest'
import { type SourceFile, readManifest, readSource } from './source.ts'

/** A room imports only lower steps, and those through their door. */
const staircase = [
  'kernel',
  'masks',
  'threads',
  'sealing',
  'outside',
  'settings',
  'database',
  'identity',
  'idempotency',
  'events',
  'audit',
  'evidence',
  'jobs',
  'deadlines',
  'people',
  'approvals',
  'datasets',
  'rules',
  'pricing',
  'products',
  'quotes',
  'leads',
  'timelines',
  'ledger',
  'policies',
  'handover',
  'sales',
  'policy-transactions',
  'withdrawals',
  'renewals',
  'impacts',
  'mass-endorsements',
  'payments',
  'billing',
  'parties',
  'post',
  'dunning',
  'accounting',
  'commission',
  'documents',
  'mail',
  'webhooks',
  'search',
  'tasks',
  'mass-acts',
  'inbox',
  'saved-views',
  'figures',
  'request-log',
  'management',
  'demo',
  'http',
]

const files = readSource('server/src')
const steps = files.flatMap(({ path, isTest, imports, exports }) =>
  [...imports, ...exports.flatMap(({ of }) => of ?? [])].map(({ from }) => ({
    from: path,
    to: from,
    isTest,
  })),
)

/** The rules stand beside the house, for pages as well; two rooms pass on what they say. */
const mayEnterRules = ['server/src/kernel/words.ts', 'server/src/rules/index.ts']

/** The room of a file; entry points have none. */
function roomOf(path: string): string | null {
  const [, room] = /^server\/src\/([\w-]+)\//.exec(path) ?? []
  return room ?? null
}

describe('the staircase', () => {
  it('has a step for every room', () => {
    const rooms = new Set(files.map(({ path }) => roomOf(path)).filter((room) => room !== null))
    expect([...rooms].filter((room) => !staircase.includes(room))).toEqual([])
  })

  it('is only ever walked downwards', () => {
    const upwards = steps.filter(({ from, to, isTest }) => {
      const [fromRoom, toRoom] = [roomOf(from), roomOf(to)]
      if (fromRoom === null) return false // Entry points wire everything together.
      if (isTest && !to.startsWith('server/src/')) return false
      if (to.startsWith('rules/')) return !mayEnterRules.includes(from)
      if (to.startsWith('spreadsheet/')) return fromRoom !== 'pricing'
      return toRoom === null || staircase.indexOf(toRoom) > staircase.indexOf(fromRoom)
    })
    expect(upwards).toEqual([])
  })

  it('enters other rooms through their door', () => {
    const throughWindows = steps.filter(({ from, to, isTest }) => {
      if (isTest) return false
      const door = `server/src/${roomOf(to)}/index.ts`
      return roomOf(to) !== null && roomOf(from) !== roomOf(to) && to !== door
    })
    expect(throughWindows).toEqual([])
  })

  it('is not climbed to read the settings: a backup would load the whole house for them', () => {
    const rooms = reachedFrom('server/src/config.ts', files).map(roomOf)
    const above = staircase.slice(staircase.indexOf('settings') + 1)
    expect(rooms.filter((room) => room !== null && above.includes(room))).toEqual([])
  })
})

describe('the rules', () => {
  const rules = readSource('rules/src').filter(({ isTest }) => !isTest)
  const { dependencies = {} } = readManifest('rules')

  it('import nothing of the house, and no module of Node', () => {
    const outside = rules.flatMap(({ path, imports, exports, packages }) => [
      ...[...imports, ...exports.flatMap(({ of }) => of ?? [])]
        .filter(({ from }) => !from.startsWith('rules/src/'))
        .map(({ from }) => `${path} imports ${from}`),
      ...packages
        .filter((name) => !Object.hasOwn(dependencies, packageOf(name)))
        .map((name) => `${path} imports ${name}`),
    ])
    expect(outside).toEqual([])
  })

  it('load their engines for nobody who does not ask for them', () => {
    const reached = reachedFrom('rules/src/index.ts', rules)
    expect(reached.filter((path) => path.endsWith('-engine.ts'))).toEqual([])
  })
})

/** All that is loaded with a file. */
function reachedFrom(path: string, among: readonly SourceFile[]): string[] {
  const reached = new Set<string>()
  const reach = (from: string): void => {
    if (reached.has(from)) return
    reached.add(from)
    const { imports = [], exports = [] } = among.find((file) => file.path === from) ?? {}
    for (const next of [...imports, ...exports.flatMap(({ of }) => of ?? [])]) reach(next.from)
  }
  reach(path)
  return [...reached]
}

/** `libphonenumber-js/max` is of `libphonenumber-js`. */
function packageOf(request: string): string {
  return request
    .split('/')
    .slice(0, request.startsWith('@') ? 2 : 1)
    .join('/')
}

describe('the spreadsheet', () => {
  const spreadsheet = readSource('spreadsheet/src')
  const { dependencies = {} } = readManifest('spreadsheet')

  it('imports nothing of the house but the words of the rules, and only what it declares', () => {
    const outside = spreadsheet.flatMap(({ path, isTest, imports, exports, packages }) => [
      ...[...imports, ...exports.flatMap(({ of }) => of ?? [])]
        .map(({ from }) => from)
        .filter((from) => !/^spreadsheet\/|^rules\/src\/words\//.test(from))
        .map((from) => `${path} imports ${from}`),
      ...packages
        .filter((name) => !isTest && !path.includes('/testing/') && !name.startsWith('node:'))
        .filter((name) => !Object.hasOwn(dependencies, packageOf(name)))
        .map((name) => `${path} imports ${name}`),
    ])
    expect(outside).toEqual([])
  })
})

describe('the environment', () => {
  /** They hand it on to programs that they start, and read nothing in it. */
  const handOn = [
    'server/src/database/embedded/process-start.ts',
    'server/src/database/embedded/run-program.ts',
  ]

  it('is read by the configuration alone', () => {
    const readers = files.filter((file) => !file.isTest && file.readsEnvironment)
    expect(readers.map(({ path }) => path).toSorted()).toEqual(
      ['server/src/config.ts', ...handOn].toSorted(),
    )
  })
})
