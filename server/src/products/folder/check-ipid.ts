import type { Problem } from '../../kernel/index.ts'
import type { ProductDefinition, ProductFiles } from '../product-definition.ts'
import { handoverDocuments } from '../handover-documents.ts'
import { missingHeadings } from './ipid-headings.ts'
import { type Part, quoted } from './part.ts'

type Product = Pick<
  ProductDefinition,
  'customers' | 'law' | 'countryOfRisk' | 'languages' | 'documents'
>

/** Consumers read the insurance product information document in the language that they buy in. */
export function refuseMissingIpid(root: Part, product: Product): void {
  const { customers, languages } = product
  if (customers !== 'consumers' || isSwiss(product)) return
  const [ipid] = ipidsOf(product)
  const missing = languages.filter((language) => !isIn(ipid?.files[language], language))
  if (missing.length === 0) return
  const designation = ipid?.designation ?? 'ipid'
  const files = missing.map((language) => `documents/${designation}.${language}.pdf or .typ`)
  root
    .member('customers')
    .refuse(
      `A product for consumers needs its insurance product information document in ${missing.join(', ')}.`,
      `Add ${files.join(', ')}, and list it in documents/documents.yaml with handover: ipid.`,
    )
}

/** What the document has to ask in the words of the law, and does not. */
export async function warnOfIpid(product: Product, files: ProductFiles): Promise<Problem[]> {
  if (product.customers !== 'consumers' || product.documents.length === 0) return []
  if (handoverDocuments(product).length === 0) return [nothingHandedOver]
  const own = ipidsOf(product).flatMap((document) =>
    Object.entries(document.files).filter(([language, file]) => isIn(file, language)),
  )
  const warnings = await Promise.all(
    own.map(async ([language, file]) => {
      const missing = await missingHeadings(files, file, language)
      if (missing === null) return [unreadable(file)]
      return missing.length === 0 ? [] : [warningOf(file, missing)]
    }),
  )
  return warnings.flat()
}

/** Swiss law does not know the document; whoever has one all the same is held to its headings. */
function isSwiss({ law, countryOfRisk }: Product): boolean {
  return law === 'ch' || countryOfRisk === 'CH'
}

const nothingHandedOver: Problem = {
  file: 'product.yaml',
  place: 'customers',
  message: 'Consumers receive nothing before they are bound: no document has handover.',
  fix: 'Write handover: terms and so on in documents/documents.yaml.',
}

function ipidsOf({ documents }: Product) {
  return documents.filter(({ handover }) => handover === 'ipid')
}

/** A language without a file of its own has that of the default language. */
function isIn(file: string | undefined, language: string): boolean {
  return file !== undefined && file.split('.').at(-2) === language
}

function warningOf(file: string, missing: readonly string[]): Problem {
  return {
    file,
    place: '',
    message: `The insurance product information document does not ask ${missing.map(quoted).join(', ')}.`,
    fix: 'Write the headings as regulation (EU) 2017/1469 does.',
  }
}

function unreadable(file: string): Problem {
  return {
    file,
    place: '',
    message: 'The text of this PDF cannot be read, so that nobody has checked its headings.',
    fix: 'Save it without a password, with its text.',
  }
}
