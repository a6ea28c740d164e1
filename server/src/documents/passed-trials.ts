import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { type Json, isJsonObject } from '../kernel/index.ts'
import type { DocumentData } from './document-data.ts'
import type { RendererKit } from './renderer/renderer-messages.ts'
import type { PrintTask } from './print.ts'

/** Of a folder with two languages and a dozen documents it takes about a hundred. */
const trialsMax = 20_000
/** Whole numbers below it may choose something: a list's place, a number of payments, days of a month. */
const choosingNumberMax = 1_000

/**
 * What was tried and had no mistakes. The next folder mostly has the same templates and other rates or
 * steps: the data of its documents is then the same but for amounts and days.
 */
export interface PassedTrials {
  has(trial: string): boolean
  add(trial: string): void
}

export function openPassedTrials(): PassedTrials {
  const passed = new LRUCache<string, true>({ max: trialsMax })
  return { has: (trial) => passed.has(trial), add: (trial) => void passed.set(trial, true) }
}

/** A document that is made of data like these, by the same templates. */
export function printTrial(
  { kit }: RendererKit,
  { template, language, wantsPdf }: PrintTask,
  data: DocumentData,
): string {
  return hashOf(['print', kit, template, language, wantsPdf, JSON.stringify(data, alike)])
}

/** A source that asks for names among these. */
export function namesTrial(content: Uint8Array, data: Json): string {
  return hashOf(['names', sourceTrial(content), JSON.stringify(namesIn(data))])
}

/** A source that was read, whatever it asks for. */
export function sourceTrial(content: Uint8Array): string {
  return createHash('sha256').update(content).digest('base64')
}

/** For JSON: the same for all amounts of one sign, and for all days. Texts stay, with all that they say. */
function alike(_: string, value: unknown): unknown {
  if (typeof value === 'number') return alikeNumber(value)
  if (typeof value === 'string') return /^\d{4}-\d\d-\d\d(?:$|T)/.test(value) ? 'a day' : value
  if (typeof value !== 'object' || value === null) return value
  if ('cents' in value && typeof value.cents === 'number' && 'currency' in value) {
    return ['an amount', Math.sign(value.cents), value.currency]
  }
  if ('iso' in value && 'short' in value && 'long' in value) {
    return ['a day', 'time' in value]
  }
  return value
}

function alikeNumber(value: number): number | string {
  if (Number.isInteger(value) && Math.abs(value) < choosingNumberMax) return value
  return value < 0 ? 'below zero' : 'above zero'
}

function namesIn(value: Json): Json {
  if (Array.isArray(value)) return []
  if (!isJsonObject(value)) return null
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, namesIn(one)]))
}

function hashOf(parts: readonly (string | boolean)[]): string {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(`${String(part).length}\0${part}\0`)
  return hash.digest('base64')
}
