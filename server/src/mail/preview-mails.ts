import type { Problem } from '../kernel/index.ts'
import { type Sampling, openSamples } from '../documents/index.ts'
import { type MailEvent, localText, mailEvents } from '../products/index.ts'
import { sampleMailData } from './check-mails.ts'
import { readFolderMails, templateFor } from './folder-mails.ts'
import { type RenderedMail, renderMail } from './render-mail.ts'

/** A mail with sample data, for the author of its template. */
export interface PreviewedMail extends RenderedMail {
  readonly event: MailEvent
  readonly language: string
  /** Whether the product switches it on. */
  readonly isSent: boolean
  readonly sender: string
  /** Designations of the documents that it carries. */
  readonly attached: readonly string[]
  /** Why its price is made up; null where pricing asks it. */
  readonly inventedBecause: string | null
}

export type MailPreview =
  | { readonly ok: true; readonly mails: readonly PreviewedMail[] }
  | { readonly ok: false; readonly problems: readonly Problem[] }

/** All mails of a folder, of its first item. The logo is in the page itself, as no page may fetch it. */
export async function previewMails(
  sampling: Sampling,
  wish: { readonly language: string | null },
): Promise<MailPreview> {
  const { definition } = sampling.product
  const { mails } = definition
  const [item] = definition.items
  if (mails === undefined || item === undefined) return { ok: true, mails: [] }
  const folder = readFolderMails(mails, sampling.files)
  const caseOf = openSamples(sampling)
  const logo = logoOf(sampling, mails.logo)
  const made: PreviewedMail[] = []
  for (const mail of mails.mails) {
    const { event, isSent, attach } = mail
    for (const language of Object.keys(mail.files)) {
      const found = templateFor(folder, mails, mail, language)
      if (found === undefined || (wish.language !== null && wish.language !== language)) continue
      const terms = {
        item,
        occasion: mailEvents[event] ?? 'withdrawal',
        language,
        extent: 'sold',
      } as const
      const facts = await caseOf(terms)
      const { data, format } = sampleMailData(facts, mail, terms.extent)
      const sender = localText(mails.sender, language, sampling.insurer.name)
      const brand = { sender, colour: mails.colour, logo }
      const { currency } = definition
      const rendered = renderMail({ ...found, language, data, format, currency, brand })
      if (rendered.problems.length > 0) return { ok: false, problems: rendered.problems }
      const { inventedBecause } = facts
      const attached = attach.map((name) => nameOf(sampling, name, language))
      made.push({ ...rendered.mail, event, language, isSent, sender, attached, inventedBecause })
    }
  }
  return { ok: true, mails: made }
}

function nameOf({ product }: Sampling, designation: string, language: string): string {
  const found = product.definition.documents.find((one) => one.designation === designation)
  return found?.names[language] ?? designation
}

function logoOf({ files }: Sampling, path: string | undefined): string | null {
  const content = path === undefined ? undefined : files.get(path)
  if (path === undefined || content === undefined) return null
  const type = path.endsWith('.png') ? 'image/png' : 'image/jpeg'
  return `data:${type};base64,${Buffer.from(content).toString('base64')}`
}
