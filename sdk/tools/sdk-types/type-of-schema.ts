import { type Schema, nameOf } from './document.ts'

/** The TypeScript type that a schema describes, as text. */
export function typeOfSchema(schema: Schema): string {
  if (schema.$ref !== undefined) return nameOf(schema.$ref)
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum !== undefined) return union(schema.enum.map((value) => JSON.stringify(value)))
  const choices = schema.oneOf ?? schema.anyOf
  if (choices !== undefined) return union(choices.map(typeOfSchema))
  if (schema.allOf !== undefined) return schema.allOf.map(typeOfSchema).join(' & ')
  if (Array.isArray(schema.type)) {
    return union(schema.type.map((type: string) => typeOfSchema({ ...schema, type })))
  }
  return typeOfKind(schema)
}

/** The comment above a declaration; nothing where there is nothing to say. */
export function comment(description: string | undefined): string {
  const text = (description ?? '').trim().replaceAll('*/', '*\\/')
  if (text === '') return ''
  const lines = text.split('\n').map((line) => ` * ${line}`.trimEnd())
  return lines.length === 1 ? `/**${lines[0]?.slice(2)} */\n` : `/**\n${lines.join('\n')}\n */\n`
}

export function propertyName(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name)
}

function typeOfKind(schema: Schema): string {
  switch (schema.type) {
    case 'string':
    case 'boolean':
    case 'null':
      return schema.type
    case 'integer':
    case 'number':
      return 'number'
    case 'array':
      return `readonly (${typeOfSchema(schema.items ?? {})})[]`
    case 'object':
      return objectType(schema)
    case undefined:
      return schema.properties === undefined ? 'unknown' : objectType(schema)
    default:
      throw new Error(`A schema has the type ${String(schema.type)}, which we do not know`)
  }
}

function objectType(schema: Schema): string {
  const members = Object.entries(schema.properties ?? {}).map(([name, member]) => {
    const mark = schema.required?.includes(name) === true ? '' : '?'
    const type = typeOfSchema(member)
    return `${comment(member.description)}readonly ${propertyName(name)}${mark}: ${type}`
  })
  const others = typeOfOthers(schema, members.length > 0)
  if (others !== null) members.push(`readonly [name: string]: ${others}`)
  return members.length === 0 ? 'Record<string, never>' : `{\n${members.join('\n')}\n}`
}

/**
 * The type of members beyond the named ones. Beside named ones it must be `unknown`, because an
 * index signature covers those too; left unsaid, only an object without any named member has them.
 */
function typeOfOthers(schema: Schema, hasNamed: boolean): string | null {
  const others = schema.additionalProperties
  if (others === false || (others === undefined && hasNamed)) return null
  if (others === undefined || others === true || hasNamed) return 'unknown'
  return typeOfSchema(others)
}

function union(types: readonly string[]): string {
  return [...new Set(types)].join(' | ')
}
