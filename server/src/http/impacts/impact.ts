import { type Static, Type } from 'typebox'
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
      description: 'The version that is asked about: mostly a draft that was just pushed.',
      maxLength: 100,
    }),
    scope: Type.Optional(
      Type.Object(
        {
          kind: Type.Optional(
            oneOf(
              scopeKinds,
              '`in_force` if left out: policies in force today. `renewals`: the next terms of those whose ' +
                'last one ends from `from` to `to`, priced by the live version and by this one on the ' +
                'first day of the next term. `quotes`: for sales, of the last `days`, bought or not.',
            ),
          ),
          from: Type.Optional(word('For renewals, the first last day.')),
          to: Type.Optional(word('For renewals, the last last day.')),
          days: Type.Optional(
            Type.Integer({ description: 'For quotes.', minimum: 1, maximum: quoteDaysMax }),
          ),
        },
        { description: 'Whose answers are priced again.' },
      ),
    ),
    by: Type.Optional(
      Type.Array(
        Type.Object({
          field: Type.String({
            description:
              'An answer, such as `region` or `company.city`, or one of `item`, `plan` and `integration`.',
            maxLength: 200,
          }),
          bands: Type.Optional(
            Type.Array(Type.Number(), {
              description: 'Where bands of a number begin, rising.',
              minItems: 1,
              maxItems: 50,
            }),
          ),
        }),
        { description: 'What the result is told apart by.', maxItems: 5 },
      ),
    ),
    shares: Type.Optional(
      Type.Boolean({
        description:
          'Whether the difference is taken apart by what differs, which takes several prices for each ' +
          'policy; true if left out.',
      }),
    ),
  },
  { $id: 'AskForImpact', examples: [askForImpactExample] },
)

export const impactParams = Type.Object({ impactId: pathId('The impact.', impactIds.impact) })

export function readImpactId(text: string): ImpactId {
  if (!isId('imp', text)) throw impactNotFound(text)
  return text
}

const countsFields = {
  count: count('How many.'),
  priced: count('How many the draft has a price for.'),
  knocked_out: count('How many it declines.'),
  refused: count('How many have answers that its rules refuse, and that were right before.'),
  failed: count('For how many its calculation fails.'),
  not_sold: count(
    'How many it does not sell: their item, plan, integration or currency is not in it.',
  ),
  premium_before: cents('What those with a price after it come to today.'),
  premium_after: cents('What they would come to.'),
  premium_unpriced: cents('What those without one come to today.'),
  percent: orNull(
    Type.Number(),
    'By how much the premium of those with a price changes; null where it was nothing.',
  ),
}
const causes = (description: string) =>
  Type.Array(
    Type.Object({
      cause: text('The field, the cell or the code; `(others)` after the fiftieth.'),
      count: count('How many.'),
      example: text('One of them, and for a failed calculation why.'),
    }),
    { description },
  )
const extremes = (description: string) =>
  Type.Array(
    Type.Object({
      policy_id: textOrNull('The policy; null where a quote was priced.'),
      name: text('The number of the policy, or the quote.'),
      quote_id: text('The quote that its price came from.'),
      premium_before: cents('What it comes to today.'),
      premium_after: cents('What it would come to.'),
      percent: orNull(Type.Number(), 'By how much that is more.'),
    }),
    { description },
  )

const sharesSchema = Type.Array(
  Type.Object({
    cause: oneOf(shareCauses, 'What kind of thing differs.'),
    place: text('The field, the variable, the cell, table or step; empty where there is none.'),
    before: Type.Unknown({ description: 'What stood there; null where that is too much to tell.' }),
    after: Type.Unknown({ description: 'What stands there now.' }),
    premium: cents('What it does to the premium.'),
    count: count('Of how many policies it is a share.'),
  }),
)

