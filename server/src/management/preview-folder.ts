import type { Problem } from '../kernel/index.ts'
import type { DocumentTrials, Preview, PreviewWish } from '../documents/index.ts'
import type { Caller } from '../identity/index.ts'
import { type ProductFiles, type ValidateDeps, validateProduct } from '../products/index.ts'
import { noSuchDocument, noSuchLanguage } from './reasons.ts'

export type PreviewedFolder =
  | Preview
  | { readonly ok: false; readonly problems: readonly Problem[] }

/** The documents of a folder as customers would get them, with sample data. Nothing is kept. */
export async function previewFolder(
  deps: ValidateDeps & Pick<DocumentTrials, 'preview'>,
  caller: Pick<Caller, 'account'>,
  request: PreviewWish & { readonly files: ProductFiles },
): Promise<PreviewedFolder> {
  const { files, designation, language } = request
  const insurer = caller.account
  const checked = await validateProduct(deps, insurer, files)
  if (!checked.ok) return { ok: false, problems: checked.problems }
  const { product, compiled } = checked
  const { documents, languages } = product.definition
  if (designation !== null && !documents.some((one) => one.designation === designation)) {
    throw noSuchDocument(designation)
  }
  if (language !== null && !languages.includes(language)) {
    throw noSuchLanguage(language)
  }
  const sampling = { product, compiled, files, insurer, now: deps.clock() }
  return deps.preview(sampling, { designation, language })
}
