import { didYouMean } from '../kernel/index.ts'
import { isMarked } from '../masks/index.ts'
import { type StoredVersion, readQuestion } from '../products/index.ts'
import { ownGroupings } from './impact.ts'
import {
  bandsNotRising,
  bandsOfNoNumber,
  impactFieldSensitive,
  impactFieldUnknown,
} from './reasons.ts'
import type { Grouping } from './tally/grouping.ts'

/** Refuses groupings that none of the versions could fill: all of the portfolio would be in `(none)`. */
export function checkGroupings(
  groupings: readonly Grouping[],
  versions: readonly Pick<StoredVersion, 'definition'>[],
): void {
  const questions = versions.flatMap(({ definition }) =>
    definition.items.flatMap(({ quoteRules }) => quoteRules.quote.map(readQuestion)),
  )
  for (const { field, bands } of groupings) {
    assertAsked(field, questions)
    if (versions.some(({ definition }) => isSensitive(definition, field))) {
      throw impactFieldSensitive(field)
    }
    if (bands === null) continue
    if (!isRising(bands)) throw bandsNotRising(field)
    const kinds = isOwn(field)
      ? ['text']
      : questions.filter(({ name }) => name === field).map(kindOfOther)
    const [kind] = kinds
    if (kind !== undefined && !kinds.includes(null)) throw bandsOfNoNumber(field, kind ?? '')
  }
}

function isSensitive({ personalData }: StoredVersion['definition'], field: string): boolean {
  return isMarked({ fields: [], sensitive: personalData?.sensitive ?? [] }, field.split('.'))
}

type Question = ReturnType<typeof readQuestion>

function assertAsked(field: string, questions: readonly Question[]): void {
  const asked = questions.map(({ name }) => name)
  const known = [...new Set([...asked, ...ownGroupings])]
  if (field.includes('*'))
    throw impactFieldUnknown(field, 'Every entry of a list has its own value.')
  if (known.includes(field)) return
  // A member of an answer can be grouped by as well: `company.city`.
  if (questions.some((one) => field.startsWith(`${one.name}.`) && mayHoldMore(one))) return
  throw impactFieldUnknown(field, didYouMean(field, known) ?? '')
}

/** Whether something lies in an answer, as in an object, or in an item of a dataset. */
function mayHoldMore({ type, dataset }: Question): boolean {
  return dataset !== null || type === null || type === 'object'
}

function isOwn(field: string): boolean {
  return ownGroupings.some((own) => own === field)
}

/** What an answer is that cannot be a number; null where it can. */
function kindOfOther({ type, dataset }: Question): string | null {
  if (dataset !== null) return 'an item of a dataset'
  if (type === null || type === 'integer' || type === 'numeric') return null
  return wordsOf[type] ?? 'something else'
}

const wordsOf: Readonly<Record<string, string>> = {
  string: 'text',
  boolean: 'true or false',
  iso_date: 'a day',
  iso_datetime: 'a moment',
  array: 'a list',
  object: 'an object',
}

function isRising(bounds: readonly number[]): boolean {
  return bounds.every((bound, at) => at === 0 || bound > (bounds[at - 1] ?? bound))
}
