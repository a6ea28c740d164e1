import { stringify } from 'yaml'
import type { JsonObject } from '../../kernel/index.ts'
import type { WorkbookProposal } from '../../pricing/index.ts'

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

/** fields.json: what an offer asks for beside the quote, for a beginning only who is insured. */
export function writeFieldsJson(): string {
  const policy = [
    { name: 'first_name', path: null, validation: 'string|required|max:100' },
    { name: 'last_name', path: null, validation: 'string|required|max:100' },
    { name: 'email', path: null, validation: 'string|required|email' },
  ]
  return writeJson({ version: '1', definition: { policy } })
}

/** checkout.yaml, where the workbook has words for its inputs; null where it has none. */
export function writeCheckoutYaml({ fields }: Pick<WorkbookProposal, 'fields'>): string | null {
  const worded = fields.flatMap(({ name, label, help }): [string, JsonObject][] => {
    if (label === null && help === null) return []
    return [[name, { ...(label !== null && { label }), ...(help !== null && { help }) }]]
  })
  if (worded.length === 0) return null
  return `# What a page says of the questions, in the words of the workbook.\n${stringify({ fields: Object.fromEntries(worded) })}`
}

function writeJson(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`
}
