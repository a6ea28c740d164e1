import type { Static } from 'typebox'
import { Type } from '../wire/type.ts'
import type { Caller } from '../../identity/index.ts'
import { type MarkedFields, hasAny, isMarked, mask, nothingMarked } from '../../masks/index.ts'
import { isMaskedFor } from '../masks/mask-answers.ts'
import { type ImpactId, isId, timestamp } from '../../kernel/index.ts'
import {
  type Cause,
  type Counts,
  type Extreme,
  type ImpactResult,
  type ImpactSummary,
  type SummedShare,
  type WaitingImpact,
  impactNotFound,
  impactStates,
  percentChange,
  percentOf,
  quoteDaysMax,
  scopeKinds,
} from '../../impacts/index.ts'
import { allowed } from '../access/allowed.ts'
import { shareCauses } from '../../pricing/index.ts'
import {
  oneOf,
  orNull,
  pathId,
  text,
  textOrNull,
  timestampOrNull,
  timestampText,
  word,
} from '../wire/schema.ts'
import { askForImpactExample, impactExample, impactIds, impactSummaryExample } from './examples.ts'

const count = (description: string) => Type.Integer({ description })
const cents = (description: string) =>
  Type.Integer({ description: `${description} In minor units.` })
const percent = (description: string) => Type.Number({ description })

export const askForImpactBody = Type.Object(
  {
    product_version_id: Type.String({
      description: 'The product version to analyse, usually a draft that was just pushed.',
      maxLength: 100,
    }),
    scope: Type.Optional(
      Type.Object(
        {
          kind: Type.Optional(
            oneOf(
              scopeKinds,
              '`in_force` (default): policies in force today. `renewals`: the next terms ' +
                'of policies whose current term ends from `from` to `to`, priced with the ' +
                'live version and with this one on the first day of the next term. `quotes`: ' +
                'quotes of the last `days`, sold or not.',
            ),
          ),
          from: Type.Optional(word('For renewals: terms that end on this day or later.')),
          to: Type.Optional(word('For renewals: terms that end on this day or earlier.')),
          days: Type.Optional(
            Type.Integer({
              description: 'For quotes: the number of days.',
              minimum: 1,
              maximum: quoteDaysMax,
            }),
          ),
        },
        { description: 'The policies or quotes to price.' },
      ),
    ),
    by: Type.Optional(
      Type.Array(
        Type.Object({
          field: Type.String({
            description:
              'An answer, such as `region` or `company.city`, or one of `item`, `plan` and ' +
              '`integration`.',
            maxLength: 200,
          }),
          bands: Type.Optional(
            Type.Array(Type.Number(), {
              description: 'The lower bounds of bands for a number, in ascending order.',
              minItems: 1,
              maxItems: 50,
            }),
          ),
        }),
        { description: 'The fields to group the result by.', maxItems: 5 },
      ),
    ),
    shares: Type.Optional(
      Type.Boolean({
        description:
          'Whether the difference is split by cause, which takes several calculations per ' +
          'policy; true by default.',
      }),
    ),
  },
  { $id: 'AskForImpact', examples: [askForImpactExample] },
)

export const impactParams = Type.Object({
  impactId: pathId('The impact analysis.', impactIds.impact),
})

export function readImpactId(text: string): ImpactId {
  if (!isId('imp', text)) throw impactNotFound(text)
  return text
}

const countsFields = {
  count: count('The number of policies or quotes.'),
  priced: count('How many of them have a price in this version.'),
  knocked_out: count('How many of them this version declines with a knockout.'),
  refused: count(
    'How many of them have answers that were valid before and that the rules of this version reject.',
  ),
  failed: count('For how many of them the calculation fails.'),
  not_sold: count(
    'How many of them this version does not sell, because it lacks their item, plan, integration or currency.',
  ),
  premium_before: cents('The current premium of those with a price in this version.'),
  premium_after: cents('Their premium in this version.'),
  premium_unpriced: cents('The current premium of those without a price in this version.'),
  percent: orNull(
    Type.Number(),
    'The change of the premium of those with a price, in percent; null if it was zero.',
  ),
}
const causes = (description: string) =>
  Type.Array(
    Type.Object({
      cause: text('The field, cell or code; `(others)` after the fiftieth.'),
      count: count('The number of policies or quotes.'),
      example: text('An example, with the reason of a failed calculation.'),
    }),
    { description },
  )
const extremes = (description: string) =>
  Type.Array(
    Type.Object({
      policy_id: textOrNull('The policy; null for a quote.'),
      name: text('The policy number, or the quote.'),
      quote_id: text('The quote that the price comes from.'),
      premium_before: cents('The current premium.'),
      premium_after: cents('The premium in this version.'),
      percent: orNull(Type.Number(), 'The change in percent; null if the current premium is zero.'),
    }),
    { description },
  )

