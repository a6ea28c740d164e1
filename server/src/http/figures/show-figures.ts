import type { Static } from 'typebox'
import { timestamp } from '../../kernel/index.ts'
import {
  type Grouping,
  type SummedFigure,
  groupings,
  selectProgress,
  sumFigures,
} from '../../figures/index.ts'
import { callerOf } from '../access/access.ts'
import { dayErrors, dayParameters, readDays } from '../accounting/days.ts'
import type { App, HttpDeps } from '../deps.ts'
import { tooLongParameter, wrongParameter } from '../query/reasons.ts'
import { filter, filterLengthMax, given, productIdOf, scopeOf } from '../query/sale-filters.ts'
import { amount, flag, named, orNull, text, textOrNull, timestampOrNull } from '../wire/schema.ts'
import { Type } from '../wire/type.ts'
import { figuresExample } from './examples.ts'

const count = (description: string) => Type.Integer({ description })
const rate = (description: string) => orNull(Type.Number({ description }), description)

export const figuresSchema = Type.Object(
  {
    from: text('The first day.'),
    to: text('The last day.'),
    is_complete: flag('Whether every day was computed once; false soon after the first start.'),
    computed_at: timestampOrNull('When today was computed last; null before the first time.'),
    rows: Type.Array(
      Type.Object({
        day: textOrNull('The day; null where rows are not by day.'),
        product_id: textOrNull('The product; null where rows are not by product.'),
        distributor_id: textOrNull('The distributor; null where rows are not by distributor.'),
        currency: text('ISO 4217, in lower case.'),
        quotes: count('Quotes that were made.'),
        sold: count('Offers that were paid and became policies.'),
        conversion: rate('`sold` by `quotes`, with four digits; null where there were no quotes.'),
        ended: count('Policies that were cancelled, withdrawn or lapsed.'),
        written: amount('Net premium that was charged, less what was given back.'),
        charged: amount('What was charged, with tax and fees.'),
        collected: amount('What came in for it, less what was charged back.'),
        collection_rate: rate(
          '`collected` by `charged`, with four digits; null where nothing was charged.',
        ),
        written_off: amount('What is no longer asked for.'),
        owed: amount(
          'By how much more policyholders owe than before: over all days, what they owe.',
        ),
      }),
      { description: 'By day, product, distributor and currency.' },
    ),
  },
  {
    $id: 'Figures',
    description: 'What happened on some days: sales, premium and money.',
    examples: [figuresExample],
  },
)

const byWanted = `some of ${groupings.join(', ')}, separated by commas`

export function addShowFigures(app: App, deps: HttpDeps): void {
  app.get(
    '/manage/figures',
    {
      config: {
        access: 'manage',
        refuses: [
          ...dayErrors,
          tooLongParameter('product_id', filterLengthMax),
          wrongParameter.listed({
            label: 'unknown_grouping',
            when: '`by` names something else.',
            example: ['by', byWanted],
          }),
        ],
      },
      schema: {
        operationId: 'showFigures',
        summary: 'View the figures of some days',
        description:
          'Sales, conversion, cancellations, premium and money, from figures that a job keeps for ' +
          'each day: today is at most some minutes old. Quotes and sales count on their day in ' +
          'UTC, money on its booking day, so that sums equal the ledger. The premium earned by a ' +
          'day is in `/manage/earned_premium`, open items by age in `/manage/open_items`.',
        tags: ['Management'],
        querystring: Type.Object({
          ...dayParameters,
          by: filter(`Rows for each: ${byWanted}. One row for each currency by default.`),
          product_id: filter('Of this product, by its id or key.'),
          distributor_id: filter('Sold by this distributor.'),
        }),
        response: { 200: named(figuresSchema) },
      },
    },
    async (request): Promise<Static<typeof figuresSchema>> => {
      const { query } = request
      const caller = callerOf(request)
      const days = readDays(query)
      const scope = scopeOf(caller)
      const wanted = {
        ...scope,
        ...days,
        productId: await productIdOf(deps.db, caller, given(query.product_id)),
        distributorId: given(query.distributor_id),
      }
      const [progress, rows] = await Promise.all([
        selectProgress(deps.db, scope),
        sumFigures(deps.db.reads, wanted, readGroupings(given(query.by))),
      ])
      return {
        from: days.from.toString(),
        to: days.to.toString(),
        is_complete: progress?.isComplete ?? false,
        computed_at: progress === undefined ? null : timestamp(progress.computedAt),
        rows: rows.map(viewFigure),
      }
    },
  )
}

function readGroupings(text: string | null): Grouping[] {
  const asked = text?.split(',').map((one) => one.trim()) ?? []
  const known = groupings.filter((one) => asked.includes(one))
  if (known.length < new Set(asked).size) throw wrongParameter('by', byWanted)
  return known
}

function viewFigure(row: SummedFigure) {
  return {
    day: row.day?.toString() ?? null,
    product_id: row.productId,
    distributor_id: row.distributorId,
    currency: row.currency,
    quotes: row.quotes,
    sold: row.sold,
    conversion: ratio(row.sold, row.quotes),
    ended: row.ended,
    written: row.written,
    charged: row.charged,
    collected: row.collected,
    collection_rate: ratio(row.collected, row.charged),
    written_off: row.writtenOff,
    owed: row.owed,
  }
}

/** With four digits. */
function ratio(part: number, whole: number): number | null {
  return whole === 0 ? null : Number((part / whole).toFixed(4))
}
