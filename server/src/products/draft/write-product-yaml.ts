import { stringify } from 'yaml'
import type { JsonObject } from '../../kernel/index.ts'
import type { Frequency, WorkbookProposal } from '../../pricing/index.ts'
import type { ProductNames } from './product-names.ts'
import type { Sale } from './sale/sale.ts'

/** product.yaml for a workbook: a starter, with comments for the person who edits it next. */
export function writeProductYaml(
  names: ProductNames,
  { variables, billingCycles }: Pick<WorkbookProposal, 'variables' | 'billingCycles'>,
  sale: Pick<Sale, 'plans' | 'renewal' | 'renewed'>,
): string {
  const given = variables.flatMap(({ name, value }) => (value === null ? [] : [[name, value]]))
  const pricingVariables: JsonObject = Object.fromEntries(given)
  return `# The product itself. A push reports every mistake at once, so change what you like and try it.

# The key identifies the product and cannot be changed later.
key: ${written(names.key)}
# The name is what customers read.
name: ${written(names.name)}

languages: ${flow(names.languages)}
currency: ${written(names.currency)}
# Days begin and end here.
time_zone: ${written(names.timeZone)}
# Policy numbers begin with it.
policy_prefix: ${written(names.policyPrefix)}

# How many days a quote and an offer are valid.
quote_valid_days: 30
offer_valid_days: 30

# How customers may pay. The invoice needs no payment provider; the sandbox simulates a card in test mode.
${plansComment(billingCycles)}payment_plans:
${sale.plans.map(writePlan).join('')}
# Where it is sold. The distributor is an account of the server: bindery accounts list
integrations:
  - key: shop
    distributor: ${written(names.distributor)}
${variablesBlock(pricingVariables)}
# What a customer who cancels gets back: pro_rata, none or full_before_start.
cancellation:
  refund: pro_rata

# What happens when a term ends: automatic, on_acceptance or none. Each renewal is priced again.
${renewalBlock(sale)}
# Who may endorse a policy after the sale: the insurer alone, or the distributor too. What may change
# is listed in quote.json, quote_patch and policy_patch.
endorsements: insurer
`
}

function written(text: string): string {
  return stringify(text).trimEnd()
}

function flow(value: unknown): string {
  return stringify(value, { collectionStyle: 'flow', lineWidth: 0 }).trimEnd()
}

function plansComment(cycles: WorkbookProposal['billingCycles']): string {
  if (cycles === null || cycles === 1) return ''
  const cause = cycles === 'varies' ? 'computes billing_cycles' : `has ${cycles} billing_cycles`
  return `# The workbook ${cause}; keep the plans that you sell.\n`
}

function renewalBlock({ renewal, renewed }: Pick<Sale, 'renewal' | 'renewed'>): string {
  const answers = Object.entries(renewed).map(
    ([name, answer]) => `    ${written(name)}: ${flow(answer)}\n`,
  )
  const set =
    answers.length === 0
      ? ''
      : `  # Answers that the new term replaces.\n  set:\n${answers.join('')}`
  return `renewal:\n  kind: ${renewal}\n${set}`
}

function writePlan(plan: Frequency): string {
  const kind = plan === 'once' ? 'type: single' : `type: recurring\n    frequency: ${plan}`
  return `  - key: ${plan}
    ${kind}
    methods:
      - { provider: invoice, method: invoice }
      - { provider: sandbox, method: card }
`
}

function variablesBlock(variables: JsonObject): string {
  const names = Object.keys(variables)
  if (names.length === 0) return ''
  const lines = names.map((name) => `      ${written(name)}: ${flow(variables[name])}\n`)
  return `    # Values that reach the workbook beside the customer's answers, checked by quote.json.
    pricing_variables:
${lines.join('')}`
}
