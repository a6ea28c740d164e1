import { eventTypes } from '@bindery/sdk'
import { InvalidArgumentError } from 'commander'
import { didYouMean } from './words.ts'

/** Selects events of all types. */
export const everyType = '*'

/** Refuses an unknown type: it would match no event, silently. */
export function readEventType(type: string): string {
  if (eventTypes.some((one) => one === type)) return type
  const fix = didYouMean(type, eventTypes) ?? `Write one of ${eventTypes.join(', ')}.`
  throw new InvalidArgumentError(`There is no event type ${type}. ${fix}`)
}

/** The same for several, one after the other or with commas between them. */
export function readEventTypes(types: string, before: readonly string[] = []): readonly string[] {
  const read = types.split(',').map((type) => (type === everyType ? type : readEventType(type)))
  return [...before, ...read]
}
