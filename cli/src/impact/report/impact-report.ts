import type { Impact } from '@bindery/sdk'
import { plain } from '../../output/life-picture/svg.ts'
import { money } from '../../output/money.ts'
import { signed } from '../bins.ts'
import {
  type ImpactResult,
  headlineOf,
  subjectOf,
  unpricedOf,
  wordsOf,
  wordsOfShare,
} from '../impact-result.ts'
import { type Heading, htmlTable, section, tile } from './html.ts'
import { drawGroups, drawHistogram, drawQuantiles } from './pictures.ts'
import { style } from './style.ts'

export interface ReportOf {
  readonly product: string
  readonly currency: string
}

/** The result of an impact analysis as a self-contained page, for decisions and for the records. */
export function impactReport(impact: Impact, of: ReportOf): string {
  const title = `${of.product}: impact of the new version`
  const inside = impact.result === null ? [] : partsOf(impact, impact.result, of)
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${plain(title)}</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>${plain(title)}</h1>
<p class="soft">${plain(summaryOf(impact))}</p>
${inside.filter((part) => part !== '').join('\n')}
<footer>Version ${plain(impact.product_version_id)} against ${plain(impact.live_version_id ?? 'nothing on sale')}, impact ${plain(impact.id)}, ${plain(impact.finished_at ?? '')}. Premiums are totals of a year or term. ${plain(wordsOf(impact).both)}</footer>
</main>
</body>
</html>
`
}

const number = (value: number) => new Intl.NumberFormat('en').format(value)

function summaryOf(impact: Impact): string {
  const count = impact.result?.count ?? 0
  return `${headlineOf(impact, count)}, ${count === 1 ? '' : 'each '}by its own answers.`
}

function partsOf(impact: Impact, result: ImpactResult, { currency }: ReportOf): string[] {
  if (result.count === 0) {
    return [
      `<p>There are no ${plain(subjectOf(impact))} of this product: nothing would change.</p>`,
    ]
  }
  const words = wordsOf(impact)
  const cents = (value: number) => money(value, currency)
  const unpriced = unpricedOf(result)
  const atMost = (percent: number) => (percent === 0 ? '' : `at most ${signed(percent)}`)
  return [
    `<div class="tiles">${[
      tile(
        capital(words.premiumBefore),
        cents(result.premium_before),
        unpriced === 0 ? '' : `of ${number(result.priced)} with a price`,
      ),
      tile(
        'By the new version',
        cents(result.premium_after),
        result.percent === null ? '' : signed(result.percent),
      ),
      tile('Rise', number(result.risen), atMost(result.greatest_rise_percent)),
      tile('Fall', number(result.fallen), atMost(result.greatest_fall_percent)),
      tile('Unchanged', number(result.unchanged)),
      tile(
        'Without a price',
        number(unpriced),
        unpriced === 0 ? '' : `${words.before} ${cents(result.premium_unpriced)}`,
      ),
    ].join('')}</div>`,
    section('How premiums change', spreadOf(result)),
    section('Distribution of the changes', quantilesOf(result)),
    section('Causes of the difference', sharesTable(result, cents, words)),
    ...result.groups.map(({ field, values }) =>
      section(`By ${field}`, drawGroups(values), groupsTable(field, values, cents, words)),
    ),
    section('Largest increases', extremes(result.rise_most, cents, words)),
    section('Largest decreases', extremes(result.fall_most, cents, words)),
    section('Declined by', causes('Knockout', result.knocked_out_by, words)),
    section('Answers refused by rules', causes('Field', result.refused_fields, words)),
    section('Failed calculations', causes('Place', result.failed_at, words)),
    section('Not in the new version', causes('What', result.not_sold_for, words)),
  ]
}

/** The histogram, or a sentence where there is nothing to draw. */
function spreadOf(result: ImpactResult): string {
  if (result.priced === 0) return '<p>The new version has no price for any of them.</p>'
  return drawHistogram(result) || '<p>No premium changes.</p>'
}

function quantilesOf(result: ImpactResult): string {
  return result.risen + result.fallen === 0 ? '' : drawQuantiles(result)
}

type Words = ReturnType<typeof wordsOf>
const capital = (word: string) => word.slice(0, 1).toUpperCase() + word.slice(1)
type Cents = (value: number) => string
const right = (name: string): Heading => ({ name, isNumber: true })

function extremes(all: ImpactResult['rise_most'], cents: Cents, words: Words): string {
  if (all.length === 0) return ''
  return htmlTable(
    [
      { name: capital(words.one), isName: true },
      right(capital(words.before)),
      right('New'),
      right('Difference'),
      right('Change'),
    ],
    all.map(({ name, premium_before: before, premium_after: after, percent }) => [
      name,
      cents(before),
      cents(after),
      difference(after - before, cents),
      percent === null ? '' : signed(percent),
    ]),
  )
}

function difference(more: number, cents: Cents): string {
  return `${more > 0 ? '+' : ''}${cents(more)}`
}

function sharesTable({ shares }: ImpactResult, cents: Cents, { many }: Words): string {
  if (shares === null || shares.length === 0) return ''
  return htmlTable(
    [{ name: 'What' }, right('Premium'), right(capital(many))],
    shares.map((one) => [wordsOfShare(one), difference(one.premium, cents), number(one.count)]),
  )
}

function causes(what: string, all: ImpactResult['failed_at'], { many }: Words): string {
  if (all.length === 0) return ''
  return htmlTable(
    [{ name: what }, right(capital(many)), { name: 'For example' }],
    all.map(({ cause, count, example }) => [cause, number(count), example]),
  )
}

function groupsTable(
  field: string,
  values: ImpactResult['groups'][number]['values'],
  cents: Cents,
  words: Words,
): string {
  return htmlTable(
    [
      { name: field },
      right(capital(words.many)),
      right(capital(words.before)),
      right('New'),
      right('Change'),
      right('Without a price'),
    ],
    values.map((one) => [
      one.value,
      number(one.count),
      cents(one.premium_before),
      cents(one.premium_after),
      one.percent === null ? '' : signed(one.percent),
      unpricedOf(one) === 0 ? '' : number(unpricedOf(one)),
    ]),
  )
}
