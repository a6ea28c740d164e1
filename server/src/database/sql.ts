import { createHash } from 'node:crypto'

/** Kinds of changes that running processes are notified of. */
export type ChangeTopic =
  | 'keys'
  | 'people'
  | 'products'
  | 'datasets'
  | 'events'
  | 'webhooks'
  | 'traffic'
  | 'deadlines'

/** One SQL statement with its values; a name makes the server prepare it once per connection. */
export interface Statement {
  readonly name?: string
  readonly text: string
  readonly values: unknown[]
  /** The change that all processes are notified of after the commit: see `ChangeFeed`. */
  readonly announces?: ChangeTopic
  /** Whether a standby may answer that knows all that was committed before: see `StandbyReads`. */
  readonly mayReadStandby?: boolean
}

const plainNames = new WeakMap<TemplateStringsArray, { name: string; text: string }>()

/**
 * Writes a statement: sql`select name from things where id = ${id}`. Every hole becomes a numbered
 * parameter, never text, and the statement's name is the hash of its text.
 */
export function sql(strings: TemplateStringsArray, ...holes: unknown[]): Statement {
  let known = plainNames.get(strings)
  if (known === undefined) {
    const text = strings.reduce((all, part, at) => `${all}$${at}${part}`)
    known = { name: nameOf(text), text }
    plainNames.set(strings, known)
  }
  return { name: known.name, text: known.text, values: holes.map(toParameter) }
}

/** A part of a statement, for searches whose conditions are chosen by the caller. */
export interface Fragment {
  readonly strings: readonly string[]
  readonly holes: readonly unknown[]
}

export function fragment(strings: TemplateStringsArray, ...holes: unknown[]): Fragment {
  return { strings, holes }
}

/** Bounded by the code: callers choose conditions and give values, never text. */
const composedNames = new Map<string, string>()

/**
 * Writes a statement out of fragments: compose`select name from things where ${conditions}`, where
 * a list of fragments is joined with `and`. Each choice of conditions is prepared under its own
 * name.
 */
export function compose(strings: TemplateStringsArray, ...holes: unknown[]): Statement {
  const values: unknown[] = []
  const text = write({ strings, holes }, values)
  let name = composedNames.get(text)
  if (name === undefined) {
    name = nameOf(text)
    composedNames.set(text, name)
  }
  return { name, text, values }
}

function write(part: Fragment, values: unknown[]): string {
  return part.strings.reduce((text, string, at) => {
    const hole = part.holes[at - 1]
    // An empty list is a value: a search for none of some ids finds none.
    if (Array.isArray(hole) && hole.length > 0 && hole.every(isFragment)) {
      return text + hole.map((one) => write(one, values)).join(' and ') + string
    }
    if (isFragment(hole)) return text + write(hole, values) + string
    values.push(toParameter(hole))
    return `${text}$${values.length}${string}`
  })
}

function isFragment(value: unknown): value is Fragment {
  return typeof value === 'object' && value !== null && 'strings' in value && 'holes' in value
}

/**
 * A search is planned for its actual values: a name that a fifth of the portfolio begins with needs
 * another plan than a rare one, and a prepared statement would have to guess.
 */
export function search(strings: TemplateStringsArray, ...holes: unknown[]): Statement {
  const { text, values } = compose(strings, ...holes)
  return { text, values }
}

/** A JSON document as a parameter: pg would write a bare array as a PostgreSQL array instead. */
export function json(value: unknown): string {
  return JSON.stringify(value)
}

/**
 * Rows that a part writes, as a JSON document: those of several such parts can be written as one.
 */
export class Rows {
  readonly list: readonly unknown[]

  constructor(list: readonly unknown[]) {
    this.list = list
  }
}

export function rows(list: readonly unknown[]): Rows {
  return new Rows(list)
}

function nameOf(text: string): string {
  return createHash('sha1').update(text).digest('hex').slice(0, 24)
}

export function toParameter(value: unknown): unknown {
  if (value === undefined) throw new TypeError('A statement was given undefined. Use null instead.')
  if (value instanceof Temporal.Instant || value instanceof Temporal.PlainDate) {
    return value.toString()
  }
  return value instanceof Rows ? JSON.stringify(value.list) : value
}
