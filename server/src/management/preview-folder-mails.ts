import type { Caller } from '../identity/index.ts'
import { type MailPreview, previewMails } from '../mail/index.ts'
import { type ProductFiles, type ValidateDeps, validateProduct } from '../products/index.ts'
import { noSuchLanguage } from './reasons.ts'

/** The mails of a folder as customers would get them, with sample data. Nothing is kept. */
export async function previewFolderMails(
  deps: ValidateDeps,
  caller: Pick<Caller, 'account'>,
  { files, language }: { readonly files: ProductFiles; readonly language: string | null },
): Promise<MailPreview> {
  const insurer = caller.account
  const checked = await validateProduct(deps, insurer, files)
  if (!checked.ok) return { ok: false, problems: checked.problems }
  const { product, compiled } = checked
  if (language !== null && !product.definition.languages.includes(language)) {
    throw noSuchLanguage(language)
  }
  return previewMails({ product, compiled, files, insurer, now: deps.clock() }, { language })
}
