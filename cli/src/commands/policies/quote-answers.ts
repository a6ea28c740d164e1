import type { Client, OpenedEndorsement } from '@bindery/sdk'
import { Failure, exitCodes } from '../../failure.ts'
import { type EndorsementOptions, endorsementOf } from './endorsement-options.ts'

/** What is to be changed; other answers are quoted first, so that it has their price. */
export async function quotedEndorsement(
  client: Client,
  policyId: string,
  options: EndorsementOptions,
) {
  const said = Object.entries(options.answer)
  if (said.length === 0) return endorsementOf(options)
  if (options.quote !== undefined) {
    const fix = 'Leave --quote out to have these answers priced, or --answer to use the quote.'
    throw new Failure(exitCodes.usage, 'A quote has its own answers.', fix)
  }
  const opened = await client.call('showChange', { params: { policyId } })
  const data = Object.fromEntries(said.map(([name, text]) => [name, answerIn(opened, name, text)]))
  const quote = await client.quotes.createForChange({
    policy_id: policyId,
    data,
    ...(options.date === undefined ? {} : { effective_date: options.date }),
  })
  return endorsementOf({ ...options, quote: quote.token })
}

/** As the rules of the question want it: a number, true or false, or the text itself. */
function answerIn({ questions, data }: OpenedEndorsement, name: string, text: string): unknown {
  const question = questions.find((one) => one.name === name)
  if (question === undefined) {
    const names = questions.map((one) => one.name)
    const fix =
      names.length === 0
        ? 'quote_patch of the product lists none. Other fields of a policy are changed with --set.'
        : `It has: ${names.join(', ')}. Other fields of a policy are changed with --set.`
    throw new Failure(exitCodes.usage, `No answer ${name} may be changed.`, fix)
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
