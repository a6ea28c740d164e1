import type { Static } from 'typebox'
import { Type } from '../../wire/type.ts'
import type { ComparedVersions } from '../../../management/index.ts'
import type { MarkedFields } from '../../../masks/index.ts'
import type { Policy } from '../../../policies/index.ts'
import type { ProductDefinition } from '../../../products/index.ts'
import { minus, plus, free } from '../../../timelines/index.ts'
import { versionComparisonExample } from './examples.ts'
import { amount, orNull, text } from '../../wire/schema.ts'
import { day, dayOrNull, periodPrice, replacedValue, segmentKind } from './segment.ts'
import { viewPeriodPrice, viewReplaced } from './view-replaced.ts'

const versionSchema = (description: string) =>
  Type.Object(
    {
      id: text('The version.'),
      number: Type.Integer({ description: 'Its number.' }),
      effective_date: day('The day from which it takes effect.'),
    },
    { description },
  )

const heldSchema = (description: string) =>
  orNull(
    Type.Object({
      kind: segmentKind,
      gross_payment_amount: amount('The price of a whole billing period.'),
    }),
    description,
  )

const priceSchema = (description: string) => Type.Object(periodPrice, { description })

export const versionComparisonSchema = Type.Object(
  {
    policy_id: text('The policy.'),
    currency: text('The currency of all amounts.'),
    before: versionSchema('The first version.'),
    after: versionSchema('The second version.'),
    days: Type.Array(
      Type.Object({
        first_day: day('The first day with this difference.'),
        last_day: dayOrNull('The last day with it; null if it does not end.'),
        before: heldSchema('These days in the first version; null if they are not sold in it.'),
        after: heldSchema('These days in the second version; null if they are not sold in it.'),
        replaced: Type.Array(replacedValue, { description: 'The fields that differ.' }),
      }),
      { description: 'The days on which the versions differ, oldest first.' },
    ),
    periods: Type.Array(
      Type.Object({
        first_day: day('The first day of the billing period.'),
        last_day: day('The last day of the billing period.'),
        before: priceSchema('Its price in the first version; zero if it is not part of it.'),
        after: priceSchema('Its price in the second version; zero if it is not part of it.'),
        difference: priceSchema('The second price minus the first.'),
      }),
      {
        description:
          'All billing periods of both versions, oldest first. Terms without an end are ' +
          'compared up to today.',
      },
    ),
    total: priceSchema('The sum of the differences of all periods.'),
  },
  {
    $id: 'VersionComparison',
    description: 'The differences between two versions of a policy: days, fields and prices.',
    examples: [versionComparisonExample],
  },
)

export function viewComparison(
  { id, currency }: Policy,
  { before, after, days, periods }: ComparedVersions,
  definition: ProductDefinition,
  marks: MarkedFields | null,
): Static<typeof versionComparisonSchema> {
  const differences = periods.map((one) => minus(one.after, one.before))
  return {
    policy_id: id,
    currency,
    before: viewVersion(before),
    after: viewVersion(after),
    days: days.map(({ firstDay, lastDay, replaced, ...held }) => ({
      first_day: firstDay.toString(),
      last_day: lastDay?.toString() ?? null,
      before: viewHeld(held.before),
      after: viewHeld(held.after),
      replaced: viewReplaced(replaced, definition, marks),
    })),
    periods: periods.map((one, n) => ({
      first_day: one.period.firstDay.toString(),
      last_day: one.period.lastDay.toString(),
      before: viewPeriodPrice(one.before),
      after: viewPeriodPrice(one.after),
      difference: viewPeriodPrice(differences[n] ?? free),
    })),
    total: viewPeriodPrice(differences.reduce(plus, free)),
  }
}

function viewVersion({ id, number, effectiveDay }: ComparedVersions['before']) {
  return { id, number, effective_date: effectiveDay.toString() }
}

function viewHeld(held: ComparedVersions['days'][number]['before']) {
  return held && { kind: held.kind, gross_payment_amount: held.price.payment }
}
