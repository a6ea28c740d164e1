import type { AskForImpact } from '@bindery/sdk'
import { InvalidArgumentError } from 'commander'

type Grouping = NonNullable<AskForImpact['by']>[number]

/** `region`, or `insured_sum:0,10000,50000` with the lower bounds of bands. Repeatable. */
export function grouping(text: string, before: readonly Grouping[] = []): Grouping[] {
  const [field = '', bounds] = text.split(':')
  if (field === '') throw new InvalidArgumentError('Name an answer, such as --by region.')
  if (bounds === undefined) return [...before, { field }]
  const bands = bounds.split(',').map((bound) => (bound.trim() === '' ? NaN : Number(bound)))
  if (bands.some((bound) => !Number.isFinite(bound))) {
    throw new InvalidArgumentError(
      'Write the lower bounds of the bands as numbers, such as --by insured_sum:0,10000,50000.',
    )
  }
  return [...before, { field, bands }]
}
