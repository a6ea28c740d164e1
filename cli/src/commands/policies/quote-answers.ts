import type { OpenedEndorsement, PolicySummary } from '@bindery/sdk'
import { Failure, exitCodes } from '../../failure.ts'
import { findPlan } from '../../server/find-plan.ts'
import type { Server } from '../../server/open-server.ts'
import { type EndorsementOptions, endorsementOf } from './endorsement-options.ts'

/** The endorsement of the options. New answers and another plan are quoted first, so that it has their price. */
export async function quotedEndorsement(
  server: Server,
  policy: PolicySummary,
  options: EndorsementOptions,
) {
  const { client } = server
  const answers = Object.entries(options.answer)
  if (answers.length === 0 && options.plan === undefined) return endorsementOf(options)
  if (options.quote !== undefined) {
    const name = options.plan === undefined ? '--answer' : '--plan'
    const fix = `Use ${name} to have a new price quoted, or --quote to use an existing quote.`
    throw new Failure(exitCodes.usage, `--quote and ${name} cannot be combined.`, fix)
  }
  const quote = await client.quotes.createForEndorsement({
    policy_id: policy.id,
    data: await answersOf(server, policy, options.answer),
    ...(options.date === undefined ? {} : { effective_date: options.date }),
    ...(options.plan === undefined
      ? {}
      : { subscription_plan_id: await findPlan(server, policy, options.plan) }),
  })
  return endorsementOf({ ...options, quote: quote.token })
}

/** Answers of the command line, each in the type of its question. */
export async function answersOf(
  { client }: Pick<Server, 'client'>,
  { id: policyId }: Pick<PolicySummary, 'id'>,
  answers: Readonly<Record<string, string>>,
): Promise<Record<string, unknown>> {
  const texts = Object.entries(answers)
  if (texts.length === 0) return {}
  const opened = await client.call('showEndorsement', { params: { policyId } })
  return Object.fromEntries(texts.map(([name, text]) => [name, answerIn(opened, name, text)]))
}

/** The answer in the type of its question: a number, true or false, or the text itself. */
function answerIn({ questions, data }: OpenedEndorsement, name: string, text: string): unknown {
  const question = questions.find((one) => one.name === name)
  if (question === undefined) {
    const names = questions.map((one) => one.name)
    const fix =
      names.length === 0
        ? 'quote_patch of the product lists no answers. Change fields of the policy data with --set.'
        : `Answers that may change: ${names.join(', ')}. Change fields of the policy data with --set.`
    throw new Failure(exitCodes.usage, `The answer ${name} may not be changed.`, fix)
  }
  const { type, choices } = question
  const held = typeof data[name]
  const isNumber =
    ['integer', 'numeric', 'decimal'].includes(type ?? '') ||
    (type === null &&
      (held === 'number' || choices?.some((one) => typeof one === 'number') === true))
  if (isNumber && text.trim() !== '' && !Number.isNaN(Number(text))) return Number(text)
  if ((type === 'boolean' || held === 'boolean') && /^(?:true|false)$/.test(text)) {
    return text === 'true'
  }
  return text
}
