import { type FieldError, type JsonObject, type Problem, suggest } from '../../kernel/index.ts'
import type { Checker, FieldRule } from '../../rules/index.ts'
import type { IntegrationDefinition, ProductDefinition } from '../product-definition.ts'
import { quoted } from './part.ts'
import type { Soundness } from './soundness.ts'

interface Findings {
  readonly problems: readonly Problem[]
  readonly warnings: readonly Problem[]
  /** The integrations that have any of the problems, by key. */
  readonly refusedIntegrations: ReadonlySet<string>
}

/** Each integration's pricing variables against the rules of every item that it sells. */
export function checkPricingVariables(
  definition: ProductDefinition,
  checkers: ReadonlySet<Checker>,
  sound: Soundness,
): Findings {
  const problems = new Map<string, Problem>()
  const refusedIntegrations = new Set<string>()
  const integrations = definition.integrations.filter((_, at) =>
    sound.part('product.yaml', `integrations[${at}].pricing_variables`),
  )
  for (const integration of integrations) {
    for (const checker of checkers) {
      for (const error of failures(checker, integration.pricingVariables)) {
        const problem = refusal(integration, error)
        problems.set(`${problem.place} ${problem.message}`, problem)
        refusedIntegrations.add(integration.key)
      }
    }
  }
  const rules = definition.items.flatMap((item) => item.quoteRules.pricing_variables)
  const warnings =
    checkers.size === 0 ? [] : integrations.flatMap((one) => unknownVariables(one, rules))
  return { problems: [...problems.values()], warnings, refusedIntegrations }
}

function failures(checker: Checker, variables: JsonObject): FieldError[] {
  // Rules with the path data and rules without a path both mean the variables themselves.
  return checker.check(
    { ...variables, data: variables },
    {
      // Variables belong to a version for good, so no rule of theirs may hang on the day.
      now: Temporal.PlainDateTime.from('2000-01-01T12:00'),
      item: () => undefined,
      hasLiteral: () => false,
    },
  )
}

function refusal(integration: IntegrationDefinition, error: FieldError): Problem {
  const value = integration.pricingVariables[error.field]
  const rules = error.rules?.join(', ') ?? ''
  const missing = error.code === 'required'
  return {
    file: 'product.yaml',
    place: `integration ${integration.key}, pricing_variables.${error.field}`,
    message: missing
      ? `The pricing variable ${error.field} is missing.`
      : `${JSON.stringify(value) ?? 'nothing'} fails the rules ${rules}.`,
    fix: 'Give it a value that the pricing_variables rules in quote.json allow.',
  }
}

function unknownVariables(
  integration: IntegrationDefinition,
  rules: readonly FieldRule[],
): Problem[] {
  const known = rules.map((rule) => rule.name)
  return Object.keys(integration.pricingVariables)
    .filter((name) => !known.includes(name))
    .map((name) => ({
      file: 'product.yaml',
      place: `integration ${integration.key}, pricing_variables.${name}`,
      message: `No rule in quote.json checks the pricing variable ${quoted(name)}.`,
      fix: known.length === 0 ? 'Describe it under pricing_variables.' : suggest(name, known),
    }))
}
