import type { ExplainedPrice } from '@bindery/sdk'
import { money } from './money.ts'
import type { Paint } from './paint.ts'
import { describeError } from './price.ts'
import { table } from './table.ts'

type Varied = NonNullable<ExplainedPrice['varied']>
type Row = Varied['rows'][number]

interface Showing {
  readonly currency: string
  readonly paint: Paint
  /** The answers as they were given. */
  readonly given: Readonly<Record<string, unknown>>
}

/** As wide as a terminal usually is. */
const columnsMax = 8

/** The price of each combination: a matrix for two answers, else a list. */
export function describeVaried(
  priced: Pick<ExplainedPrice, 'outcome' | 'result'>,
  { fields, rows }: Varied,
  showing: Showing,
): string[] {
  const [down, across] = fields
  const isSquare = fields.length === 2 && (across?.values.length ?? 0) <= columnsMax
  return [
    ...fields.map(({ name, from }) => showing.paint.dim(`${name}: ${from}`)),
    '',
    ...(isSquare && down !== undefined && across !== undefined
      ? square(down, across, rows, showing)
      : list(fields, rows, priced, showing)),
    ...(rows.some((row) => isGiven(row, showing)) ? ['', '* as answered'] : []),
  ]
}

function square(
  down: Varied['fields'][number],
  across: Varied['fields'][number],
  rows: readonly Row[],
  showing: Showing,
): string[] {
  const width = across.values.length
  return table(
    [`${down.name} \\ ${across.name}`, ...across.values.map(show)],
    down.values.map((value, at) => [
      showing.paint.bold(show(value)),
      ...rows.slice(at * width, (at + 1) * width).map((row) => marked(row, showing)),
    ]),
    showing.paint,
  )
}

function list(
  fields: Varied['fields'],
  rows: readonly Row[],
  priced: Pick<ExplainedPrice, 'outcome' | 'result'>,
  showing: Showing,
): string[] {
  const asked = grossOf(priced)
  return table(
    [...fields.map(({ name }) => name), 'to pay', ...(asked === null ? [] : ['difference'])],
    rows.map((row) => {
      const gross = grossOf(row)
      const more = asked === null || gross === null ? null : gross - asked
      return [
        ...fields.map(({ name }) => show(row.values[name])),
        marked(row, showing),
        more === null ? '' : difference(more, showing.currency),
      ]
    }),
    showing.paint,
  )
}

function difference(more: number, currency: string): string {
  if (more === 0) return 'the same'
  return `${more > 0 ? '+' : '-'}${money(Math.abs(more), currency)}`
}

function marked(row: Row, showing: Showing): string {
  return isGiven(row, showing) ? `${outcomeOf(row, showing)} *` : outcomeOf(row, showing)
}

function outcomeOf(row: Row, { currency, paint }: Showing): string {
  const gross = grossOf(row)
  if (gross !== null) return money(gross, currency)
  const result: { code?: unknown; place?: unknown } = Object(row.result)
  if (row.outcome === 'knockout') return paint.yellow(`declined (${String(result.code)})`)
  if (row.outcome === 'failed') return paint.red(`failed at ${String(result.place)}`)
  const errors = Array.isArray(row.result) ? row.result.map(describeError) : []
  return paint.red(`refused: ${errors.join(' ')}`)
}

function grossOf({ outcome, result }: Pick<ExplainedPrice, 'outcome' | 'result'>): number | null {
  return outcome === 'priced' ? Number(Object(result).gross_payment_amount) : null
}

/** Whether the combination is that of the given answers. */
function isGiven({ values }: Row, { given }: Showing): boolean {
  return Object.entries(values).every(
    ([name, value]) => (answerAt(given, name.split('.')) ?? null) === value,
  )
}

function answerAt(data: unknown, [step, ...rest]: readonly string[]): unknown {
  return step === undefined ? data : answerAt(Object(data)[step], rest)
}

function show(value: unknown): string {
  if (value === null || value === undefined) return '(none)'
  return typeof value === 'string' ? value : JSON.stringify(value)
}
