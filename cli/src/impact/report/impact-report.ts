import { plain } from '../../output/life-picture/svg.ts'
import { money } from '../../output/money.ts'
import type { Impact } from '../../sdk.ts'
import { signed } from '../bins.ts'
import { type ImpactResult, subjectOf, unpricedOf, wordsOfShare } from '../impact-result.ts'
import { type Heading, htmlTable, section, tile } from './html.ts'
import { drawGroups, drawHistogram, drawQuantiles } from './pictures.ts'
import { style } from './style.ts'

export interface ReportOf {
  readonly product: string
  readonly currency: string
}

/** An impact as one page that stands alone: for whoever decides, and for the file. */
export function impactReport(impact: Impact, of: ReportOf): string {
  const title = `${of.product}: what the new version would do`
  const inside = impact.result === null ? [] : partsOf(impact.result, of)
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
<p class="soft">${plain(told(impact))}</p>
${inside.filter((part) => part !== '').join('\n')}
<footer>Version ${plain(impact.product_version_id)} against ${plain(impact.live_version_id ?? 'nothing on sale')}, impact ${plain(impact.id)}, ${plain(impact.finished_at ?? '')}. Premiums are of all payments of a year or term. Before is the premium that was sold, after is the new version with the same answers on the same day.</footer>
</main>
</body>
</html>
`
}

const number = (value: number) => new Intl.NumberFormat('en').format(value)

function told(impact: Impact): string {
  const count = impact.result?.count ?? 0
  return `${number(count)} ${subjectOf(impact)} on ${impact.day}, each by its own answers.`
}

function partsOf(result: ImpactResult, { currency }: ReportOf): string[] {
  if (result.count === 0) return ['<p>There is nothing to price: the book is empty.</p>']
  const cents = (value: number) => money(value, currency)
  const unpriced = unpricedOf(result)
  return [
    `<div class="tiles">${[
      tile('Premium today', cents(result.premium_before)),
      tile(
        'By the new version',
        cents(result.premium_after),
        result.percent === null ? '' : signed(result.percent),
      ),
      tile('Rise', number(result.risen), `at most ${signed(result.greatest_rise_percent)}`),
      tile('Fall', number(result.fallen), `at most ${signed(result.greatest_fall_percent)}`),
      tile('Stay the same', number(result.unchanged)),
      tile(
        'Without a price',
        number(unpriced),
        unpriced === 0 ? '' : `today ${cents(result.premium_unpriced)}`,
      ),
    ].join('')}</div>`,
    section('How premiums change', drawHistogram(result)),
    section(
      'Where most of them lie',
      drawQuantiles(result),
      '<p class="soft">The box holds the middle half of all changes, the line nine of ten.</p>',
    ),
    section('What it comes from', sharesTable(result, cents)),
    ...result.groups.map(({ field, values }) =>
      section(`By ${field}`, drawGroups(values), groupsTable(field, values, cents)),
    ),
    `<div class="pair">${section('Rise most', extremes(result.rise_most, cents))}${section(
      'Fall most',
      extremes(result.fall_most, cents),
    )}</div>`,
    section('Declined by', causes('Knockout', result.knocked_out_by)),
    section('Answers that rules refuse', causes('Field', result.refused_fields)),
    section('Calculations that fail', causes('Place', result.failed_at)),
    section('Not in the new version', causes('What', result.not_sold_for)),
  ]
}

type Cents = (value: number) => string
const right = (name: string): Heading => ({ name, isNumber: true })

function extremes(all: ImpactResult['rise_most'], cents: Cents): string {
  if (all.length === 0) return ''
  return htmlTable(
    [{ name: 'Policy' }, right('Today'), right('New'), right('Change')],
    all.map(({ name, premium_before: before, premium_after: after, percent }) => [
      name,
      cents(before),
      cents(after),
      percent === null ? '' : signed(percent),
    ]),
  )
}

function sharesTable({ shares }: ImpactResult, cents: Cents): string {
  if (shares === null || shares.length === 0) return ''
  return htmlTable(
    [{ name: 'What' }, right('Premium'), right('Policies')],
    shares.map((one) => [
      wordsOfShare(one),
      `${one.premium > 0 ? '+' : ''}${cents(one.premium)}`,
      number(one.count),
    ]),
  )
}

function causes(what: string, all: ImpactResult['failed_at']): string {
  if (all.length === 0) return ''
  return htmlTable(
    [{ name: what }, right('Policies'), { name: 'For example' }],
    all.map(({ cause, count, example }) => [cause, number(count), example]),
  )
}

function groupsTable(
  field: string,
  values: ImpactResult['groups'][number]['values'],
  cents: Cents,
): string {
  return htmlTable(
    [
      { name: field },
      right('Policies'),
      right('Today'),
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
