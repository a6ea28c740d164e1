import type { Static } from 'typebox'
import { type ApprovalRule, ruleTwice, ruledActs } from '../../approvals/index.ts'
import { actKinds } from '../../identity/index.ts'
import { allowed } from '../access/allowed.ts'
import { amount, flag, oneOf, orNull, text } from '../wire/schema.ts'
import { Type } from '../wire/type.ts'
import { approvalRulesExample, changeApprovalRulesExample } from './examples.ts'

const amountMax = 1_000_000_000_000

const limits = Type.Array(
  Type.Object({
    amount: Type.Integer({
      minimum: 0,
      maximum: amountMax,
      description: 'The largest amount that one person is enough for, in whole minor units.',
    }),
    currency: Type.String({ pattern: '^[a-z]{3}$', description: 'ISO 4217, in lower case.' }),
  }),
  {
    maxItems: 50,
    description: 'One for each currency. Any amount of another needs a second person.',
  },
)
const act = Type.Unsafe<ApprovalRule['act']>(oneOf(ruledActs, 'The act.'))

export const changeApprovalRulesBody = Type.Object(
  {
    rules: Type.Array(
      Type.Object({
        act,
        above: Type.Optional(
          orNull(limits, 'Up to which amounts one person is enough; null or left out: never.'),
        ),
      }),
      { maxItems: 50, description: 'All acts that need a second person. Others need none.' },
    ),
  },
  { $id: 'ChangeApprovalRules', examples: [changeApprovalRulesExample] },
)

export const approvalRulesSchema = Type.Object(
  {
    rules: Type.Array(
      Type.Object({
        act: oneOf(ruledActs, 'The act.'),
        description: text('What it is.'),
        needs_second_person: flag('Whether it needs a second person.'),
        above: orNull(
          Type.Array(
            Type.Object({
              amount: amount('The amount.'),
              currency: text('ISO 4217, in lower case.'),
            }),
          ),
          'Up to which amounts one person is enough; null: never.',
        ),
      }),
      { description: 'Every act that can need a second person.' },
    ),
    allowed: Type.Optional(allowed('change')),
  },
  {
    $id: 'ApprovalRules',
    description: 'Which acts need a second person.',
    examples: [approvalRulesExample],
  },
)

export function viewRules(rules: readonly ApprovalRule[]): Static<typeof approvalRulesSchema> {
  return {
    rules: ruledActs.map((kind) => {
      const rule = rules.find((one) => one.act === kind)
      const above = rule?.above ?? null
      return {
        act: kind,
        description: actKinds[kind].description,
        needs_second_person: rule !== undefined,
        above:
          above && Object.entries(above).map(([currency, most]) => ({ amount: most, currency })),
      }
    }),
  }
}

export function readRules({ rules }: Static<typeof changeApprovalRulesBody>): ApprovalRule[] {
  return rules.map(({ act: kind, above = null }) => ({
    act: kind,
    above: above && readLimits(above),
  }))
}

function readLimits(above: Static<typeof limits>): Record<string, number> {
  const currencies = above.map(({ currency }) => currency)
  const twice = currencies.find((currency, index) => currencies.indexOf(currency) !== index)
  if (twice !== undefined) throw ruleTwice(twice)
  return Object.fromEntries(above.map(({ currency, amount: most }) => [currency, most]))
}
