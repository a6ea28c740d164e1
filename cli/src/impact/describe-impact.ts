import { money } from '../output/money.ts'
import type { Paint } from '../output/paint.ts'
import { facts, table } from '../output/table.ts'
import type { Impact } from '../sdk.ts'
import { binsOf, nameOfBin, signed } from './bins.ts'
import {
  type Counts,
  type ImpactResult,
  subjectOf,
  unpricedOf,
  wordsOfShare,
} from './impact-result.ts'

const barLength = 40

interface Showing {
  readonly currency: string
  readonly paint: Paint
}

/** What an impact found, as a person reads it in a terminal. */
export function describeImpact(impact: Impact, showing: Showing): string[] {
  const { result } = impact
  if (result === null) return []
  const what = subjectOf(impact)
  if (result.count === 0) {
    return [`There are no ${what} of this product in this mode: nothing would change.`]
  }
  const { paint } = showing
  return [
    paint.bold(`${number(result.count)} ${what} on ${impact.day}`),
    '',
    ...facts(factsOf(result, showing), paint),
    ...section('How the premium changes', histogram(result, paint), paint),
    ...section('Quantiles', quantiles(result, paint), paint),
    ...section('What it comes from', shares(result, showing), paint),
    ...section('Rise most', extremes(result.rise_most, showing), paint),
    ...section('Fall most', extremes(result.fall_most, showing), paint),
    ...section('Declined by', causes(result.knocked_out_by, paint), paint),
    ...section('Answers that rules refuse', causes(result.refused_fields, paint), paint),
    ...section('Calculations that fail', causes(result.failed_at, paint), paint),
    ...section('Not in the draft', causes(result.not_sold_for, paint), paint),
    ...result.groups.flatMap(({ field, values }) =>
      section(`By ${field}`, groups(field, values, showing), paint),
    ),
  ]
}

function factsOf(result: ImpactResult, { currency, paint }: Showing): [string, string][] {
  const { premium_before: before, premium_after: after, percent } = result
  const unpriced = unpricedOf(result)
  return [
    ['premium today', money(before, currency)],
    ['by the draft', `${money(after, currency)}${percent === null ? '' : `  ${signed(percent)}`}`],
    ['rise', number(result.risen)],
    ['fall', number(result.fallen)],
    ['stay the same', number(result.unchanged)],
    [
      'without a price',
      unpriced === 0
        ? '0'
        : `${paint.yellow(number(unpriced))} (today ${money(result.premium_unpriced, currency)}): ` +
          `${result.knocked_out} declined, ${result.refused} refused, ${result.failed} failed, ` +
          `${result.not_sold} not sold`,
    ],
  ]
}

function histogram(result: ImpactResult, paint: Paint): string[] {
  const bins = binsOf(result)
  const rows = [
    ...bins.map((bin) => ({ name: nameOfBin(bin), count: bin.count })),
    ...(result.unchanged === 0 ? [] : [{ name: 'the same', count: result.unchanged }]),
  ]
  const most = Math.max(1, ...rows.map(({ count }) => count))
  return table(
    ['change', '', 'policies'],
    rows.map(({ name, count }) => [
      name,
      paint.cyan(bar((count / most) * barLength)),
      number(count),
    ]),
    paint,
  )
}

const eighths = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉']

/** As long as it says, to an eighth of a letter. */
function bar(length: number): string {
  const whole = Math.floor(length)
  const rest = eighths[Math.floor((length - whole) * 8)] ?? ''
  const drawn = '█'.repeat(whole) + rest
  return drawn === '' && length > 0 ? '▏' : drawn
}

function quantiles({ quantiles: all, ...result }: ImpactResult, paint: Paint): string[] {
  if (all.length === 0) return []
  return table(
    ['least', ...all.map(({ share }) => `${share} %`), 'most'],
    [
      [
        signed(result.greatest_fall_percent),
        ...all.map(({ percent }) => signed(percent)),
        signed(result.greatest_rise_percent),
      ],
    ],
    paint,
  )
}

const sharesShown = 15

function shares({ shares: all }: ImpactResult, { currency, paint }: Showing): string[] {
  if (all === null || all.length === 0) return []
  const rest = all.slice(sharesShown)
  return [
    ...table(
      ['premium', 'what', 'policies'],
      all
        .slice(0, sharesShown)
        .map((one) => [difference(one.premium, currency), wordsOfShare(one), number(one.count)]),
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

function extremes(all: ImpactResult['rise_most'], { currency, paint }: Showing): string[] {
  if (all.length === 0) return []
  return table(
    ['policy', 'today', 'by the draft', 'change', ''],
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
  return `${more > 0 ? '+' : '-'}${money(Math.abs(more), currency)}`
}

function causes(all: ImpactResult['failed_at'], paint: Paint): string[] {
  if (all.length === 0) return []
  return table(
    ['what', 'policies', 'for example'],
    all.map(({ cause, count, example }) => [cause, number(count), example]),
    paint,
  )
}

function groups(
  field: string,
  values: readonly (Counts & { readonly value: string })[],
  { currency, paint }: Showing,
): string[] {
  return table(
    [field, 'policies', 'today', 'by the draft', 'change', 'without a price'],
    values.map((one) => [
      one.value,
      number(one.count),
      money(one.premium_before, currency),
      money(one.premium_after, currency),
      one.percent === null ? '' : signed(one.percent),
      unpricedOf(one) === 0 ? '' : paint.yellow(number(unpricedOf(one))),
    ]),
    paint,
  )
}

function section(title: string, lines: readonly string[], paint: Paint): string[] {
  return lines.length === 0 ? [] : ['', paint.bold(title), ...lines]
}

function number(value: number): string {
  return new Intl.NumberFormat('en').format(value)
}