const resultSchema = Type.Object({
  ...countsFields,
  risen: count('How many would cost more.'),
  fallen: count('How many would cost less.'),
  unchanged: count('How many would cost the same.'),
  from_nothing: count('How many cost nothing today and would cost something.'),
  greatest_rise_percent: percent('The greatest rise of one, in percent.'),
  greatest_fall_percent: percent('The greatest fall of one, in percent; below zero.'),
  least_percent: orNull(
    Type.Number(),
    'The least of all changes: a fall, or the smallest rise; null where there is none, or an earlier release has counted.',
  ),
  most_percent: orNull(Type.Number(), 'The most of them; null likewise.'),
  quantiles: Type.Array(
    Type.Object({
      share: percent('Of so many percent of those with a price …'),
      percent: percent('… the premium does not rise by more than this.'),
    }),
    {
      description:
        'To a hundredth of a percent up to a doubling, to a percent beyond, rounded down.',
    },
  ),
  histogram: Type.Array(
    Type.Object({
      from_percent: percent('Where the step begins.'),
      count: count('How many changes lie in it.'),
    }),
    { description: 'Steps of a hundredth of a percent, of one percent above 100, that have any.' },
  ),
  rise_most: extremes('The ten that rise most, by amount.'),
  fall_most: extremes('The ten that fall most, by amount.'),
  shares: orNull(
    sharesSchema,
    'What the difference of the premium comes from: they sum to it. The largest first; null where nobody asked.',
  ),
  knocked_out_by: causes('Which knockouts decline.'),
  refused_fields: causes('Which fields are refused; one policy may have several.'),
  failed_at: causes('Where calculations fail.'),
  not_sold_for: causes('What the draft lacks.'),
  groups: Type.Array(
    Type.Object({
      field: text('What they are told apart by.'),
      values: Type.Array(Type.Object({ value: text('The value or band.'), ...countsFields }), {
        description: 'Its values; `(others)` after the hundredth.',
      }),
    }),
    { description: 'The same told apart, as it was asked for.' },
  ),
})

const scopeSchema = Type.Object(
  {
    kind: oneOf(scopeKinds, 'Whose answers are priced again.'),
    from: Type.Optional(text('For renewals, the first last day of terms.')),
    to: Type.Optional(text('For renewals, the last one.')),
    days: Type.Optional(Type.Integer({ description: 'For quotes, of how many days.' })),
  },
  { description: 'Whose answers are priced again.' },
)

export const impactSchema = Type.Object(
  {
    id: text('The impact.'),
    status: oneOf(impactStates, 'Where it stands.'),
    product_id: text('The product.'),
    product_version_id: text('The version that is asked about.'),
    live_version_id: textOrNull('What was on sale when it was asked; null where nothing was.'),
    scope: scopeSchema,
    day: text('The day on which the book is looked at.'),
    currency: text('What amounts are in: that of what is on sale, or of this version.'),
    ahead: count('How many others are run before it.'),
    total: orNull(Type.Integer(), 'How many there are to price; null before they are counted.'),
    done: count('How many were priced so far.'),
    failure: textOrNull('Why it failed.'),
    result: orNull(resultSchema, 'What it found; null until then.'),
    created_at: timestampText('When it was asked for.'),
    started_at: timestampOrNull('When it began.'),
    finished_at: timestampOrNull('When it ended.'),
  },
  {
    $id: 'Impact',
    description: 'What a version of a product would do to the prices of the book.',
    examples: [impactExample],
  },
)

export const impactSummarySchema = Type.Object(
  {
    id: text('The impact.'),
    status: oneOf(impactStates, 'Where it stands.'),
    product_id: text('The product.'),
    product_version_id: text('The version that is asked about.'),
    live_version_id: textOrNull('What was on sale when it was asked; null where nothing was.'),
    scope: scopeSchema,
    day: text('The day on which the book is looked at.'),
    total: orNull(Type.Integer(), 'How many there are to price; null before they are counted.'),
    done: count('How many were priced so far.'),
    failure: textOrNull('Why it failed.'),
    counts: orNull(
      Type.Object(countsFields),
      'How many it found, and what they come to; null until it is done.',
    ),
    created_at: timestampText('When it was asked for.'),
    finished_at: timestampOrNull('When it ended.'),
  },
  {
    $id: 'ImpactSummary',
    description: 'An impact as lists show it: `showImpact` shows all of it.',
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

export function viewImpact({
  impact,
  ahead,
  currency,
}: WaitingImpact): Static<typeof impactSchema> {
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
    result: impact.result === null ? null : viewResult(impact.result),
    created_at: timestamp(impact.createdAt),
    started_at: impact.startedAt === null ? null : timestamp(impact.startedAt),
    finished_at: impact.finishedAt === null ? null : timestamp(impact.finishedAt),
  }
}

function viewResult(result: ImpactResult): Static<typeof resultSchema> {
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
    shares: result.shares?.map(viewShare) ?? null,
    knocked_out_by: result.causes.knocked_out.map(viewCause),
    refused_fields: result.causes.refused.map(viewCause),
    failed_at: result.causes.failed.map(viewCause),
    not_sold_for: result.causes.not_sold.map(viewCause),
    groups: result.groups.map(({ field, values }) => ({
      field,
      values: values.map(([value, counts]) => ({ value, ...viewCounts(counts) })),
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

function viewShare({ cause, place, before, after, amount, count }: SummedShare) {
  return { cause, place, before, after, premium: amount, count }
}

function viewCause({ cause, count, example }: Cause) {
  return { cause, count, example }
}

function percentOrNull(before: number, after: number): number | null {
  return before === 0 ? null : percentChange(before, after)
}
