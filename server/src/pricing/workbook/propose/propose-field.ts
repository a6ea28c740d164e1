import type { CellStyle, CellValue, WorkbookProblem } from '@bindery/spreadsheet'
import type { Calendar } from '@bindery/spreadsheet/formulas'
import { getFormatInfo } from 'numfmt'
import { type FieldType, isOf, type PlainValue, type Finding, show } from './constraint.ts'
import { writeRules } from './write-rules.ts'

/** An answer as the workbook asks for it, with the rules that it seems to have. */
export interface ProposedField {
  readonly name: string
  /** Such as `Calculator!C8`. */
  readonly place: string
  /** The rule string. */
  readonly validation: string
  /** Where each rule comes from, as sentences. */
  readonly reasons: readonly string[]
  readonly type: FieldType | null
  /** The value of the cell as an answer; null for a blank. */
  readonly saved: PlainValue | null
  /** The cell as formulas name it, such as `'Quote'!$B$3`. */
  readonly reference: string
  /** The value of the cell, with days as numbers; null for a blank. */
  readonly cellValue: PlainValue | null
  /** True for a fraction that the workbook shows in per cent: 0.02 is 2 %. */
  readonly isPercent: boolean
  readonly label: string | null
  readonly help: string | null
}

export interface InferredField {
  readonly name: string
  readonly place: string
  readonly reference: string
  readonly value: CellValue
  readonly style: CellStyle | null
  readonly findings: readonly Finding[]
  /** Whether the answer must be given, and who says so; false is left to the workbook. */
  readonly required: { readonly is: boolean; readonly reason: string }
  readonly label: string | null
  readonly help: string | null
}

/** Turns the findings about an input into a rule string with its reasons. */
export function proposeField(
  inferred: InferredField,
  calendar: Calendar,
): { readonly field: ProposedField; readonly notices: readonly WorkbookProblem[] } {
  const { name, place, reference, required, label, help } = inferred
  const value = typeof inferred.value === 'object' ? null : inferred.value
  const fitting = inferred.findings.filter((finding) => misfitOf(finding, value) === null)
  const misfits = inferred.findings.flatMap((finding) => describeMisfit(finding, value, place))
  const { type, reason } = typeOf(inferred, value, fitting)
  const written = writeRules(type, fitting, place, calendar)
  const isPercent = type === 'numeric' && isShownInPercent(inferred.style)
  const parts = [
    ...(type === null ? [] : [{ rule: type, reason }]),
    ...(required.is ? [{ rule: 'required', reason: required.reason }] : []),
    ...written.rules,
    ...(isPercent ? percentBounds(written.rules, value, place) : []),
  ]
  return {
    field: {
      name,
      place,
      validation: parts.map(({ rule }) => rule).join('|'),
      reasons: [...reasonsOf(parts), ...(required.is ? [] : [`Not required: ${required.reason}.`])],
      type,
      saved: answerOf(value, type, calendar),
      reference,
      cellValue: value === '' ? null : value,
      isPercent,
      label,
      help,
    },
    notices: [
      ...(type === null ? [unclear(name, place)] : []),
      ...misfits,
      ...doubtsOf(inferred, value, type, written.rules.length + misfits.length > 0),
      ...written.notices,
    ],
  }
}

function isShownInPercent(style: CellStyle | null): boolean {
  return style !== null && getFormatInfo(style.format).isPercent
}

/** From 0 to 100 %, on the sides where nothing else bounds the answer. */
function percentBounds(
  rules: readonly { readonly rule: string }[],
  value: PlainValue | null,
  place: string,
): { rule: string; reason: string }[] {
  const isBounded = (names: RegExp) => rules.some(({ rule }) => names.test(rule))
  const reason = `the number format of ${place} is per cent`
  const saved = typeof value === 'number' ? value : 0
  return [
    ...(isBounded(/^(in|min|gt|gte|between|size):/) || saved < 0
      ? []
      : [{ rule: 'min:0', reason }]),
    ...(isBounded(/^(in|max|lt|lte|between|size):/) || saved > 1
      ? []
      : [{ rule: 'max:1', reason }]),
  ]
}

/** Rules with one reason stand together: `integer, min:18: data validation of Calculator!C8.` */
function reasonsOf(parts: readonly { rule: string; reason: string }[]): string[] {
  const byReason = Map.groupBy(parts, ({ reason }) => reason)
  return [...byReason].map(
    ([reason, rules]) => `${rules.map(({ rule }) => shortened(rule)).join(', ')}: ${reason}.`,
  )
}

function shortened(rule: string): string {
  return /^(not_)?in:/.test(rule) ? rule.slice(0, rule.indexOf(':')) : rule
}

/** A finding about texts does not concern an answer that is a number. */
function misfitOf({ constraints }: Finding, value: PlainValue | null): FieldType | null {
  if (value === null || value === '') return null
  const asked = constraints.flatMap((one) => (one.kind === 'type' ? [one.type] : []))
  return asked.find((type) => !isOf(type, value)) ?? null
}

/** The author of the workbook wrote it, so a notice says that it is not taken. */
function describeMisfit(
  finding: Finding,
  value: PlainValue | null,
  place: string,
): WorkbookProblem[] {
  const asked = misfitOf(finding, value)
  if (asked === null || value === null) return []
  const kind = kinds[asked]
  return [
    {
      place,
      message: `The saved value ${show(value)} is not a ${kind}, so a rule is not taken: ${finding.reason}.`,
      fix: `Write a ${kind} there, in a cell that is ${asked === 'string' ? '' : 'not '}formatted as text. Where other answers are meant too, check them in the valid column.`,
    },
  ]
}

