import { stringify } from 'yaml'
import type { JsonObject } from '../../kernel/index.ts'
import type { WorkbookProposal } from '../../pricing/index.ts'
import type { ProductNames } from './product-names.ts'
import { planNames } from './sale/plan-names.ts'
import type { Sale } from './sale/sale.ts'

/** quote.json: each rule with the place in the workbook that it comes from. */
export function writeQuoteJson({
  fields,
  variables,
}: Pick<WorkbookProposal, 'fields' | 'variables'>): string {
  return writeJson({
    quote: fields.map(({ name, validation, place, reasons }) => ({
      name,
      path: 'data',
      validation,
      comment: `${place}. ${reasons.join(' ')}`,
    })),
    quote_patch: [],
    policy_patch: [],
    pricing_variables: variables.map(({ name, validation, reason }) => ({
      name,
      path: 'data',
      validation,
      comment: reason,
    })),
  })
}

/** fields.json: the questions of an offer beside the quote. The starter asks only for the insured person. */
export function writeFieldsJson(): string {
  const policy = [
    { name: 'first_name', path: null, validation: 'string|required|max:100' },
    { name: 'last_name', path: null, validation: 'string|required|max:100' },
    { name: 'email', path: null, validation: 'string|required|email' },
  ]
  return writeJson({ version: '1', definition: { policy } })
}

/** checkout.yaml: the labels of inputs from the workbook, and how plans are chosen. */
export function writeCheckoutYaml(
  { languages }: Pick<ProductNames, 'languages'>,
  { fields }: Pick<WorkbookProposal, 'fields'>,
  { plans, planQuestion, planAnswers }: Pick<Sale, 'plans' | 'planQuestion' | 'planAnswers'>,
): string {
  const language = languages[0]?.slice(0, 2) ?? 'en'
  const worded = fields.flatMap(({ name, label, help, isPercent }): [string, JsonObject][] => {
    const texts = {
      ...(label !== null && { label }),
      ...(help !== null && { help }),
      ...(isPercent && { percent: true }),
    }
    return Object.keys(texts).length === 0 ? [] : [[name, texts]]
  })
  const named = plans.map((plan) => [plan, planNames[plan][language] ?? planNames[plan]['en']])
  const choosing =
    planQuestion === null
      ? ''
      : `# Customers who choose a plan have answered this question.\n${stringify({
          plan_question:
            planAnswers === null ? planQuestion : { name: planQuestion, answers: planAnswers },
        })}\n`
  return `${choosing}# What payment plans are called.
${stringify({ plans: Object.fromEntries(named) })}${
    worded.length === 0
      ? ''
      : `\n# What a page says of the questions, in the words of the workbook.\n${stringify({ fields: Object.fromEntries(worded) })}`
  }`
}

function writeJson(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`
}
