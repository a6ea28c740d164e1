import type { CheckoutDefinition } from '../product-definition.ts'
import { type Asked, readName } from './checkout-fields.ts'
import { quoted, type Part } from './part.ts'

/**
 * The question that is answered by choosing a plan, so that nobody can answer otherwise: its name, or its
 * name with what each plan answers it with.
 */
export function readPlanQuestion(
  part: Part,
  asked: Asked | null,
  planKeys: readonly string[],
): Pick<CheckoutDefinition, 'planQuestion' | 'planAnswers'> {
  if (part.isAbsent) return { planQuestion: null }
  if (typeof part.value === 'string') {
    return { planQuestion: readAnsweredByKeys(part, asked, planKeys) }
  }
  part.hasOnly(['name', 'answers'])
  const name = readName(part.member('name'), asked?.quote ?? null)
  return {
    planQuestion: name,
    planAnswers: readAnswers(part.member('answers'), choicesOf(asked, name), planKeys),
  }
}

function readAnsweredByKeys(part: Part, asked: Asked | null, planKeys: readonly string[]): string {
  const name = readName(part, asked?.quote ?? null)
  const choices = choicesOf(asked, name)
  const unknown = choices?.filter((choice) => !planKeys.includes(choice)) ?? []
  if (asked !== null && asked.quote.includes(name) && (choices === null || unknown.length > 0)) {
    part.refuse(
      `The answers of ${quoted(name)} are not the keys of payment plans.`,
      `Let its rule be \`in:${planKeys.join()}\`, or name the answer of each plan: { name: ${name}, answers: { ${planKeys[0]}: ... } }.`,
    )
  }
  return name
}

function choicesOf(asked: Asked | null, name: string): readonly string[] | null {
  return asked?.all.get(name)?.choices ?? null
}

/** One answer for each plan, no two alike: a customer who has chosen a plan has given that answer. */
function readAnswers(
  part: Part,
  choices: readonly string[] | null,
  planKeys: readonly string[],
): Record<string, string> {
  if (!part.hasOnly(planKeys)) return {}
  const given = new Map<string, string>()
  for (const key of planKeys) {
    const member = part.member(key)
    if (member.isAbsent) {
      member.refuse(`The plan ${key} has no answer.`, 'Name the answer that leads to this plan.')
      continue
    }
    const { value } = member
    const isPlain = typeof value === 'boolean' || typeof value === 'number'
    const answer = isPlain ? String(value) : member.text('Write one answer.')
    const [first, ...others] = choices ?? []
    if (first !== undefined && !choices?.includes(answer)) member.oneOf([first, ...others])
    if ([...given.values()].includes(answer)) {
      member.refuse(
        `${quoted(answer)} is the answer of two plans.`,
        'Give each plan its own answer.',
      )
    }
    given.set(key, answer)
  }
  return Object.fromEntries(given)
}
