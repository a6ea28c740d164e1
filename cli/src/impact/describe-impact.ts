import type { Impact } from '@bindery/sdk'
import { money } from '../output/money.ts'
import type { Paint } from '../output/paint.ts'
import { facts, table, tableOfWords } from '../output/table.ts'
import { binsOf, endsOf, nameOfBin, signed } from './bins.ts'
import {
  type Counts,
  type ImpactResult,
  headlineOf,
  subjectOf,
  unpricedOf,
  wordsOf,
  wordsOfShare,
} from './impact-result.ts'

const barLength = 40

interface Showing {
  readonly currency: string
  readonly paint: Paint
}

interface ShownImpact extends Showing {
  readonly words: ReturnType<typeof wordsOf>
}

/** The result of an impact analysis, for a terminal. */
export function describeImpact(impact: Impact, showing: Showing): string[] {
  const { result } = impact
  if (result === null) return []
  if (result.count === 0) {
    return [`There are no ${subjectOf(impact)} in this mode: nothing would change.`]
  }
  const { paint } = showing
  const shown = { ...showing, words: wordsOf(impact) }
  return [
    paint.bold(headlineOf(impact, result.count)),
    '',
    ...facts(factsOf(result, shown), paint),
    ...section('How the premium changes', histogram(result, shown), paint),
    ...section('Quantiles', quantiles(result, paint), paint),
    ...section('Causes of the difference', shares(result, shown), paint),
    ...section('Largest increases', extremes(result.rise_most, shown), paint),
    ...section('Largest decreases', extremes(result.fall_most, shown), paint),
    ...section('Declined by', causes(result.knocked_out_by, shown), paint),
    ...section('Answers refused by rules', causes(result.refused_fields, shown), paint),
    ...section('Failed calculations', causes(result.failed_at, shown), paint),
    ...section('Not in the draft', causes(result.not_sold_for, shown), paint),
    ...result.groups.flatMap(({ field, values }) =>
      section(`By ${field}`, groups(field, values, shown), paint),
    ),
  ]
}

function factsOf(
  result: ImpactResult,
  { currency, paint, words }: ShownImpact,
): [string, string][] {
  const { premium_before: before, premium_after: after, percent } = result
  const unpriced = unpricedOf(result)
  const counts = { ...result, declined: result.knocked_out, 'not sold': result.not_sold }
  const lost = (['declined', 'refused', 'failed', 'not sold'] as const).flatMap((how) =>
    counts[how] === 0 ? [] : [`${number(counts[how])} ${how}`],
  )
  // Both sums cover the same policies; those without a new price are counted separately.
  const of = unpriced === 0 ? '' : `  of ${number(result.priced)} with a price`
  return [
    [words.premiumBefore, `${money(before, currency)}${of}`],
    ['by the draft', `${money(after, currency)}${percent === null ? '' : `  ${signed(percent)}`}`],
    ['rise', number(result.risen)],
    ['fall', number(result.fallen)],
    ['unchanged', number(result.unchanged)],
    [
      'without a price',
      unpriced === 0 ? '0' : `${paint.yellow(number(unpriced))}: ${lost.join(', ')}`,
    ],
    ...(unpriced === 0
      ? []
      : [
          [`  ${words.before}`, money(result.premium_unpriced, currency)] satisfies [
            string,
            string,
          ],
        ]),
  ]
}

function histogram(result: ImpactResult, { paint, words }: ShownImpact): string[] {
  const bins = binsOf(result)
  const rows = [
    ...bins.map((bin) => ({ name: nameOfBin(bin), count: bin.count })),
    ...(result.unchanged === 0 ? [] : [{ name: 'the same', count: result.unchanged }]),
  ]
  if (rows.length === 0) return []
  const most = Math.max(1, ...rows.map(({ count }) => count))
  return table(
    ['change', '', words.many],
    rows.map(({ name, count }) => [
      name,
      paint.cyan(bar((count / most) * barLength)),
      number(count),
    ]),
    paint,
  )
}

const eighths = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉']

