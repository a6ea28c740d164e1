import type { Problem } from '../kernel/index.ts'
import type { MailDefinition, MailsDefinition, ProductFiles } from '../products/index.ts'
import { type MailTemplate, parseTemplate } from './template.ts'

/** The templates of a folder that can be read, by their files. */
export interface FolderMails {
  readonly templates: ReadonlyMap<string, MailTemplate>
  readonly problems: readonly Problem[]
}

export function readFolderMails(mails: MailsDefinition, files: ProductFiles): FolderMails {
  const templates = new Map<string, MailTemplate>()
  const problems: Problem[] = []
  const read = (file: string, kind: 'mail' | 'footer') => {
    const content = files.get(file)
    if (content === undefined || templates.has(file)) return
    const parsed = parseTemplate(file, content, kind)
    if ('problems' in parsed) problems.push(...parsed.problems)
    else templates.set(file, parsed.template)
  }
  for (const file of new Set(mails.mails.flatMap((mail) => Object.values(mail.files)))) {
    read(file, 'mail')
  }
  for (const file of new Set(Object.values(mails.footer))) read(file, 'footer')
  return { templates, problems }
}

/** The template of a mail and its footer in a language; undefined where it has none. */
export function templateFor(
  { templates }: Pick<FolderMails, 'templates'>,
  mails: MailsDefinition,
  mail: MailDefinition,
  language: string,
): { readonly template: MailTemplate; readonly footer: MailTemplate | null } | undefined {
  const template = templates.get(mail.files[language] ?? '')
  const footer = templates.get(mails.footer[language] ?? '') ?? null
  return template && { template, footer }
}
