import { type Problem, suggest } from '../../kernel/index.ts'
import type { FieldRule } from '../../rules/index.ts'

/** What a change may replace must be something that a sale has. */
export function refuseUnknownPatches(
  list: 'quote_patch' | 'policy_patch',
  fields: readonly FieldRule[],
  file: string,
  sold: { readonly file: string; readonly fields: readonly FieldRule[] },
): Problem[] {
  const known = sold.fields.map(placeOf)
  const where = list === 'quote_patch' ? 'the list quote' : sold.file
  return fields
    .map(placeOf)
    .filter((place) => !known.includes(place))
    .map((place) => ({
      file,
      place: `${list}.${place}`,
      message: `There is no field ${place} in ${where}, so no endorsement can replace it.`,
      fix: suggest(place, known),
    }))
}

function placeOf({ name, path }: FieldRule): string {
  return path === null ? name : `${path}.${name}`
}
