import type { Static } from 'typebox'
import { Type } from '../../wire/type.ts'
import type { PlanOutcome } from '../../../policy-transactions/index.ts'
import { type PlanFrequency, planFrequencies } from '../../../products/index.ts'
import { amount, text } from '../../wire/schema.ts'

const day = (description: string) =>
  Type.Unsafe<string>({ type: 'string', format: 'date', description })

const billingPeriod = (description: string) =>
  Type.Unsafe<PlanFrequency | null>({
    type: ['string', 'null'],
    enum: [...planFrequencies, null],
    description: `${description} Null for a single payment.`,
  })

const planChange = Type.Object(
  {
    subscription_plan_id_before: text('The payment plan until then.'),
    subscription_plan_id: text('The payment plan from the effective date.'),
    billing_period_before: billingPeriod('The period that one payment covers until then.'),
    billing_period: billingPeriod('The period that one payment covers from the effective date.'),
    first_payment: Type.Object(
      {
        first_day: day('The first day that it pays for: the effective date.'),
        last_day: day('The last day that it pays for.'),
        amount: amount(
          'The amount. It is less than one payment if the plan begins within a billing period.',
        ),
        tax: amount('The tax in this amount.'),
        due_date: day('The due date according to the plan.'),
      },
      { description: 'The first payment by the new plan.' },
    ),
  },
  {
    description: 'The change of the payment plan; null if the plan stays.',
  },
)

export const planChangeOrNull = Type.Unsafe<Static<typeof planChange> | null>({
  ...planChange,
  type: ['object', 'null'],
})

export function viewPlanChange(plan: PlanOutcome | null): Static<typeof planChangeOrNull> {
  if (plan === null) return null
  const { before, after, first } = plan
  return {
    subscription_plan_id_before: before.planId,
    subscription_plan_id: after.planId,
    billing_period_before: before.frequency,
    billing_period: after.frequency,
    first_payment: {
      first_day: first.period.firstDay.toString(),
      last_day: first.period.lastDay.toString(),
      amount: first.amount.payment,
      tax: first.amount.tax,
      due_date: first.dueDay.toString(),
    },
  }
}
