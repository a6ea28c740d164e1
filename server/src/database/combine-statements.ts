import { createHash } from 'node:crypto'
import pg from 'pg'
import { type ChangeTopic, type Fragment, Rows, type Statement, toParameter } from './sql.ts'

/** One of several writes that are sent as one statement; each module contributes its own. */
export interface Part {
  /** The name by which other parts read it. One name always stands for one text. */
  readonly name: string
  /** Writes rows and returns a row for each, or reads. Its holes are values, never fragments. */
  readonly body: Fragment
  /** The required number of rows. Otherwise the whole statement fails: see `brokenPart`. */
  readonly rows?: number
  /** The change that all processes are notified of after the commit: see `ChangeFeed`. */
  readonly announces?: ChangeTopic
  /** True where the part has no rows of its own, but uses those of another part. */
  readonly follows?: true
}

const known = new Map<string, { readonly name: string; readonly text: string }>()

/**
 * Joins parts to one statement, which runs them one after the other, all or none: a transaction
 * without its round trips. All parts see the database as it was before; a part that needs the rows
 * of another one reads them by its name.
 */
export function combineStatements(parts: readonly Part[], prefix = ''): Statement {
  const key = parts.reduce(
    (all, part) => `${all} ${part.name}${part.rows === undefined ? '' : '!'}`,
    prefix,
  )
  let written = known.get(key)
  if (written === undefined) {
    const text = write(parts)
    const hash = createHash('sha1').update(text).digest('hex').slice(0, 24)
    written = { name: `${prefix}${hash}`, text }
    known.set(key, written)
  }
  const announces = parts.find((part) => part.announces !== undefined)?.announces
  const values = parts.flatMap(valuesOf)
  return announces === undefined ? { ...written, values } : { ...written, values, announces }
}

/** Counting the rows of each part in this order makes PostgreSQL run them in this order. */
function write(parts: readonly Part[]): string {
  let values = 0
  const hole = () => `$${(values += 1)}`
  const written = parts.map(({ name, body, rows }) => {
    const text = body.strings.reduce((all, string) => `${all}${hole()}${string}`)
    const count = `(select count(*) from ${name})`
    return {
      cte: `${name} as (${text})`,
      check: rows === undefined ? count : `hold(${count} = ${hole()}, '${name}')`,
    }
  })
  const ctes = written.map(({ cte }) => cte).join(', ')
  return `with ${ctes} select ${written.map(({ check }) => check).join(', ')}`
}

function valuesOf({ body, rows }: Part): unknown[] {
  const values = body.holes.map(toParameter)
  return rows === undefined ? values : [...values, rows]
}

/**
 * The same for all writes that can run as one: they have the same parts and differ in rows only.
 * Null where a write has to run alone.
 */
export function kindOf(parts: readonly Part[]): string | null {
  let kind = ''
  for (const { name, body, rows, follows } of parts) {
    let hasRows = follows === true
    kind += `${name}${rows === undefined ? '' : '!'}(`
    for (const hole of body.holes) {
      if (hole instanceof Rows) hasRows = true
      else kind += `${String(toParameter(hole))},`
    }
    if (!hasRows) return null
    kind += ')'
  }
  return kind
}

/** Joins writes of one kind, part by part. */
export function merge(all: readonly (readonly Part[])[]): readonly Part[] {
  const [first = []] = all
  if (all.length === 1) return first
  return first.map((part, at) => {
    const same = all.flatMap((parts) => parts[at] ?? [])
    const holes = part.body.holes.map((hole, n) =>
      hole instanceof Rows
        ? new Rows(same.flatMap(({ body }) => (body.holes[n] as Rows).list)) // Of one kind.
        : hole,
    )
    const body = { ...part.body, holes }
    if (part.rows === undefined) return { ...part, body }
    return { ...part, body, rows: same.reduce((sum, { rows = 0 }) => sum + rows, 0) }
  })
}

const notHeld = 'BN001'

/** The name of the part with the wrong number of rows, or null for any other error. */
export function brokenPart(error: unknown): string | null {
  if (!(error instanceof pg.DatabaseError) || error.code !== notHeld) return null
  return error.constraint ?? null
}
