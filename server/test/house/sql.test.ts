import { readFileSync, readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { type Text, readSource, readText, sourcePaths } from './source.ts'

/** The tags of `database/sql.ts`. What they mark is SQL, a part of a statement included. */
const tags: readonly (string | null)[] = ['sql', 'compose', 'fragment', 'search']

/** How statements begin, however they are sent; a word alone is none, but for those of transactions. */
const statement = new RegExp(
  `^\\s*(${[
    'select\\s',
    'insert into\\s',
    'update \\S+\\s(.*\\s)?set\\s',
    'delete from\\s',
    'with (recursive )?\\w+ as\\s',
    '(create|drop|alter) (or replace |unique |temporary )*(table|index|extension|role|database|function|trigger)\\s',
    '(truncate|analyze|copy|listen|notify|savepoint|release)\\s+\\S+',
    'set (local )?[a-z_]+ (=|to)\\s',
    'begin( isolation| read|$)',
    '(commit|rollback)( to\\s|$)',
  ].join('|')})`,
  's',
)

function isSql({ tag, text }: Text): boolean {
  return tags.includes(tag) || statement.test(text)
}

const files = readSource('server/src')
  .filter(({ isTest }) => !isTest)
  .map(({ path, texts }) => ({ path, sql: texts.filter(isSql) }))

describe('SQL', () => {
  it('is seen, whatever its tag and without one', () => {
    const seen = files.flatMap(({ sql }) => sql)
    for (const tag of [...tags, null]) {
      expect(seen.filter((one) => one.tag === tag).length).toBeGreaterThan(1)
    }
  })

  it('stands in stores alone, and in the room that knows how it is sent', () => {
    const elsewhere = files.filter(
      (file) =>
        !file.path.endsWith('-store.ts') &&
        !file.path.startsWith('server/src/database/') &&
        file.sql.length > 0,
    )
    expect(elsewhere.map(({ path }) => path)).toEqual([])
  })

  it('names a table in one room only', () => {
    const tables = tablesOfMigrations()
    expect(tables.length).toBeGreaterThan(20)
    const shared = tables.flatMap((table) => {
      const named = new RegExp(`\\b(from|into|update|join|table|truncate|only|on)\\s+${table}\\b`)
      const rooms = files
        .filter((file) => file.sql.some(({ text }) => named.test(text)))
        .map(({ path }) => path.split('/')[2])
      return new Set(rooms).size > 1 ? [{ table, rooms: [...new Set(rooms)] }] : []
    })
    expect(shared).toEqual([])
  })

  it('names the tables of the queue in one store, and in what tests do to them', () => {
    const all = sourcePaths('server', 'cli', 'sdk', 'rules', 'checkout', 'bench', 'faults', 'tools')
    const naming = all.filter((path) => /graphile[_]worker/.test(readText(path)))
    expect(naming.toSorted()).toEqual([
      'server/src/jobs/queue-store.ts',
      'server/test/support/queue.ts',
    ])
  })
})

/** Under the names that they have in the end. */
function tablesOfMigrations(): string[] {
  const folder = new URL('../../migrations/', import.meta.url)
  const text = readdirSync(folder)
    .toSorted()
    .map((file) => readFileSync(new URL(file, folder), 'utf8'))
    .join('\n')
  const created = [...text.matchAll(/^create table (\w+)/gm)].map(([, table]) => table ?? '')
  const renamed = new Map(
    [...text.matchAll(/^alter table (\w+) rename to (\w+)/gm)].map(([, from, to]) => [from, to]),
  )
  return created.map((table) => renamed.get(table) ?? table)
}
