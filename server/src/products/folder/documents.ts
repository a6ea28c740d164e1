import { type Problem, suggest } from '../../kernel/index.ts'
import {
  type DocumentDefinition,
  type DocumentOccasion,
  type ProductFiles,
  documentOccasions,
  handoverKinds,
} from '../product-definition.ts'
import { refuseRepeats } from './names.ts'
import { openYaml } from './open-file.ts'
import { quoted, type Part } from './part.ts'

const folder = 'documents/'
const listFile = `${folder}documents.yaml`
const documentsMax = 20
const designationPattern = /^[a-z][a-z0-9_-]{0,39}$/
/** A document lies in the folder itself; parts, pictures and fonts may lie in folders of their own. */
const documentFile = /^documents\/([^/.]+)\.([^/.]+)\.(typ|pdf)$/

interface Languages {
  readonly languages: readonly string[]
  readonly defaultLanguage: string
}

/** The documents of a product, from documents/documents.yaml and the files beside it. */
export function readDocuments(
  files: ProductFiles,
  /** Null where nobody knows which languages there are. */
  product: Languages | null,
  problems: Problem[],
): DocumentDefinition[] {
  const present = [...files.keys()].filter((file) => documentFile.test(file))
  if (!files.has(listFile) && present.length === 0) return []
  const root = openYaml(files, listFile, problems)
  if (root === null || product === null) return []
  root.hasOnly(['documents'])
  const entries = root.member('documents').list('List the documents by their designation.')
  if (entries.length > documentsMax) {
    root.refuse(`There are more than ${documentsMax} documents.`, 'Combine some of them.')
  }
  refuseRepeats(entries, 'designation')
  const documents = entries.map((entry) => readDocument(entry, files, product))
  problems.push(...refuseStrayDocuments(present, documents, product))
  for (const file of present) problems.push(...refuseFalsePdf(files, file))
  return documents
}

function readDocument(entry: Part, files: ProductFiles, product: Languages): DocumentDefinition {
  entry.hasOnly(['designation', 'name', 'with', 'handover'])
  const designation = entry
    .member('designation')
    .matching(designationPattern, 'Use lower-case letters, digits and dashes, for example policy.')
  const occasions = readOccasions(entry.member('with'), designation)
  return {
    designation,
    with: occasions,
    names: readNames(entry.member('name'), designation, product),
    files: findFiles(entry, designation, files, product),
    ...readHandover(entry.member('handover'), occasions),
  }
}

/** Only documents of an offer are there before the contract. */
function readHandover(
  part: Part,
  occasions: readonly DocumentOccasion[],
): Pick<DocumentDefinition, 'handover'> {
  if (part.isAbsent) return {}
  if (!occasions.includes('offer')) {
    part.refuse(
      'This document is not made for offers, so that it cannot be handed over before the contract.',
      'Add offer to with, or leave handover out.',
    )
  }
  return { handover: part.oneOf(handoverKinds) }
}

/** The document of an occasion goes by its name; any other says which occasions it belongs to. */
function readOccasions(part: Part, designation: string): DocumentOccasion[] {
  const own = documentOccasions.find((occasion) => occasion === designation)
  if (part.isAbsent && own !== undefined) return [own]
  const entries = part.filledList(`List some of ${documentOccasions.join(', ')}.`)
  refuseRepeats(entries, '')
  return entries.map((entry) => entry.oneOf(documentOccasions))
}

function readNames(part: Part, designation: string, product: Languages): Record<string, string> {
  const named = (name: (language: string) => string) =>
    Object.fromEntries(product.languages.map((language) => [language, name(language)]))
  if (part.isAbsent) return named(() => designation)
  if (typeof part.value === 'string') {
    const name = part.text()
    return named(() => name)
  }
  part.hasOnly(product.languages)
  const fallback = part.member(product.defaultLanguage).text('Name it in the default language.')
  return named((language) => part.member(language).optional(fallback, (name) => name.text()))
}

function findFiles(
  entry: Part,
  designation: string,
  files: ProductFiles,
  product: Languages,
): Record<string, string> {
  const found: Record<string, string> = {}
  for (const language of new Set([product.defaultLanguage, ...product.languages])) {
    const place = `${folder}${designation}.${language}`
    const [first, second] = [`${place}.typ`, `${place}.pdf`].filter((file) => files.has(file))
    if (second !== undefined) {
      entry.refuse(`There are both ${first} and ${second}.`, 'Keep one of them.')
    }
    const file = first ?? found[product.defaultLanguage]
    if (file !== undefined) found[language] = file
  }
  if (designation !== '' && found[product.defaultLanguage] === undefined) {
    const place = `${folder}${designation}.${product.defaultLanguage}`
    entry.refuse(
      `The document is missing: there is neither ${place}.typ nor ${place}.pdf.`,
      'Add one in the default language; other languages fall back on it.',
    )
  }
  return found
}

function refuseStrayDocuments(
  present: readonly string[],
  documents: readonly DocumentDefinition[],
  product: Languages,
): Problem[] {
  const designations = documents.map((document) => document.designation)
  return present.flatMap((file) => {
    const [, designation = '', language = ''] = documentFile.exec(file) ?? []
    if (!designations.includes(designation)) {
      const message = `${listFile} lists no document ${quoted(designation)}.`
      const fix = `List it there, or ${lowerFirst(suggest(designation, designations))}`
      return [{ file, place: '', message, fix }]
    }
    if (product.languages.includes(language)) return []
    const message = `${quoted(language)} is not among the languages of the product.`
    return [{ file, place: '', message, fix: suggest(language, product.languages) }]
  })
}

const pdfMark = Buffer.from('%PDF-')

function refuseFalsePdf(files: ProductFiles, file: string): Problem[] {
  const start = files.get(file)?.subarray(0, pdfMark.length)
  if (!file.endsWith('.pdf') || (start !== undefined && pdfMark.equals(start))) return []
  return [{ file, place: '', message: 'This is not a PDF.', fix: 'Save it as a PDF.' }]
}

function lowerFirst(sentence: string): string {
  return sentence.charAt(0).toLowerCase() + sentence.slice(1)
}
