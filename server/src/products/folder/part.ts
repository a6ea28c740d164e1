import {
  type Json,
  type JsonObject,
  type Problem,
  nearestWord,
  suggest,
} from '../../kernel/index.ts'

/** Deeper data than this is a mistake or an attack, never an insurance product. */
const depthMax = 32

/** No list of a product is longer; lists that grow belong in datasets and tables. */
const entriesMax = 5_000

/** Files with more mistakes have one cause for many: they are not even looked up. */
export const problemsMax = 200

export type PartPath = readonly (string | number)[]

/** A file under reading: where its parts stand, and the problems found in it so far. */
export interface Source {
  readonly file: string
  readonly problems: Problem[]
  where(path: PartPath): string
}

/**
 * One value inside a file. Every reading method answers with a value of its type even when the
 * file is wrong: it notes the problem and hands back a stand-in, so that reading goes on and all
 * problems come out together. Whoever reads must look at the problems before using the result.
 */
export class Part {
  readonly value: unknown
  readonly path: PartPath
  readonly #source: Source

  constructor(source: Source, path: PartPath, value: unknown) {
    this.#source = source
    this.path = path
    this.value = value
  }

  get isAbsent(): boolean {
    return this.value === undefined || this.value === null
  }

  get label(): string {
    const last = this.path.at(-1)
    if (last === undefined) return 'the file'
    return typeof last === 'number' ? `entry ${last + 1}` : last
  }

  /** How much is wrong with the file and those read with it, so far. */
  get complaints(): number {
    return this.#source.problems.length
  }

  refuse(message: string, fix: string): void {
    const { file, problems } = this.#source
    if (problems.length > problemsMax) return
    problems.push({ file, place: this.#source.where(this.path), message, fix })
  }

  /** What its members are called, where it is an object. */
  get names(): string[] {
    return isObject(this.value) ? Object.keys(this.value) : []
  }

  member(name: string): Part {
    const { value: whole } = this
    const value = isObject(whole) && Object.hasOwn(whole, name) ? whole[name] : undefined
    return new Part(this.#source, [...this.path, name], value)
  }

  /** Whether this is an object; members other than the known ones are refused by name. */
  hasOnly(known: readonly string[]): boolean {
    const { value: members } = this
    if (!isObject(members)) {
      this.#refuseKind('an object', `Give it the keys ${known.join(', ')}.`)
      return false
    }
    const unused = known.filter((name) => !Object.hasOwn(members, name))
    for (const name of Object.keys(members)) {
      if (known.includes(name)) continue
      if (this.#source.problems.length > problemsMax) break
      const fix = nearestWord(name, unused) === null ? suggest(name, known) : suggest(name, unused)
      this.member(name).refuse(`${quoted(name)} is not a key that belongs here.`, fix)
    }
    return true
  }

  text(fix = 'Write a text here.'): string {
    if (typeof this.value === 'string' && this.value.trim() !== '') return this.value
    this.#refuseKind('a text', fix)
    return ''
  }

  matching(pattern: RegExp, fix: string): string {
    if (typeof this.value !== 'string') return this.text(fix)
    if (!pattern.test(this.value)) this.refuse(`${this.#shown()} is not allowed here.`, fix)
    return this.value
  }

  oneOf<Word extends string>(words: readonly [Word, ...Word[]]): Word {
    const word = words.find((word) => word === this.value)
    if (word !== undefined) return word
    if (typeof this.value === 'string') {
      this.refuse(`${this.#shown()} is not one of ${words.join(', ')}.`, suggest(this.value, words))
    } else {
      this.#refuseKind(`one of ${words.join(', ')}`, `Write one of: ${words.join(', ')}.`)
    }
    return words[0]
  }

  integer(min: number, max: number): number {
    const { value } = this
    if (Number.isSafeInteger(value) && Number(value) >= min && Number(value) <= max) {
      return Number(value)
    }
    this.#refuseKind(
      `a whole number from ${min} to ${max}`,
      `Choose a number from ${min} to ${max}.`,
    )
    return min
  }

  boolean(): boolean {
    if (typeof this.value === 'boolean') return this.value
    this.#refuseKind('true or false', 'Write true or false, without quotes.')
    return false
  }

  list(fix: string): Part[] {
    if (!Array.isArray(this.value)) {
      this.#refuseKind('a list', fix)
      return []
    }
    if (this.value.length > entriesMax) {
      const message = `${this.label} has more than ${entriesMax} entries.`
      this.refuse(message, 'Keep lists that grow in a dataset or a table.')
      return []
    }
    return this.value.map((value: unknown, at) => new Part(this.#source, [...this.path, at], value))
  }

  filledList(fix: string): Part[] {
    const entries = this.list(fix)
    if (Array.isArray(this.value) && entries.length === 0) {
      this.refuse(`${this.label} is an empty list.`, fix)
    }
    return entries
  }

  optional<Value>(fallback: Value, read: (part: Part) => Value): Value {
    return this.isAbsent ? fallback : read(this)
  }

  jsonObject(fix: string): JsonObject {
    if (isObject(this.value)) return this.#jsonMembers(this.value)
    this.#refuseKind('an object', fix)
    return {}
  }

  #json(): Json {
    const { value } = this
    if (this.path.length > depthMax) {
      this.refuse('This is nested too deeply.', `Nest at most ${depthMax} levels.`)
      return null
    }
    if (value === null || typeof value === 'string' || typeof value === 'boolean') return value
    if (typeof value === 'number' && Number.isFinite(value)) return value
    if (Array.isArray(value)) return this.list('').map((part) => part.#json())
    if (isObject(value)) return this.#jsonMembers(value)
    this.refuse(
      `${this.label} is not a value that JSON can hold.`,
      'Write a text or a finite number.',
    )
    return null
  }

  #jsonMembers(members: Record<string, unknown>): JsonObject {
    const names = Object.keys(members)
    return Object.fromEntries(names.map((name) => [name, this.member(name).#json()]))
  }

  #refuseKind(wanted: string, fix: string): void {
    if (this.isAbsent) this.refuse(`${this.label} is missing.`, fix)
    else this.refuse(`${this.label} must be ${wanted}, not ${this.#shown()}.`, fix)
  }

  #shown(): string {
    const { value } = this
    if (typeof value === 'string') return quoted(value)
    if (typeof value === 'number' || typeof value === 'boolean') return String(value)
    return Array.isArray(value) ? 'a list' : 'an object'
  }
}

// YAML can make dates and sets, which are objects too, but none that a product may hold.
function isObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}

const shownLengthMax = 60

export function quoted(text: string): string {
  return JSON.stringify(text.length > shownLengthMax ? `${text.slice(0, shownLengthMax)}…` : text)
}
