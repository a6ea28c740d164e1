import type { AskForImpact } from '@bindery/sdk'
import { InvalidArgumentError } from 'commander'

type Grouping = NonNullable<AskForImpact['by']>[number]

/** `region`, or `insured_sum:0,10000,50000` for bands that begin there. Said again, it is one more. */
export function grouping(text: string, before: readonly Grouping[] = []): Grouping[] {
  const [field = '', bounds] = text.split(':')
  if (field === '') throw new InvalidArgumentError('It names no answer: --by region.')
  if (bounds === undefined) return [...before, { field }]
  const bands = bounds.split(',').map((bound) => (bound.trim() === '' ? NaN : Number(bound)))
  if (bands.some((bound) => !Number.isFinite(bound))) {
    throw new InvalidArgumentError('Bands begin with numbers: --by insured_sum:0,10000,50000.')
  }
  return [...before, { field, bands }]
}
