import type { TryDocuments } from '../products/index.ts'
import { checkMails, checkTemplates } from './check-mails.ts'

/** The trial of a folder's documents, and of its mails besides. */
export function withMails(tryDocuments: TryDocuments): TryDocuments {
  return (folder) => {
    const tryOut = tryDocuments(folder)
    return async (terms) => {
      const problems = await tryOut(terms)
      const more =
        terms === null ? checkTemplates(folder) : await checkMails({ ...folder, ...terms })
      return [...problems, ...more]
    }
  }
}
