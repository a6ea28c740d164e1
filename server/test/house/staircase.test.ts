import { readFileSync, readdirSync } from 'node:fs'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const source = fileURLToPath(new URL('../../src/', import.meta.url))

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
  'datasets',
  'rules',
  'pricing',
  'products',
  'quotes',
  'timelines',
  'policies',
  'payments',
  'documents',
  'webhooks',
  'management',
  'demo',
  'http',
]

interface Import {
  readonly from: string
  readonly to: string
}

const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((file) =>
  file.endsWith('.ts'),
)
const imports = files.flatMap(importsOf)

function importsOf(file: string): Import[] {
  const text = readFileSync(join(source, file), 'utf8')
  return [...text.matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g)].map(([, path]) => ({
    from: file.split(sep).join('/'),
    to: relative(source, resolve(source, dirname(file), path ?? ''))
      .split(sep)
      .join('/'),
  }))
}

const roomOf = (file: string) => (file.includes('/') ? (file.split('/')[0] ?? '') : null)

describe('the staircase', () => {
  it('has a step for every room', () => {
    const rooms = new Set(
      files.map((file) => roomOf(file.split(sep).join('/'))).filter((room) => room !== null),
    )
    expect([...rooms].filter((room) => !staircase.includes(room))).toEqual([])
  })

  it('is only ever walked downwards', () => {
    const upwards = imports.filter(({ from, to }) => {
      const [fromRoom, toRoom] = [roomOf(from), roomOf(to)]
      if (fromRoom === null) return false // Entry points wire everything together.
      return toRoom === null || staircase.indexOf(toRoom) > staircase.indexOf(fromRoom)
    })
    expect(upwards).toEqual([])
  })

  it('enters other rooms through their door', () => {
    const throughWindows = imports.filter(({ from, to }) => {
      if (from.endsWith('.test.ts')) return false
      return roomOf(to) !== null && roomOf(from) !== roomOf(to) && !/^[\w-]+\/index\.ts$/.test(to)
    })
    expect(throughWindows).toEqual([])
  })

  it('keeps each table in the SQL of one room', () => {
    const migrations = fileURLToPath(new URL('../../migrations/', import.meta.url))
    const tables = readdirSync(migrations).flatMap((file) =>
      [...readFileSync(join(migrations, file), 'utf8').matchAll(/^create table (\w+)/gm)].map(
        ([, table]) => table ?? '',
      ),
    )
    expect(tables.length).toBeGreaterThan(10)
    const shared = tables.flatMap((table) => {
      const named = new RegExp(`\\b(?:from|into|update|join)\\s+${table}\\b`)
      const rooms = files
        .filter((file) => !file.endsWith('.test.ts') && named.test(sqlOf(file)))
        .map((file) => roomOf(file.split(sep).join('/')))
      return new Set(rooms).size > 1 ? [{ table, rooms: [...new Set(rooms)] }] : []
    })
    expect(shared).toEqual([])
  })
})

function sqlOf(file: string): string {
  const text = readFileSync(join(source, file), 'utf8')
  return [...text.matchAll(/sql`([^`]*)`/g)].map(([, statement]) => statement).join('\n')
}
