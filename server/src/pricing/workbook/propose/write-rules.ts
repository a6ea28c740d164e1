import type { WorkbookProblem } from '@bindery/spreadsheet'
import { type Calendar, decimalText } from '@bindery/spreadsheet/formulas'
import {
  type Comparison,
  type Constraint,
  type FieldType,
  isOf,
  type Operand,
  type PlainValue,
  type Finding,
  show,
} from './constraint.ts'

/** Longer lists belong in a dataset. */
const choicesMax = 300
const choicesCharactersMax = 10_000

export interface WrittenRules {
  /** Such as `min:18`, each with the place that says it. */
  readonly rules: readonly { readonly rule: string; readonly reason: string }[]
  readonly notices: readonly WorkbookProblem[]
}

/** The rules for the findings about an answer of that type: each rule once, with the strictest bound. */
export function writeRules(
  type: FieldType | null,
  findings: readonly Finding[],
  place: string,
  calendar: Calendar,
): WrittenRules {
  const notices: WorkbookProblem[] = []
  const rules: { rule: string; reason: string }[] = []
  const each = findings.flatMap(({ constraints, reason }) =>
    constraints.map((constraint) => ({ constraint, reason })),
  )
  const lists = each.filter(({ constraint }) => constraint.kind === 'choices')
  const [list] = lists
  if (list?.constraint.kind === 'choices') {
    const { values } = list.constraint
    const offered = values.filter((value) => isAnswerable(value, type))
    if (offered.length > 0) {
      const written = listRule('in', offered, type, place, calendar)
      if (typeof written === 'string') rules.push({ rule: written, reason: list.reason })
      else notices.push(written)
    }
    notices.push(...notFound(offered, lists.slice(1), place))
    notices.push(...unanswerable(values, offered, place))
  }
  for (const { constraint, reason } of each) {
    if (constraint.kind !== 'excluded') continue
    const written = listRule('not_in', constraint.values, type, place, calendar)
    if (typeof written === 'string') rules.push({ rule: written, reason })
    else notices.push(written)
  }
  for (const { constraint, reason } of strictest(each)) {
    const rule = boundRule(constraint, type, calendar)
    if (rule !== null) rules.push({ rule, reason })
  }
  return { rules: rules.filter(isFirst), notices }
}

function isFirst<One extends { rule: string }>(one: One, at: number, all: readonly One[]): boolean {
  return all.findIndex(({ rule }) => rule === one.rule) === at
}

/** Choices of one finding that another excludes: they would have no price. */
function notFound(
  offered: readonly PlainValue[],
  lists: readonly { readonly constraint: Constraint; readonly reason: string }[],
  place: string,
): WorkbookProblem[] {
  return lists.flatMap(({ constraint, reason }) => {
    if (constraint.kind !== 'choices') return []
    const known = new Set(constraint.values.map(folded))
    const unknown = offered.filter((value) => !known.has(folded(value)))
    if (unknown.length === 0) return []
    return [
      {
        place,
        message: `${unknown.slice(0, 5).map(show).join(', ')} ${unknown.length === 1 ? 'is an allowed answer' : 'are allowed answers'}, but ${reason} and does not find ${unknown.length === 1 ? 'it' : 'them'}.`,
        fix: 'Add the missing values to the lookup, or remove them from the list of allowed answers.',
      },
    ]
  })
}

/** Whether an answer of that type puts this very value into the cell, and not one that looks like it. */
function isAnswerable(value: PlainValue, type: FieldType | null): boolean {
  if (type === null || isOf(type, value)) return true
  return type === 'iso_date' && typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value)
}

/** An answer is of one kind, a cell need not be: of "0, 1, 2, 3+" the last is a text. */
function unanswerable(
  listed: readonly PlainValue[],
  offered: readonly PlainValue[],
  place: string,
): WorkbookProblem[] {
  const taken = new Set(offered)
  const others = listed.filter((value) => !taken.has(value))
  if (others.length === 0) return []
  const shown = others.slice(0, 5).map(show).join(', ')
  const more = others.length > 5 ? ` and ${others.length - 5} more` : ''
  return [
    {
      place,
      message: `The list of allowed answers holds ${shown}${more}, of another kind than the answers; ${others.length === 1 ? 'it is' : 'they are'} left out.`,
      fix: "Format this cell as text and write it anew, and have texts in the list and where it is looked up ('0 in place of 0); or have numbers alone, and show customers other words: checkout.yaml has choices.",
    },
  ]
}

function folded(value: PlainValue): string {
  return `${typeof value} ${String(value).toLowerCase()}`
}

function listRule(
  name: 'in' | 'not_in',
  values: readonly PlainValue[],
  type: FieldType | null,
  place: string,
  calendar: Calendar,
): string | WorkbookProblem {
  const texts = [...new Set(values.map((value) => textOf(value, type, calendar)))]
  const strange = texts.find((text) => /[,|]/.test(text) || text.trim() !== text || text === '')
  if (strange !== undefined) {
    return {
      place,
      message: `The list of allowed answers holds "${strange.slice(0, 60)}", which no rule can list; it is not taken.`,
      fix: 'Use values without commas, bars and blanks around them, and show customers other words: checkout.yaml has choices.',
    }
  }
  const rule = `${name}:${texts.join(',')}`
  if (texts.length <= choicesMax && rule.length <= choicesCharactersMax) return rule
  return {
    place,
    message: `The list of allowed answers has ${texts.length} values; rules list at most ${choicesMax}. It is not taken.`,
    fix: 'Put it into a dataset and write the rule in_dataset.',
  }
}

