import { type Rule, readRules } from './rule-string.ts'

/** One entry of a product's rules, as quote.json and fields.json hold them. */
export interface FieldRule {
  readonly name: string
  readonly path: string | null
  readonly validation: string
}

/** A field, the fields inside it by name, and what the elements are where it is a list. */
export interface Field {
  rules: readonly Rule[]
  validation: string
  readonly members: Map<string, Field>
  element: Field | null
}

/** `persons.first_name` is inside `persons`; `agents.*.name` inside each of the `agents`. */
export function growTree(fields: readonly FieldRule[]): Field {
  const root = emptyField()
  for (const { name, validation } of fields) {
    const field = name.split('.').reduce(inside, root)
    field.rules = readRules(validation)
    field.validation = validation
  }
  return root
}

const demands: ReadonlySet<string> = new Set([
  'required',
  'required_true',
  'required_false',
  'accepted',
])

/**
 * Whether it must be there: because it says so, or because something inside it must. What is
 * inside the elements of a list asks for nothing: a list may be empty.
 */
export function isRequired(field: Field): boolean {
  return (
    field.rules.some(({ name }) => demands.has(name)) ||
    [...field.members.values()].some(isRequired)
  )
}

function inside(parent: Field, segment: string): Field {
  if (segment === '*') return (parent.element ??= emptyField())
  const known = parent.members.get(segment)
  if (known !== undefined) return known
  const member = emptyField()
  parent.members.set(segment, member)
  return member
}

function emptyField(): Field {
  return { rules: [], validation: '', members: new Map(), element: null }
}
