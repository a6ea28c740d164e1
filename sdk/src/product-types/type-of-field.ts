import { type Field, isRequired } from './field-tree.ts'
import { type Kind, kindsOf } from './kinds.ts'
import type { Rule } from './rule-string.ts'

/** The id of a dataset item may stand for an object: the server puts the item in its place. */
const itemId = '`dai_${string}`'

/** The members of an object type, one to a line, each under its rule string. */
export function writeMembers(field: Field, indent: string): string {
  return [...field.members]
    .map(([name, member]) => {
      const about = member.validation.replaceAll(/\s+/g, ' ').replaceAll('*/', '*\\/')
      const comment = about === '' ? '' : `${indent}/** ${about} */\n`
      const mark = isRequired(member) ? '' : '?'
      return `${comment}${indent}readonly ${propertyName(name)}${mark}: ${valueOf(member, indent)}\n`
    })
    .join('')
}

/** Null is as good as absent for what need not be there. */
function valueOf(field: Field, indent: string): string {
  return isRequired(field) ? typeOf(field, indent) : `${typeOf(field, indent)} | null`
}

function typeOf(field: Field, indent: string): string {
  const types: string[] = []
  if (field.element !== null) types.push(`readonly (${valueOf(field.element, indent)})[]`)
  if (field.members.size > 0) {
    types.push(`{\n${writeMembers(field, `${indent}  `)}${indent}}`, itemId)
  }
  return types.length > 0 ? types.join(' | ') : leafType(field.rules)
}

function leafType(rules: readonly Rule[]): string {
  const has = (name: string) => rules.some((rule) => rule.name === name)
  if (has('required_true')) return 'true'
  if (has('required_false')) return 'false'
  const kinds = kindsOf(rules) ?? (has('in_dataset') ? literalKinds : null)
  if (kinds === null) return 'unknown'
  const choices = rules.find(({ name }) => name === 'in')?.values ?? null
  const types = kinds.flatMap((kind) => typesOfKind(kind, choices))
  // Where choices and kinds exclude each other no value passes: say so.
  return types.length === 0 ? 'never' : [...new Set(types)].join(' | ')
}

/** What a dataset holds, beside the ids of its items, which are text. */
const literalKinds: readonly Kind[] = ['string', 'number', 'boolean']

/** Choices are written as text: `3` is the number 3 to a number, and the text "3" to a text. */
function typesOfKind(kind: Kind, choices: readonly string[] | null): readonly string[] {
  switch (kind) {
    case 'string':
      return choices?.map(quoted) ?? ['string']
    case 'number':
      return choices?.filter(isNumber) ?? ['number']
    case 'boolean':
      return choices?.filter((value) => value === 'true' || value === 'false') ?? ['boolean']
    case 'array':
      return choices === null ? ['readonly unknown[]'] : [`readonly (${anyOf(choices)})[]`]
    case 'object':
      return ['{ readonly [name: string]: unknown }', itemId]
  }
}

function anyOf(choices: readonly string[]): string {
  const scalars = literalKinds.flatMap((kind) => typesOfKind(kind, choices))
  return scalars.join(' | ')
}

/** Written as the server writes a number when it compares: `1.0` is no number's text. */
function isNumber(value: string): boolean {
  return Number.isFinite(Number(value)) && String(Number(value)) === value
}

function quoted(value: string): string {
  const escaped = JSON.stringify(value).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")
  return `'${escaped}'`
}

function propertyName(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : quoted(name)
}
