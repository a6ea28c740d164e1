import { operators } from './dates.ts'
import { engine } from './engines/engines.ts'
import { dayNumber, isTimestamp, readPhrase } from './moments.ts'
import { isCount, isNumber } from './number-text.ts'
import { isReference } from './locations.ts'
import type { ArgumentKind, ArgumentList, Complaint } from './rule-spec.ts'
import { readYear } from './years.ts'

/** The problems of a rule's arguments that can be found without other rules. */
export function complaintsAbout(
  rule: string,
  args: readonly string[],
  list: ArgumentList,
): Complaint[] {
  const kinds = kindsFor(args.length, list)
  if (kinds === null) {
    return [
      {
        message: `\`${rule}\` does not take ${count(args.length)}.`,
        fix: `Write it as \`${writeUsage(rule, list)}\`.`,
      },
    ]
  }
  return args.flatMap((argument, at) => complaintAbout(argument, kinds[at] ?? 'value') ?? [])
}

/** The kind of each argument, or null when there are too few or too many. */
function kindsFor(length: number, list: ArgumentList): readonly ArgumentKind[] | null {
  const { first = [], optional = [], rest = [] } = list
  const kinds = [...first]
  if (length > kinds.length) kinds.push(...optional)
  while (rest.length > 0 && kinds.length < length) kinds.push(...rest)
  return kinds.length === length ? kinds : null
}

function count(length: number): string {
  if (length === 0) return 'no arguments'
  return length === 1 ? 'one argument' : `${length} arguments`
}

export function writeUsage(
  rule: string,
  { first = [], optional = [], rest = [] }: ArgumentList,
): string {
  const parts = first.map((kind) => `<${kind}>`)
  if (optional.length > 0) parts.push(`[${optional.map((kind) => `<${kind}>`).join()}]`)
  if (rest.length > 0) parts.push(`[${rest.map((kind) => `<${kind}>`).join()}...]`)
  return parts.length === 0 ? rule : `${rule}:${parts.join()}`
}

function complaintAbout(argument: string, kind: ArgumentKind): Complaint | null {
  if (argument === '') {
    return { message: 'An argument is empty.', fix: 'Write a value or remove the extra comma.' }
  }
  if (kind === 'pattern') {
    const pattern = engine('pattern').read(argument)
    return 'message' in pattern ? pattern : null
  }
  const { fits, fix } = readers[kind]
  return fits(argument) ? null : { message: `\`${argument}\` is not ${names[kind]}.`, fix }
}

const names: Readonly<Record<ArgumentKind, string>> = {
  value: 'a value',
  number: 'a number',
  count: 'a whole number',
  divisor: 'a number to divide by',
  field: 'the name of a field',
  'number or field': 'a number or the name of a field',
  pattern: 'a pattern',
  date: 'a date, a phrase for one, or the name of a field',
  operator: 'an operator',
  year: 'a year, a phrase for one, or the name of a field',
  'phone country': 'a country whose telephone numbers are known',
  'postal country': 'a country whose postal codes are known',
  dataset: 'the key or id of a dataset',
  'dataset field': 'the name of a field',
}

interface Reader {
  readonly fits: (argument: string) => boolean
  readonly fix: string
}

const nameField = 'Name a field, such as `start` or `data.start`.'
const nameCountry = 'Use a code of two capitals, such as `CH`.'

const readers: Readonly<Record<Exclude<ArgumentKind, 'pattern'>, Reader>> = {
  value: { fits: () => true, fix: '' },
  number: { fits: isNumber, fix: 'Write digits, such as `20`, `-5` or `0.5`.' },
  count: { fits: isCount, fix: 'Write digits, such as `4`.' },
  divisor: {
    fits: (text) => isNumber(text) && Number(text) > 0,
    fix: 'Write a number above zero, such as `100`.',
  },
  field: { fits: isReference, fix: nameField },
  'number or field': { fits: (text) => isNumber(text) || isReference(text), fix: nameField },
  date: {
    fits: isDateReference,
    fix: 'Write `today`, `yesterday`, `tomorrow`, `+18 months`, `18 years ago`, a date such as `2027-01-01`, or a field such as `data.start`.',
  },
  operator: {
    fits: (text) => Object.hasOwn(operators, text),
    fix: `Use one of ${Object.keys(operators).join(' ')}.`,
  },
  year: {
    fits: (text) => readYear(text) !== null || isReference(text),
    fix: 'Write `this year`, `last year`, `18 years ago`, a year such as `2027`, or a field.',
  },
  'phone country': { fits: (text) => engine('phone').isCountry(text), fix: nameCountry },
  'postal country': { fits: (text) => engine('postal').isCountry(text), fix: nameCountry },
  dataset: { fits: () => true, fix: '' },
  'dataset field': { fits: () => true, fix: '' },
}

/** A text that begins like a date and is none is a mistake, not the name of a field. */
function isDateReference(text: string): boolean {
  if (readPhrase(text) !== null || isTimestamp(text)) return true
  return /^\d{4}-/.test(text) ? !Number.isNaN(dayNumber(text)) : isReference(text)
}
