import type { JsonObject, PlanId } from '../kernel/index.ts'
import type { LoadedItem, LoadedVersion } from './load-version.ts'
import type { CheckoutDefinition } from './product-definition.ts'
import { type Question, readQuestion } from './question.ts'

/** The answer that a plan gives to a question of the product, in the type of the question; null if it gives none. */
export function planAnswer(
  key: string,
  checkout: CheckoutDefinition | undefined,
  questions: readonly Pick<Question, 'name' | 'type' | 'choices'>[],
): string | number | boolean | null {
  const name = checkout?.planQuestion ?? null
  if (checkout === undefined || name === null) return null
  const text = checkout.planAnswers?.[key] ?? key
  const question = questions.find((one) => one.name === name)
  if (question?.type === 'boolean') return text === 'true'
  return question?.choices?.find((choice) => String(choice) === text) ?? text
}

/** The same as answers to be priced: one, or none. */
export function planAnswers(
  { definition: { checkout }, plans }: LoadedVersion,
  { definition: { quoteRules } }: LoadedItem,
  planId: PlanId,
): JsonObject {
  const plan = plans.get(planId)
  const name = checkout?.planQuestion ?? null
  const asked = quoteRules.quote.map(readQuestion)
  // An item may have questions of its own, without this one.
  if (plan === undefined || name === null || !asked.some((one) => one.name === name)) return {}
  return { [name]: planAnswer(plan.key, checkout, asked) }
}
