import { readFile } from 'node:fs/promises'
import { stringify } from 'yaml'
import type { WorkbookProposal } from '../../pricing/index.ts'

/** The documents of the starter that `bindery init` makes, which every draft gets too. */
const starter = new URL('../../../../cli/starter/documents/', import.meta.url)

const names: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  offer: { en: 'Offer', de: 'Angebot', fr: 'Offre', it: 'Offerta' },
  policy: { en: 'Policy', de: 'Versicherungsschein', fr: 'Police', it: 'Polizza' },
  invoice: { en: 'Invoice', de: 'Rechnung', fr: 'Facture', it: 'Fattura' },
}

/** Offer, policy and invoice in the language of a product, by their paths. */
export async function starterDocuments(
  language: string,
  { fields }: Pick<WorkbookProposal, 'fields'>,
): Promise<ReadonlyMap<string, string>> {
  const read = (path: string) => readFile(new URL(path, starter), 'utf8')
  const documents = Object.entries(names).map(([designation, called]) => ({
    designation,
    name: called[language.slice(0, 2)] ?? called['en'],
  }))
  const listed = stringify({ documents })
  const templates = await Promise.all(
    documents.map(
      async ({ designation }) =>
        [`documents/${designation}.${language}.typ`, await read(`${designation}.en.typ`)] as const,
    ),
  )
  const [header] = (await read('documents.yaml')).split(/^documents:/m)
  return new Map([
    ['documents/documents.yaml', `${header}${listed}`],
    ...templates,
    ['documents/parts/letter.typ', await read('parts/letter.typ')],
    ['documents/parts/words.typ', await read('parts/words.typ')],
    ['documents/parts/questions.typ', writeQuestions(fields)],
  ])
}

/** What the questions are called on paper. */
function writeQuestions(fields: WorkbookProposal['fields']): string {
  const quoted = (text: string) => `"${text.replaceAll(/[\\"]/g, '\\$&')}"`
  const labels = fields.flatMap(({ name, label }) =>
    label === null ? [] : [`  ${quoted(name)}: ${quoted(label)},\n`],
  )
  const percents = fields.flatMap(({ name, isPercent }) => (isPercent ? [`${quoted(name)},`] : []))
  return `// What the questions of quote.json are called; the others go by their names.
#let labels = (${labels.length === 0 ? ':' : `\n${labels.join('')}`})
// Answers that are fractions and are read in per cent: 0.02 is 2 %.
#let percents = (${percents.join(' ')})
`
}
