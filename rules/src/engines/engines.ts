import type { Complaint } from '../rule-spec.ts'

/**
 * Libraries of formats weigh more than all the rest of the rules together, and few products need them.
 * The server has all at hand; a page loads the ones that its form needs, before it compiles the rules.
 */
export interface Engines {
  readonly phone: PhoneEngine
  readonly pattern: PatternEngine
  readonly bank: BankEngine
  readonly postal: PostalEngine
}
export type EngineName = keyof Engines

/** Knows the telephone numbers of the world. */
export interface PhoneEngine {
  isCountry(code: string): boolean
  /** Whether the number exists; one without a `+` is read as people of that country write it. */
  isNumber(text: string, country: string | null): boolean
  /** The number, where it exists. */
  read(text: string, country: string | null): PhoneNumber | null
  /** What a number looks like there. */
  example(country: string): PhoneNumber | null
}

/** A telephone number as it is written at home and abroad. */
export interface PhoneNumber {
  /** Null where it belongs to none alone. */
  readonly country: string | null
  readonly national: string
  readonly international: string
}

/** Knows the numbers of accounts and banks. */
export interface BankEngine {
  isIban(text: string): boolean
  isBic(text: string): boolean
}

/** Knows how countries write their postal codes. */
export interface PostalEngine {
  isCountry(code: string): boolean
  /** Whether a text is a code that the country may have given out. */
  codesOf(country: string): (text: string) => boolean
}

/** Matches in a time that grows with the text and no faster. */
export interface PatternEngine {
  /** Compiles `/pattern/flags`. */
  read(argument: string): Pattern | Complaint
}

export interface Pattern {
  matches(text: string): boolean
  /** The most that one character of a text can take, in steps. */
  readonly stepsPerCharacter: number
}

const atHand: { -readonly [Name in EngineName]?: Engines[Name] } = {}

/** Puts engines at the disposal of all rules that are compiled from now on. */
export function provideEngines(engines: Partial<Engines>): void {
  Object.assign(atHand, engines)
}

export function engine<Name extends EngineName>(name: Name): Engines[Name] {
  const found = atHand[name]
  if (found === undefined) throw new Error(`a rule was read before its engine was there: ${name}`)
  return found
}