const kinds: Readonly<Record<FieldType, string>> = {
  integer: 'whole number',
  numeric: 'number',
  string: 'text',
  boolean: 'truth value',
  iso_date: 'day',
}

function typeOf(
  { name, place, style }: InferredField,
  value: PlainValue | null,
  findings: readonly Finding[],
): { readonly type: FieldType | null; readonly reason: string } {
  const typed = findings.flatMap(({ constraints, reason }) =>
    constraints.flatMap((constraint) =>
      constraint.kind === 'type' ? [{ type: constraint.type, reason }] : [],
    ),
  )
  const day = typed.find(({ type }) => type === 'iso_date')
  if (day !== undefined) return day
  const format = style === null ? null : getFormatInfo(style.format)
  if (
    format?.isDate === true &&
    format.type !== 'time' &&
    (value === null || typeof value === 'number')
  ) {
    return { type: 'iso_date', reason: `the number format of ${place}` }
  }
  const integer = typed.find(({ type }) => type === 'integer')
  const [firstTyped] = typed
  if (integer !== undefined) return integer
  if (firstTyped !== undefined && firstTyped.type !== 'numeric') return firstTyped
  const listed = typeOfChoices(findings, value)
  if (listed !== null) return listed
  const seen = typeOfValue(name, place, value, format)
  return seen.type === null && firstTyped !== undefined ? firstTyped : seen
}

/** Of a list with several kinds the one that stands in the cell, else that of most of its values. */
function typeOfChoices(
  findings: readonly Finding[],
  saved: PlainValue | null,
): { readonly type: FieldType; readonly reason: string } | null {
  for (const { constraints, reason } of findings) {
    for (const constraint of constraints) {
      if (constraint.kind !== 'choices') continue
      const kinds = Map.groupBy(constraint.values, (value) => typeof value)
      const [most = []] = [...kinds.values()].toSorted((one, other) => other.length - one.length)
      const own = saved === null ? undefined : kinds.get(typeof saved)
      return { type: typeOfAll(own ?? most), reason }
    }
  }
  return null
}

function typeOfAll(values: readonly PlainValue[]): FieldType {
  const [first] = values
  if (typeof first === 'string') return 'string'
  if (typeof first === 'boolean') return 'boolean'
  return values.every((value) => Number.isInteger(value)) ? 'integer' : 'numeric'
}

const dayName = /(^|_)(date|day|birthday|dob)$/
/** Days from 1920 to 2173: other numbers under such a name are none. */
const dayNumbers = { first: 7306, last: 100_000 }

function typeOfValue(
  name: string,
  place: string,
  value: PlainValue | null,
  format: ReturnType<typeof getFormatInfo> | null,
): { readonly type: FieldType | null; readonly reason: string } {
  const seen = `what stands in ${place}`
  if (typeof value === 'boolean') return { type: 'boolean', reason: seen }
  if (typeof value === 'string' && value !== '') return { type: 'string', reason: seen }
  if (typeof value !== 'number') {
    return { type: format?.isText === true ? 'string' : null, reason: `the format of ${place}` }
  }
  const { first, last } = dayNumbers
  if (dayName.test(name) && Number.isInteger(value) && value >= first && value <= last) {
    return { type: 'iso_date', reason: `its name, and ${seen}` }
  }
  const showsWhole =
    format !== null && wholeKinds.has(format.type) && format.maxDecimals === 0 && !format.isPercent
  return showsWhole && Number.isInteger(value)
    ? { type: 'integer', reason: `the number format of ${place}` }
    : {
        type: 'numeric',
        reason: format?.isPercent === true ? `${seen}, shown in per cent: 0.1 is 10 %` : seen,
      }
}

const wholeKinds: ReadonlySet<string> = new Set(['number', 'grouped', 'currency'])

/** Notices about inputs that may be meant in another way. */
function doubtsOf(
  { name, place, style }: InferredField,
  value: PlainValue | null,
  type: FieldType | null,
  hasRules: boolean,
): WorkbookProblem[] {
  const format = style === null ? null : getFormatInfo(style.format)
  if (format?.type === 'time' && typeof value === 'number') {
    return [
      {
        place,
        message: `${name} is shown as a time of day, which no rule has; it is asked for as a number, the part of a day.`,
        fix: 'Ask for hours or minutes as a number, and let a formula make a time of it.',
      },
    ]
  }
  const isNumberInText = typeof value === 'string' && /^\s*[+-]?\d+([.,]\d+)?\s*$/.test(value)
  if (type !== 'string' || !isNumberInText || hasRules || format?.isText === true) return []
  return [
    {
      place,
      message: `The saved value of ${name} is a number written as text; it is asked for as a text.`,
      fix: 'Write it as a number, or format the cell as text where a text is meant.',
    },
  ]
}

function unclear(name: string, place: string): WorkbookProblem {
  return {
    place,
    message: `The workbook does not say what kind of answer ${name} is: the cell is blank and has no data validation. No type is proposed.`,
    fix: 'Write a value to try it with, or give the cell data validation.',
  }
}

function answerOf(
  value: PlainValue | null,
  type: FieldType | null,
  calendar: Calendar,
): PlainValue | null {
  if (value === '') return null
  if (type !== 'iso_date' || typeof value !== 'number') return value
  return calendar.isoOfSerial(value)
}