function textOf(value: PlainValue, type: FieldType | null, calendar: Calendar): string {
  if (typeof value === 'string') return value
  if (typeof value === 'boolean') return String(value)
  return (type === 'iso_date' ? calendar.isoOfSerial(value) : null) ?? decimalText(value)
}

interface Attributed {
  readonly constraint: Constraint
  readonly reason: string
}

/** Of bounds on one side with plain numbers only the narrowest; all others as they are. */
function strictest(each: readonly Attributed[]): Attributed[] {
  const kept = new Map<string, Attributed>()
  const others: Attributed[] = []
  for (const one of each) {
    const side = sideOf(one.constraint)
    if (side === null) {
      if (one.constraint.kind === 'bound') others.push(one)
      continue
    }
    const known = kept.get(side.name)
    const knownSide = known === undefined ? null : sideOf(known.constraint)
    if (knownSide === null || isNarrower(side, knownSide)) kept.set(side.name, one)
  }
  return [...kept.values(), ...others]
}

interface Side {
  readonly name: string
  readonly bound: number
  readonly isExclusive: boolean
}

function sideOf(constraint: Constraint): Side | null {
  if (constraint.kind === 'length') {
    const { comparison, characters } = constraint
    return { name: `length ${comparison}`, bound: characters, isExclusive: false }
  }
  if (constraint.kind !== 'bound') return null
  const { comparison, to } = constraint
  if (to.kind !== 'value' || typeof to.value !== 'number') return null
  const name = comparison.startsWith('>') ? 'above' : 'below'
  return { name, bound: to.value, isExclusive: comparison.length === 1 }
}

function isNarrower(side: Side, known: Side): boolean {
  if (side.bound === known.bound) return side.isExclusive && !known.isExclusive
  const isLower = side.name === 'above' || side.name === 'length >='
  return isLower ? side.bound > known.bound : side.bound < known.bound
}

function boundRule(
  constraint: Constraint,
  type: FieldType | null,
  calendar: Calendar,
): string | null {
  if (constraint.kind === 'length') {
    const { comparison, characters } = constraint
    if (type !== 'string') return null
    return `${comparison === '=' ? 'size' : comparison === '>=' ? 'min' : 'max'}:${characters}`
  }
  if (constraint.kind !== 'bound') return null
  const { comparison, to } = constraint
  if (type === 'iso_date') return dayRule(comparison, to, calendar)
  if (type !== 'integer' && type !== 'numeric') return null
  if (to.kind === 'day') return null
  if (to.kind === 'field') return `${fieldRules[comparison]}:${to.name}`
  const bound = Number(to.value)
  // As people write "no bound at all": no answer comes near it.
  if (Math.abs(bound) >= boundMax) return null
  return `${numberRules[comparison]}:${decimalText(type === 'integer' ? wholeBound(comparison, bound) : bound)}`
}

const boundMax = 1e15

/** For whole numbers, at least 10.5 means at least 11, and above 10.5 means above 10. */
function wholeBound(comparison: Comparison, bound: number): number {
  return comparison === '>=' || comparison === '<' ? Math.ceil(bound) : Math.floor(bound)
}

const numberRules: Readonly<Record<Comparison, string>> = {
  '>=': 'min',
  '<=': 'max',
  '>': 'gt',
  '<': 'lt',
}
const fieldRules: Readonly<Record<Comparison, string>> = {
  '>=': 'gte',
  '<=': 'lte',
  '>': 'gt',
  '<': 'lt',
}
const dayRules: Readonly<Record<Comparison, string>> = {
  '>=': 'after_or_equal',
  '<=': 'before_or_equal',
  '>': 'after',
  '<': 'before',
}

function dayRule(comparison: Comparison, to: Operand, calendar: Calendar): string | null {
  const rule = dayRules[comparison]
  if (to.kind === 'field') return `${rule}:${to.name}`
  if (to.kind === 'day') return rollingRule(comparison, to.days)
  const day = calendar.isoOfSerial(Number(to.value))
  return day === null ? null : `${rule}:${day}`
}

/**
 * The days with a name are midnights. Other distances count from the hour on: a day lies after
 * `+29 days` from the 30th on, and before or at `+30 days` up to the 30th.
 */
function rollingRule(comparison: Comparison, days: number): string {
  if (Object.hasOwn(dayNames, days)) return `${dayRules[comparison]}:${dayNames[days]}`
  if (comparison === '>') return `after:${distanceOf(days)}`
  if (comparison === '>=') return `after:${distanceOf(days - 1)}`
  return `before_or_equal:${distanceOf(comparison === '<' ? days - 1 : days)}`
}

const dayNames: Readonly<Record<number, string>> = { [-1]: 'yesterday', 0: 'today', 1: 'tomorrow' }

function distanceOf(days: number): string {
  return dayNames[days] ?? `${days > 0 ? '+' : ''}${days} days`
}
