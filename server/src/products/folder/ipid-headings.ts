import type { ProductFiles } from '../product-definition.ts'

/** As the language versions of Commission Implementing Regulation (EU) 2017/1469 word them. */
const headings: Readonly<Record<string, readonly string[]>> = {
  en: [
    'What is this type of insurance?',
    'What is insured?',
    'What is not insured?',
    'Are there any restrictions on cover?',
    'Where am I covered?',
    'What are my obligations?',
    'When and how do I pay?',
    'When does the cover start and end?',
    'How do I cancel the contract?',
  ],
  de: [
    'Um welche Art von Versicherung handelt es sich?',
    'Was ist versichert?',
    'Was ist nicht versichert?',
    'Gibt es Deckungsbeschränkungen?',
    'Wo bin ich versichert?',
    'Welche Verpflichtungen habe ich?',
    'Wann und wie zahle ich?',
    'Wann beginnt und endet die Deckung?',
    'Wie kann ich den Vertrag kündigen?',
  ],
  fr: [
    'De quel type d’assurance s’agit-il ?',
    'Qu’est-ce qui est assuré ?',
    'Qu’est-ce qui n’est pas assuré ?',
    'Y a-t-il des exclusions à la couverture ?',
    'Où suis-je couvert(e) ?',
    'Quelles sont mes obligations ?',
    'Quand et comment effectuer les paiements ?',
    'Quand commence la couverture et quand prend-elle fin ?',
    'Comment puis-je résilier le contrat ?',
  ],
}

/**
 * The headings that a document does not have; none in a language whose headings are not known here.
 * Null where its text cannot be read.
 */
export async function missingHeadings(
  files: ProductFiles,
  file: string,
  language: string,
): Promise<readonly string[] | null> {
  const [base = language] = language.split('-')
  const asked = headings[base] ?? []
  if (asked.length === 0) return []
  const text = await textOf(files, file)
  if (text === null) return null
  const found = plain(text)
  return asked.filter((heading) => !found.includes(plain(heading)))
}

async function textOf(files: ProductFiles, file: string): Promise<string | null> {
  const content = files.get(file) ?? new Uint8Array()
  if (file.endsWith('.pdf')) return textOfPdf(content)
  // A heading may stand in a part that the template imports.
  const parts = [...files].filter(([path]) => /^documents\/.+\/.+\.typ$/.test(path))
  return [content, ...parts.map(([, part]) => part)].map(textOfTemplate).join('\n')
}

function textOfTemplate(source: Uint8Array): string {
  const withoutComments = new TextDecoder()
    .decode(source)
    .replaceAll(/\/\*[^]*?\*\/|(?<!:)\/\/.*$/gm, '')
  return withoutComments.replaceAll(/~/g, ' ').replaceAll(/\\(.)/g, '$1')
}

async function textOfPdf(content: Uint8Array): Promise<string | null> {
  // Large, and needed by few folders.
  const { extractText, getDocumentProxy } = await import('unpdf')
  try {
    const { text } = await extractText(await getDocumentProxy(content.slice()), {
      mergePages: true,
    })
    return text
  } catch {
    return null // It has a password, or is damaged.
  }
}

/** Without what typesetting changes: spaces, apostrophes, capitals and soft hyphens. */
function plain(text: string): string {
  return text
    .normalize('NFKC')
    .replaceAll('\u00ad', '')
    .replaceAll(/[’‘']/g, "'")
    .replaceAll(/\s+/g, '')
    .toLowerCase()
}
