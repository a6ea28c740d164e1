import { describe, expect, it } from 'vitest'
import { documented, inPlace } from './documented.ts'

/** The part of a schema by which two branches are distinguished. */
interface Branch {
  readonly type?: string | readonly string[]
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly required?: readonly string[]
  readonly properties?: Readonly<Record<string, Branch>>
  readonly additionalProperties?: unknown
}

/** Every choice between schemas in the document, by where it stands. */
const choices = choicesIn(documented, '#')

describe('a choice between schemas', () => {
  it('is there: a policy and a payment have a public view', () => {
    expect(choices.map(([, branches]) => branches.length)).toContain(2)
  })

  it.each(choices)('%s is of branches of which a value fits one alone', (_, branches) => {
    const overlapping = branches.flatMap((one, at) =>
      branches
        .slice(0, at)
        .filter((other) => !areExclusive(inPlace<Branch>(one), inPlace<Branch>(other)))
        .map((other) => [nameOf(other), nameOf(one)]),
    )
    expect(overlapping).toEqual([])
  })
})

describe('two branches', () => {
  const text = { type: 'string' }
  const card = { required: ['kind'], properties: { kind: { const: 'card' } } }
  const bank = { required: ['kind'], properties: { kind: { const: 'bank' } } }
  const open = { type: 'object', required: ['id'], properties: { id: text } }
  const longer = { ...open, required: ['id', 'token'], properties: { id: text, token: text } }
  const closed = { ...open, additionalProperties: false }

  it.each([
    ['of different types', text, open, true],
    ['of which one may be null as well', text, { type: ['integer', 'null'] }, true],
    ['of a number and a whole number', { type: 'number' }, { type: 'integer' }, false],
    ['distinguished by a member', card, bank, true],
    ['distinguished by a member that may be left out', card, { ...bank, required: [] }, false],
    ['of which one is the beginning of the other', open, longer, false],
    ['of which one has what the other refuses', closed, longer, true],
    ['of which one may have what the other refuses', closed, { ...longer, required: [] }, false],
  ])('%s', (_, one, other, isExclusive) => {
    expect(areExclusive(one, other)).toBe(isExclusive)
    expect(areExclusive(other, one)).toBe(isExclusive)
  })
})

/** What it refers to, or all that it says. */
function nameOf(branch: Branch): string {
  return '$ref' in branch ? String(branch.$ref) : JSON.stringify(branch)
}

function areExclusive(one: Branch, other: Branch): boolean {
  return (
    areApart(typesOf(one), typesOf(other)) ||
    areApart(one.enum, other.enum) ||
    isTaxedApart(one, other) ||
    refuses(one, other) ||
    refuses(other, one)
  )
}

/** By a member that both must have, and whose values differ: what clients call a discriminator. */
function isTaxedApart(one: Branch, other: Branch): boolean {
  return (one.required ?? []).some(
    (name) =>
      (other.required ?? []).includes(name) &&
      areApart(valuesOf(one.properties?.[name]), valuesOf(other.properties?.[name])),
  )
}

/** Because the other must have a member that this one does not allow. */
function refuses(one: Branch, other: Branch): boolean {
  if (one.additionalProperties !== false) return false
  return (other.required ?? []).some((name) => one.properties?.[name] === undefined)
}

/** Undefined where any will do. */
function typesOf({ type }: Branch): readonly string[] | undefined {
  const types = typeof type === 'string' ? [type] : type
  return types?.map((one) => (one === 'integer' ? 'number' : one))
}

function valuesOf(member: Branch | undefined): readonly unknown[] | undefined {
  return member?.const === undefined ? member?.enum : [member.const]
}

function areApart(one?: readonly unknown[], other?: readonly unknown[]): boolean {
  return one !== undefined && other !== undefined && !one.some((value) => other.includes(value))
}

function choicesIn(at: unknown, place: string): [string, Branch[]][] {
  if (typeof at !== 'object' || at === null) return []
  return Object.entries(at).flatMap(([name, inner]: [string, unknown]) => {
    const here = `${place}/${name}`
    if (name === 'examples' || name === 'example') return []
    if (name !== 'oneOf' && name !== 'anyOf') return choicesIn(inner, here)
    return [[here, inner as Branch[]], ...choicesIn(inner, here)] // As JSON Schema has it.
  })
}
