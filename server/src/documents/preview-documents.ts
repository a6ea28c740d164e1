import type { Problem } from '../kernel/index.ts'
import type {
  DocumentDefinition,
  DocumentOccasion,
  NamedCancellation,
  ProductDefinition,
} from '../products/index.ts'
import { assembleData } from './assemble-data.ts'
import { formatsOf } from './formats.ts'
import type { PdfRenderer } from './renderer/renderer.ts'
import { printTask } from './print.ts'
import { type SampleTerms, type Sampling, namedFor, openSamples } from './sample-case.ts'
import { templateKit } from './template-kit.ts'
import { problemsOf } from './template-problems.ts'

/** A document with sample data, for the author of its template. */
export interface PreviewedDocument {
  readonly designation: string
  readonly name: string
  readonly occasion: DocumentOccasion
  readonly language: string
  readonly item: string
  /** Of a cancellation: the kind and the reason that it names; null where it names none. */
  readonly named: NamedCancellation | null
  readonly content: Uint8Array
  /** Why its price is made up, which stands on the document as well; null where pricing asks it. */
  readonly inventedBecause: string | null
}

export type Preview =
  | { readonly ok: true; readonly documents: readonly PreviewedDocument[] }
  | { readonly ok: false; readonly problems: readonly Problem[] }

export interface PreviewWish {
  readonly designation: string | null
  readonly language: string | null
}

/** All documents of a folder, or those of one designation or language. */
export async function previewDocuments(
  renderer: PdfRenderer,
  sampling: Sampling,
  wish: PreviewWish,
): Promise<Preview> {
  const { definition } = sampling.product
  const caseOf = openSamples(sampling)
  const documents: PreviewedDocument[] = []
  const problems: Problem[] = []
  for (const document of definition.documents) {
    if (wish.designation !== null && document.designation !== wish.designation) continue
    for (const language of definition.languages) {
      if (wish.language !== null && language !== wish.language) continue
      for (const sheet of sheetsOf(definition, document, language)) {
        const terms = { ...sheet, language, extent: 'sold' } as const
        const made = await preview(renderer, sampling, document, terms, caseOf)
        if ('content' in made) documents.push(made)
        else problems.push(...made.problems)
      }
    }
  }
  return problems.length > 0 ? { ok: false, problems } : { ok: true, documents }
}

/** A document that is attached as a file is the same for every sale. */
function sheetsOf(
  definition: ProductDefinition,
  document: DocumentDefinition,
  language: string,
): (Pick<SampleTerms, 'item' | 'occasion'> & Pick<PreviewedDocument, 'named'>)[] {
  const all = document.with.flatMap((occasion) => {
    const [first = null, ...others] = namedFor(definition, document.designation, occasion)
    return definition.items.flatMap((item, n) =>
      // One item shows what differs by kind.
      [first, ...(n === 0 ? others : [])].map((named) => ({ item, occasion, named })),
    )
  })
  return document.files[language]?.endsWith('.pdf') ? all.slice(0, 1) : all
}

async function preview(
  renderer: PdfRenderer,
  sampling: Sampling,
  document: DocumentDefinition,
  terms: SampleTerms & Pick<PreviewedDocument, 'named'>,
  caseOf: ReturnType<typeof openSamples>,
): Promise<PreviewedDocument | { problems: readonly Problem[] }> {
  const { language, occasion } = terms
  const { files, product } = sampling
  const file = document.files[language] ?? ''
  const described = {
    designation: document.designation,
    name: document.names[language] ?? document.designation,
    occasion,
    language,
    item: terms.item.key,
    named: terms.named,
  }
  if (file.endsWith('.pdf')) {
    return { ...described, content: files.get(file) ?? new Uint8Array(), inventedBecause: null }
  }
  const sample = await caseOf(terms)
  const data = assembleData(sample, document, formatsOf({ ...product.definition, language }))
  const { inventedBecause } = sample
  const stamp = inventedBecause === null ? null : `Invented price: ${inventedBecause}`
  const task = printTask(file, data, { wantsPdf: true, stamp })
  const rendered = await renderer.carryOut(templateKit(files), task)
  if (rendered.outcome === 'printed' && rendered.pdf !== null) {
    return { ...described, content: rendered.pdf, inventedBecause }
  }
  return { problems: problemsOf(file, rendered) }
}
