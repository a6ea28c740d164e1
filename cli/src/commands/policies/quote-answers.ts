import type { Client, OpenedEndorsement } from '@bindery/sdk'
import { Failure, exitCodes } from '../../failure.ts'
import { type EndorsementOptions, endorsementOf } from './endorsement-options.ts'

/** The endorsement of the options. New answers are quoted first, so that it has their price. */
export async function quotedEndorsement(
  client: Client,
  policyId: string,
  options: EndorsementOptions,
) {
  const answers = Object.entries(options.answer)
  if (answers.length === 0) return endorsementOf(options)
  if (options.quote !== undefined) {
    const fix = 'Use --answer to price new answers, or --quote to use an existing quote.'
    throw new Failure(exitCodes.usage, '--quote and --answer cannot be combined.', fix)
  }
  const opened = await client.call('showEndorsement', { params: { policyId } })
  const data = Object.fromEntries(
    answers.map(([name, text]) => [name, answerIn(opened, name, text)]),
  )
  const quote = await client.quotes.createForEndorsement({
    policy_id: policyId,
    data,
    ...(options.date === undefined ? {} : { effective_date: options.date }),
  })
  return endorsementOf({ ...options, quote: quote.token })
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
