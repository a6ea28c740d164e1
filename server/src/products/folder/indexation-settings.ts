import { type IndexationSettings, indexationTimes } from '../product-definition.ts'
import { type Languages, readLocalTexts } from './local-texts.ts'
import type { Part } from './part.ts'

const percentMax = 100
const stepMax = 1_000_000_000

/** The answers that rise by an index: which ones, by how much at most, and by which clause. */
export function readIndexation(part: Part, product: Languages): IndexationSettings[] {
  const entries = part.filledList('List the answers that rise by an index, each with its clause.')
  const read = entries.map((entry) => readEntry(entry, product))
  entries.forEach((entry, at) => {
    const { answer = '' } = read[at] ?? {}
    if (read.findIndex((one) => one.answer === answer) === at) return
    entry.member('answer').refuse(`"${answer}" is listed twice.`, 'List each answer once.')
  })
  return read
}

function readEntry(part: Part, product: Languages): IndexationSettings {
  part.hasOnly(['answer', 'takes_effect', 'percent_max', 'step', 'clause', 'agreed_by'])
  const given = (name: string) => part.member(name)
  return {
    answer: given('answer').text('Name an answer of quote.json.'),
    takesEffect: given('takes_effect').optional('next_term', (one) => one.oneOf(indexationTimes)),
    percentMax: given('percent_max').integer(1, percentMax),
    step: given('step').optional(1, (one) => one.integer(1, stepMax)),
    clause: readLocalTexts(given('clause'), product, 'Name the clause, for example "No. 9".'),
    agreedBy: given('agreed_by').optional(null, (one) => one.text('Name an answer of quote.json.')),
  }
}
