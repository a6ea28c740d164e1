import { eventTypes } from '@bindery/sdk'
import { InvalidArgumentError } from 'commander'
import { didYouMean } from './words.ts'

/** Selects events of all types. */
export const everyType = '*'

/** Of a type that does not exist nothing would ever be inferred, and nobody would know why. */
export function readEventType(type: string): string {
  if (eventTypes.some((one) => one === type)) return type
  const fix = didYouMean(type, eventTypes) ?? `Write one of ${eventTypes.join(', ')}.`
  throw new InvalidArgumentError(`There is no type of event ${type}. ${fix}`)
}

/** The same for several, one after the other or with commas between them. */
export function readEventTypes(types: string, before: readonly string[] = []): readonly string[] {
  const read = types.split(',').map((type) => (type === everyType ? type : readEventType(type)))
  return [...before, ...read]
}