/** A bar of the given length, to an eighth of a character. */
function bar(length: number): string {
  const whole = Math.floor(length)
  const rest = eighths[Math.floor((length - whole) * 8)] ?? ''
  const drawn = '█'.repeat(whole) + rest
  return drawn === '' && length > 0 ? '▏' : drawn
}

/** So many beside each other. */
const quantilesInRow = 6

function quantiles(result: ImpactResult, paint: Paint): string[] {
  const { quantiles: all } = result
  if (all.length === 0) return []
  const { least, most } = endsOf(result)
  const cells: [string, string][] = [
    ['least', signed(least)],
    ...all.map(({ share, percent }): [string, string] => [`${share} %`, signed(percent)]),
    ['most', signed(most)],
  ]
  const inRows = [cells.slice(0, quantilesInRow), cells.slice(quantilesInRow)]
  return inRows.flatMap((row) =>
    table(
      row.map(([name]) => name),
      [row.map(([, percent]) => percent)],
      paint,
    ),
  )
}

const sharesShown = 15

function shares({ shares: all }: ImpactResult, { currency, paint, words }: ShownImpact): string[] {
  if (all === null || all.length === 0) return []
  const rest = all.slice(sharesShown)
  return [
    ...tableOfWords(
      ['premium', words.many, 'what'],
      all
        .slice(0, sharesShown)
        .map((one) => [difference(one.premium, currency), number(one.count), wordsOfShare(one)]),
      paint,
    ),
    ...(rest.length === 0
      ? []
      : [
          paint.dim(
            `and ${rest.length} more: ${difference(
              rest.reduce((sum, { premium }) => sum + premium, 0),
              currency,
            )}`,
          ),
        ]),
  ]
}

function extremes(
  all: ImpactResult['rise_most'],
  { currency, paint, words }: ShownImpact,
): string[] {
  if (all.length === 0) return []
  return table(
    [words.one, words.before, 'by the draft', 'change', ''],
    all.map(({ name, premium_before: before, premium_after: after, percent }) => [
      name,
      money(before, currency),
      money(after, currency),
      difference(after - before, currency),
      percent === null ? '' : signed(percent),
    ]),
    paint,
  )
}

function difference(more: number, currency: string): string {
  return `${more > 0 ? '+' : more < 0 ? '-' : ''}${money(Math.abs(more), currency)}`
}

function causes(all: ImpactResult['failed_at'], { paint, words }: ShownImpact): string[] {
  if (all.length === 0) return []
  return tableOfWords(
    [words.many, 'what', 'for example'],
    all.map(({ cause, count, example }) => [number(count), cause, example]),
    paint,
  )
}

/** A value is a heading here, so it is shortened; the report, the rows and --json have it in full. */
const valueLetters = 24

function groups(
  field: string,
  values: readonly (Counts & { readonly value: string })[],
  { currency, paint, words }: ShownImpact,
): string[] {
  const shown = (value: string) =>
    value.length <= valueLetters ? value : `${value.slice(0, valueLetters - 1)}…`
  const hasLost = values.some((one) => unpricedOf(one) > 0)
  return table(
    [
      shown(field),
      words.many,
      words.before,
      'by the draft',
      'change',
      ...(hasLost ? ['no price'] : []),
    ],
    values.map((one) => [
      shown(one.value),
      number(one.count),
      bare(one.premium_before, currency),
      bare(one.premium_after, currency),
      one.percent === null ? '' : signed(one.percent),
      ...(unpricedOf(one) === 0 ? [] : [paint.yellow(number(unpricedOf(one)))]),
    ]),
    paint,
  )
}

/** Without the currency, which the first lines show. */
function bare(amount: number, currency: string): string {
  return money(amount, currency).replace(/ [A-Z]+$/, '')
}

function section(title: string, lines: readonly string[], paint: Paint): string[] {
  return lines.length === 0 ? [] : ['', paint.bold(title), ...lines]
}

function number(value: number): string {
  return new Intl.NumberFormat('en').format(value)
}
