import type { Problem } from '../../kernel/index.ts'
import type { DocumentOccasion, ProductDefinition } from '../product-definition.ts'

/** Steps of dunning that a folder has documents for, but no letter: nobody is written to then. */
export function warnOfLetters({ dunning, documents }: ProductDefinition): Problem[] {
  if (dunning === null || documents.length === 0) return []
  const steps: DocumentOccasion[] = [
    ...(dunning.reminders.length > 0 ? ['reminder' as const] : []),
    'notice',
    ...(dunning.lapseAfter === null ? [] : ['suspension' as const]),
    'lapse',
    ...(dunning.revivalMonths === null ? [] : ['revival' as const]),
  ]
  const missing = steps.filter((step) => !documents.some((one) => one.with.includes(step)))
  if (missing.length === 0) return []
  return [
    {
      file: 'product.yaml',
      place: 'dunning',
      message: `Customers get no letter: there is no document for ${missing.join(', ')}.`,
      fix: 'Add the document to documents/, or write to customers yourself on events such as dunning.notice_sent.',
    },
  ]
}
