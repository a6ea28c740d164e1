import {
  type Json,
  type JsonObject,
  type Problem,
  isJsonObject,
  parseDay,
  suggest,
} from '../kernel/index.ts'
import {
  type FormatData,
  amountText,
  dayText,
  numberText,
  percentText,
} from '../documents/index.ts'
import type { TemplateNode, ValueFormat } from './template.ts'

/** A template with its sections decided. Values are not in its text: marks stand where they go. */
export interface Filled {
  readonly text: string
  readonly values: readonly FilledValue[]
}

export interface FilledValue {
  readonly text: string
  readonly path: string
}

export interface Filling {
  readonly file: string
  readonly data: JsonObject
  readonly format: FormatData
  readonly currency: string
  readonly problems: Problem[]
}

const markStart = '\uE000'
const markEnd = '\uE001'
export const markPattern = /\uE000(\d+)\uE001/g

/** Puts values in; what is missing becomes a problem of the template. */
export function fillTemplate(nodes: readonly TemplateNode[], filling: Filling): Filled {
  const values: FilledValue[] = []
  const write = (parts: readonly TemplateNode[], scopes: readonly Json[]): string =>
    parts
      .map((node) => {
        if (node.kind === 'text') return node.text
        const value = find(node.path, scopes)
        if (value === undefined) report(node, scopes, filling)
        if (node.kind === 'value') {
          const text = textOf(node, value, filling)
          values.push({ text, path: node.path.join('.') })
          return `${markStart}${values.length - 1}${markEnd}`
        }
        if (node.isInverted) return isThere(value) ? '' : write(node.nodes, scopes)
        if (Array.isArray(value)) {
          return value.map((one: Json) => write(node.nodes, [...scopes, one])).join('')
        }
        return isThere(value) ? write(node.nodes, scopes) : ''
      })
      .join('')

  function textOf(
    { path, line, format }: Extract<TemplateNode, { kind: 'value' }>,
    value: Json | undefined,
    { file, problems }: Filling,
  ): string {
    const name = path.join('.')
    const place = `line ${line}`
    if (value === undefined) return ''
    if (format !== null) return value === null ? '' : formatted(format, value, filling)
    if (value === null) {
      const fix = `Put it between {{#${name}}} and {{/${name}}}, which leaves it out then.`
      problems.push({ file, place, message: `${name} may have no value.`, fix })
      return ''
    }
    const written = plainText(value, filling)
    if (written !== null) return written
    const fix =
      typeof value === 'boolean'
        ? `Write {{#${name}}} for yes and {{^${name}}} for no.`
        : `Name one of its members: ${isJsonObject(value) ? Object.keys(value).slice(0, 8).join(', ') : ''}.`
    problems.push({ file, place, message: `${name} is not a text.`, fix })
    return ''
  }

  const filled = write(nodes, [filling.data])
  return { text: filled, values }
}

/** Names that no data has, wherever they stand, also where nothing comes of them now. */
export function checkNames(nodes: readonly TemplateNode[], filling: Filling): void {
  const visit = (parts: readonly TemplateNode[], scopes: readonly Json[]) => {
    for (const node of parts) {
      if (node.kind === 'text') continue
      const value = find(node.path, scopes)
      if (value === undefined) report(node, scopes, filling)
      if (node.kind === 'value') continue
      if (!Array.isArray(value) || node.isInverted) visit(node.nodes, scopes)
      else if (value[0] !== undefined) visit(node.nodes, [...scopes, value[0]])
    }
  }
  visit(nodes, [filling.data])
}

function isThere(value: Json | undefined): boolean {
  if (value === undefined || value === null || value === false || value === '') return false
  return !Array.isArray(value) || value.length > 0
}

/** The member of the innermost entry that has it; undefined where the data has no such name. */
function find(path: readonly string[], scopes: readonly Json[]): Json | undefined {
  const [first = '', ...rest] = path
  const scope = scopes.findLast((one) => isJsonObject(one) && Object.hasOwn(one, first))
  let value: Json | undefined = isJsonObject(scope) ? scope[first] : undefined
  for (const name of rest) {
    if (value === null) return null
    value = isJsonObject(value) && Object.hasOwn(value, name) ? value[name] : undefined
  }
  return value
}

function report(
  { path, line }: Exclude<TemplateNode, { kind: 'text' }>,
  scopes: readonly Json[],
  { file, problems }: Filling,
): void {
  const known = path.findIndex((_, at) => find(path.slice(0, at + 1), scopes) === undefined)
  const parent = known === 0 ? scopes[0] : find(path.slice(0, known), scopes)
  const names = isJsonObject(parent) ? Object.keys(parent) : []
  const message = `There is no ${path.slice(0, known + 1).join('.')}.`
  problems.push({ file, place: `line ${line}`, message, fix: suggest(path[known] ?? '', names) })
}

function formatted(format: ValueFormat, value: Json, { format: data, currency }: Filling): string {
  if (format === 'day') {
    const day = typeof value === 'string' ? parseDay(value.slice(0, 10)) : null
    return day === null ? '' : dayText(data, day).long
  }
  if (typeof value !== 'number') return ''
  if (format === 'money') return amountText(data, Math.round(value), currency).text
  return format === 'percent' ? percentText(data, value) : numberText(data, value)
}

/** Amounts and days as they are written; null for what is no text. */
function plainText(value: Json, { format }: Filling): string | null {
  if (typeof value === 'string') return value
  if (typeof value === 'number') return numberText(format, value)
  if (Array.isArray(value)) {
    const parts = value.map((one: Json) => (typeof one === 'object' ? null : String(one)))
    return parts.includes(null) ? null : parts.join(', ')
  }
  if (!isJsonObject(value)) return null
  const { text, long } = value
  if (typeof text === 'string') return text
  return typeof long === 'string' ? long : null
}