const sharesSchema = Type.Array(
  Type.Object({
    cause: oneOf(shareCauses, 'The kind of cause.'),
    place: text('The field, variable, cell, table or step; empty if there is none.'),
    before: Type.Unknown({
      description: 'The value in the live version; null if it is too large to show.',
    }),
    after: Type.Unknown({ description: 'The value in this version.' }),
    premium: cents('The effect on the premium.'),
    count: count('The number of affected policies.'),
  }),
)

const resultSchema = Type.Object({
  ...countsFields,
  risen: count('How many of them become more expensive.'),
  fallen: count('How many of them become cheaper.'),
  unchanged: count('How many of them keep the same premium.'),
  from_nothing: count('How many of them are free today and would have a premium.'),
  greatest_rise_percent: percent('The largest increase, in percent.'),
  greatest_fall_percent: percent('The largest decrease, in percent; negative.'),
  least_percent: orNull(
    Type.Number(),
    'The lowest of all changes in percent: a decrease, or the smallest increase. Null if ' +
      'there is none, or for analyses of earlier releases.',
  ),
  most_percent: orNull(
    Type.Number(),
    'The highest of all changes in percent: an increase, or the smallest decrease. Null if there is none, or for analyses of earlier releases.',
  ),
  quantiles: Type.Array(
    Type.Object({
      share: percent('The quantile: a share of the policies or quotes with a price, in percent.'),
      percent: percent(
        'The change in percent that this share does not exceed; negative for a decrease.',
      ),
    }),
    {
      description:
        'Rounded down: to 0.01 percent for changes up to 100 percent, to 1 percent above.',
    },
  ),
  histogram: Type.Array(
    Type.Object({
      from_percent: percent('The lower bound of the step, in percent.'),
      count: count('The number of changes in the step.'),
    }),
    {
      description:
        'Steps of 0.01 percent, and of 1 percent above 100 percent. Empty steps are omitted.',
    },
  ),
  rise_most: extremes('The ten largest increases by amount.'),
  fall_most: extremes('The ten largest decreases by amount.'),
  shares: orNull(
    sharesSchema,
    'The difference of the premium by cause, largest first. The parts add up to the ' +
      'difference. Null if not requested.',
  ),
  knocked_out_by: causes('The knockouts that decline.'),
  refused_fields: causes('The rejected fields; a policy may have several.'),
  failed_at: causes('The places where calculations fail.'),
  not_sold_for: causes('The items, plans, integrations or currencies that this version lacks.'),
  groups: Type.Array(
    Type.Object({
      field: text('The field of the group.'),
      values: Type.Array(Type.Object({ value: text('The value or band.'), ...countsFields }), {
        description: 'The values of the field; `(others)` after the hundredth.',
      }),
    }),
    { description: 'The same figures by group, as requested.' },
  ),
})

const scopeSchema = Type.Object(
  {
    kind: oneOf(scopeKinds, 'The policies or quotes to price.'),
    from: Type.Optional(text('For renewals: the first day on which terms end.')),
    to: Type.Optional(text('For renewals: the last day on which terms end.')),
    days: Type.Optional(Type.Integer({ description: 'For quotes: the number of days.' })),
  },
  { description: 'The policies or quotes to price.' },
)

export const impactSchema = Type.Object(
  {
    id: text('The impact analysis.'),
    status: oneOf(impactStates, 'The status of the analysis.'),
    product_id: text('The product.'),
    product_version_id: text('The analysed version.'),
    live_version_id: textOrNull(
      'The live version when the analysis was requested; null if there was none.',
    ),
    scope: scopeSchema,
    day: text('The day as of which the portfolio is analysed.'),
    currency: text('The currency of the amounts: that of the live version, or of this version.'),
    ahead: count('The number of analyses that run before it.'),
    total: orNull(
      Type.Integer(),
      'The number of policies or quotes to price; null before they are counted.',
    ),
    done: count('The number of policies or quotes priced so far.'),
    failure: textOrNull('Why the analysis failed; null if it did not.'),
    result: orNull(resultSchema, 'The result; null until it is done.'),
    created_at: timestampText('When the analysis was requested.'),
    started_at: timestampOrNull('When it started; null while it waits.'),
    finished_at: timestampOrNull('When it ended; null until then.'),
    allowed: Type.Optional(allowed('stop')),
  },
  {
    $id: 'Impact',
    description:
      'An impact analysis: the effect of a product version on the prices of the portfolio.',
    examples: [impactExample],
  },
)

export const impactSummarySchema = Type.Object(
  {
    id: text('The impact analysis.'),
    status: oneOf(impactStates, 'The status of the analysis.'),
    product_id: text('The product.'),
    product_version_id: text('The analysed version.'),
    live_version_id: textOrNull(
      'The live version when the analysis was requested; null if there was none.',
    ),
    scope: scopeSchema,
    day: text('The day as of which the portfolio is analysed.'),
    total: orNull(
      Type.Integer(),
      'The number of policies or quotes to price; null before they are counted.',
    ),
    done: count('The number of policies or quotes priced so far.'),
    failure: textOrNull('Why the analysis failed; null if it did not.'),
    counts: orNull(Type.Object(countsFields), 'The figures of the result; null until it is done.'),
    created_at: timestampText('When the analysis was requested.'),
    finished_at: timestampOrNull('When it ended; null until then.'),
  },
  {
    $id: 'ImpactSummary',
    description: 'An impact analysis in a list; `showImpact` has all of it.',
    examples: [impactSummaryExample],
  },
)

