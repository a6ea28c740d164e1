import type { Letter } from '@bindery/sdk'
import type { Paint } from './paint.ts'
import { table } from './table.ts'

/** A row for each letter. */
export function describeLetters(letters: readonly Letter[], paint: Paint): string[] {
  if (letters.length === 0) return ['There are no such letters.']
  const rows = letters.map((letter) => [
    letter.created_at.slice(0, 10),
    letter.state,
    letter.delivered_on ?? letter.returned_on ?? letter.sent_on ?? '',
    letter.policy_id,
    letter.id,
  ])
  return table(['since', 'state', 'on', 'policy', 'id'], rows, paint)
}
