import type { Complaint, Location } from './rule-spec.ts'
import type { FieldRule } from './rule-types.ts'

const nameLengthMax = 200
const segmentsMax = 12

/** A name cannot contain spaces, nor the separators of rules and arguments. */
const segmentShape = /^[^\s.*|,:]+$/

/** The location of a field in the document, or the problem of its name or path. */
export function locate(field: FieldRule): Location | Complaint {
  const path = field.path === null ? [] : field.path.split('.')
  if (!path.every(isMemberName)) {
    return {
      message: `The path \`${field.path}\` is not one.`,
      fix: 'Use null for fields of the document itself, `data` or `metadata` for fields inside it.',
    }
  }
  const name = field.name.split('.')
  const isName =
    name[0] !== '*' && name.every((segment) => segment === '*' || isMemberName(segment))
  if (!isName || field.name.length > nameLengthMax || path.length + name.length > segmentsMax) {
    return {
      message: `\`${field.name}\` is not a name for a field.`,
      fix: 'Use names such as `start`, `persons.first_name` or `agents.*.name`.',
    }
  }
  return [...path, ...name]
}

/** `__proto__` is refused because other programs that read the data may trip over it. */
function isMemberName(segment: string): boolean {
  return segmentShape.test(segment) && segment !== '__proto__'
}

export function isReference(text: string): boolean {
  const segments = text.split('.')
  return (
    segments.length <= segmentsMax &&
    segments.every((segment) => segment === '*' || isMemberName(segment))
  )
}

/** How a place is written in problems: `data.agents.*.name`. */
export function writeLocation(location: Location): string {
  return location.join('.')
}

/** The real place of a value, `agents.2.name`, from a name and the positions of its `*`. */
export function writeName(name: string, positions: readonly (number | string)[]): string {
  if (positions.length === 0) return name
  let star = 0
  return name.replaceAll('*', () => String(positions[star++]))
}
