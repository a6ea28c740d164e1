import { type JsonObject, todayIn } from '../kernel/index.ts'
import {
  type AmountText,
  type DayText,
  type DocumentCase,
  type DocumentData,
  type FormatData,
  amountText,
  assembleData,
  dayText,
  formatsOf,
} from '../documents/index.ts'
import type { MailEvent } from '../products/index.ts'

/** What a template of a mail sees: the data of documents, and what only a mail has. */
export interface MailData extends Omit<DocumentData, 'document' | 'format' | 'links'> {
  readonly mail: { readonly event: MailEvent; readonly language: string; readonly date: DayText }
  readonly links: MailLinks
  /** When the invoice is collected from a card or an account; null where the customer pays it. */
  readonly collection: { readonly date: DayText } | null
  /** Null unless money was paid back. */
  readonly refund: { readonly amount: AmountText } | null
}

export interface MailLinks {
  /** The documents of the policy or the offer, as they are when the link is opened. */
  readonly documents: string
  /** The page on which the invoice or the offer is paid; null where nothing is to be paid there. */
  readonly pay: string | null
  /** The page on which customers of the product withdraw. */
  readonly withdrawal: string
}

export interface MailFacts {
  readonly facts: DocumentCase
  readonly event: MailEvent
  /** When it happened. */
  readonly at: Temporal.Instant
  readonly links: MailLinks
  readonly refund: number | null
}

export function mailData({ facts, event, at, links, refund }: MailFacts): {
  readonly data: JsonObject
  readonly format: FormatData
} {
  const { language, definition } = facts
  const format = formatsOf({ ...definition, language })
  const {
    document: _document,
    format: _format,
    links: _links,
    ...shared
  } = assembleData(facts, { designation: event, names: {} }, format)
  const data: MailData = {
    ...shared,
    mail: { event, language, date: dayText(format, todayIn(definition.timeZone, at)) },
    links,
    collection: collectionOf(facts, format),
    refund: refund === null ? null : { amount: amountText(format, refund, definition.currency) },
  }
  // Plain JSON, by which names are looked up.
  return { data: JSON.parse(JSON.stringify(data)) as JsonObject, format }
}

/** What SEPA calls the pre-notification: the day of an invoice that is collected. */
function collectionOf({ invoice }: DocumentCase, format: FormatData): MailData['collection'] {
  if (invoice === null || invoice.payment.how !== 'collected') return null
  return { date: dayText(format, invoice.dueDay) }
}
