import { createHash } from 'node:crypto'
import pg from 'pg'
import { type ChangeTopic, type Fragment, type Statement, toParameter } from './sql.ts'

/** One of several writes that travel as one statement: each room gives its own. */
export interface Part {
  /** By which others in the statement may read it. One name always stands for one text. */
  readonly name: string
  /** Writes rows and returns something for each, or reads. Its holes are values, never fragments. */
  readonly body: Fragment
  /** How many rows it must come to. Else nothing of the whole statement happens: see `brokenPart`. */
  readonly rows?: number
  /** What all processes are told of once it is committed: see `ChangeFeed`. */
  readonly announces?: ChangeTopic
}

const known = new Map<string, { readonly name: string; readonly text: string }>()

/**
 * Joins parts to one statement, which carries them out one after the other and all or none: a
 * transaction without its round trips. All of them see the database as it was before; a part that
 * needs what another one wrote reads it by its name.
 */
export function together(parts: readonly Part[], prefix = ''): Statement {
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

/** To count the rows of each, in this order, is what carries them out in this order. */
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

const notHeld = 'BN001'

/** The name of the part that did not come to its rows, or null for any other error. */
export function brokenPart(error: unknown): string | null {
  if (!(error instanceof pg.DatabaseError) || error.code !== notHeld) return null
  return error.constraint ?? null
}
