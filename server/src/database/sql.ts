import { createHash } from 'node:crypto'

/** One SQL statement with its values; the name makes the server prepare it once per connection. */
export interface Statement {
  readonly name: string
  readonly text: string
  readonly values: unknown[]
}

const prepared = new WeakMap<TemplateStringsArray, { name: string; text: string }>()

/**
 * Writes a statement: sql`select name from things where id = ${id}`. Every hole becomes a numbered
 * parameter, never text, and the statement's name is the hash of its text.
 */
export function sql(strings: TemplateStringsArray, ...holes: unknown[]): Statement {
  let known = prepared.get(strings)
  if (known === undefined) {
    const text = strings.reduce((all, part, at) => `${all}$${at}${part}`)
    known = { name: createHash('sha1').update(text).digest('hex').slice(0, 24), text }
    prepared.set(strings, known)
  }
  return { name: known.name, text: known.text, values: holes.map(toParameter) }
}

/** A JSON document as a parameter: pg would write a bare array as a PostgreSQL array instead. */
export function json(value: unknown): string {
  return JSON.stringify(value)
}

function toParameter(value: unknown): unknown {
  if (value === undefined) throw new TypeError('A statement was given undefined; use null instead')
  if (value instanceof Temporal.Instant || value instanceof Temporal.PlainDate) {
    return value.toString()
  }
  return value
}