export function viewImpactSummary(impact: ImpactSummary): Static<typeof impactSummarySchema> {
  return {
    id: impact.id,
    status: impact.state,
    product_id: impact.productId,
    product_version_id: impact.productVersionId,
    live_version_id: impact.liveVersionId,
    scope: { ...impact.scope },
    day: impact.today.toString(),
    total: impact.total,
    done: impact.done,
    failure: impact.failure,
    counts: impact.counts === null ? null : viewCounts(impact.counts),
    created_at: timestamp(impact.createdAt),
    finished_at: impact.finishedAt === null ? null : timestamp(impact.finishedAt),
  }
}

/** Masks what is made of marked answers, for callers with masks. */
export function viewImpactFor(
  caller: Caller,
): (waiting: WaitingImpact) => Static<typeof impactSchema> {
  return (waiting) => viewImpact(waiting, isMaskedFor(caller) ? waiting.marks : nothingMarked)
}

function viewImpact(
  { impact, ahead, currency }: WaitingImpact,
  marks: MarkedFields,
): Static<typeof impactSchema> {
  return {
    id: impact.id,
    status: impact.state,
    product_id: impact.productId,
    product_version_id: impact.productVersionId,
    live_version_id: impact.liveVersionId,
    scope: { ...impact.scope },
    day: impact.today.toString(),
    currency: currency.toLowerCase(),
    ahead,
    total: impact.total,
    done: impact.done,
    failure: impact.failure,
    result: impact.result === null ? null : viewResult(impact.result, marks),
    created_at: timestamp(impact.createdAt),
    started_at: impact.startedAt === null ? null : timestamp(impact.startedAt),
    finished_at: impact.finishedAt === null ? null : timestamp(impact.finishedAt),
  }
}

function viewResult(result: ImpactResult, marks: MarkedFields): Static<typeof resultSchema> {
  const { counts, risen, fallen } = result
  return {
    ...viewCounts(counts),
    risen,
    fallen,
    unchanged: counts.priced - risen - fallen,
    from_nothing: result.fromNothing,
    greatest_rise_percent: toHundredths(result.greatestRise),
    greatest_fall_percent: toHundredths(result.greatestFall),
    least_percent: result.least == null ? null : toHundredths(result.least),
    most_percent: result.most == null ? null : toHundredths(result.most),
    quantiles: result.quantiles.map(({ share, percent }) => ({ share, percent })),
    histogram: result.spread.steps.map(([step, count]) => ({
      from_percent: percentOf(step),
      count,
    })),
    rise_most: result.rise.map(viewExtreme),
    fall_most: result.fall.map(viewExtreme),
    shares: result.shares?.map((share) => viewShare(share, marks)) ?? null,
    knocked_out_by: result.causes.knocked_out.map(viewCause),
    refused_fields: result.causes.refused.map(viewCause),
    failed_at: result.causes.failed.map((cause) =>
      hasAny(marks) ? { ...viewCause(cause), example: mask } : viewCause(cause),
    ),
    not_sold_for: result.causes.not_sold.map(viewCause),
    groups: result.groups.map(({ field, values }) => ({
      field,
      values: values.map(([value, counts]) => ({
        value: isMarked(marks, field.split('.')) ? mask : value,
        ...viewCounts(counts),
      })),
    })),
  }
}

function toHundredths(percent: number): number {
  return Math.round(percent * 100) / 100
}

function viewCounts(counts: Counts) {
  const { count, priced, knocked_out, refused, failed, not_sold, before, after } = counts
  return {
    count,
    priced,
    knocked_out,
    refused,
    failed,
    not_sold,
    premium_before: before,
    premium_after: after,
    premium_unpriced: counts.beforeUnpriced,
    percent: percentOrNull(before, after),
  }
}

function viewExtreme({ policyId, name, quoteId, before, after }: Extreme) {
  return {
    policy_id: policyId,
    name,
    quote_id: quoteId,
    premium_before: before,
    premium_after: after,
    percent: percentOrNull(before, after),
  }
}

function viewShare(share: SummedShare, marks: MarkedFields) {
  const { cause, place, amount, count } = share
  const isMasked = cause === 'answer' && isMarked(marks, place.split('.'))
  const [before, after] = isMasked ? [mask, mask] : [share.before, share.after]
  return { cause, place, before, after, premium: amount, count }
}

function viewCause({ cause, count, example }: Cause) {
  return { cause, count, example }
}

function percentOrNull(before: number, after: number): number | null {
  return before === 0 ? null : percentChange(before, after)
}
