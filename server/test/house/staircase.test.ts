import { describe, expect, it } from 'vitest'
import { readSource } from './source.ts'

/** A room imports only lower steps, and those through their door. */
const staircase = [
  'kernel',
  'threads',
  'sealing',
  'outside',
  'database',
  'identity',
  'retries',
  'events',
  'audit',
  'jobs',
  'deadlines',
  'datasets',
  'rules',
  'pricing',
  'products',
  'quotes',
  'timelines',
  'ledger',
  'policies',
  'renewals',
  'payments',
  'billing',
  'documents',
  'webhooks',
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
