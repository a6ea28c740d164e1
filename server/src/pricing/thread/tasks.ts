import type { JsonObject } from '../../kernel/index.ts'
import type { RaterRules } from '../http/index.ts'
import type { CompiledPricing } from '../pricing-types.ts'

/** Tasks of the thread on which prices are computed. */
export interface FileTask {
  /** Names the folder until it is closed. */
  readonly folder: number
  readonly path: string
  readonly bytes: Uint8Array
}

export interface CompileTask {
  readonly folder: number
  readonly logic: number
  readonly prefix: string
  readonly raterRules: RaterRules
}

export interface PriceTask {
  readonly logic: number
  readonly input: SentInput
  readonly trace: boolean
}

/** An input as it can be sent; the day is a text. */
export interface SentInput {
  readonly data: JsonObject
  readonly variables: JsonObject
  readonly today: string
  readonly held?: readonly string[]
}

/** Everything about a compiled logic but its closures. */
export type LogicFacts = Pick<
  CompiledPricing,
  'kind' | 'inputs' | 'outputs' | 'contentHash' | 'warnings'
> & { readonly canFill: boolean }

/** Said of a logic that the thread does not know, or no longer. */
export const unknownLogic = 'unknown'
