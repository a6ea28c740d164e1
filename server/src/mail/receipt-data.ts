import { type JsonObject, todayIn } from '../kernel/index.ts'
import { type FormatData, dayText, formatsOf } from '../documents/index.ts'
import { type ProductDefinition, localText } from '../products/index.ts'

/** What a mail shows that confirms a declared withdrawal. It knows no policy, only what was entered. */
export interface ReceiptFacts {
  readonly definition: Pick<ProductDefinition, 'key' | 'name' | 'names' | 'currency' | 'timeZone'>
  readonly insurer: { readonly key: string; readonly name: string }
  readonly language: string
  /** The id of the declaration, by which the insurer finds it. */
  readonly reference: string
  readonly name: string
  readonly policyNumber: string
  readonly email: string
  readonly receivedAt: Temporal.Instant
  readonly link: string
}

/** The data of its template: by the same names as in other mails, so that they can share a footer. */
export function receiptData(facts: ReceiptFacts): {
  readonly data: JsonObject
  readonly format: FormatData
} {
  const { definition, insurer, language, receivedAt, link } = facts
  const { timeZone } = definition
  const format = formatsOf({ ...definition, language })
  const date = dayText(format, todayIn(timeZone, receivedAt))
  const data = {
    mail: { event: 'withdrawal.received', language, date },
    insurer: { key: insurer.key, name: insurer.name },
    product: {
      key: definition.key,
      name: localText(definition.names, language, definition.name),
    },
    policy: { number: facts.policyNumber },
    customer: { name: facts.name, email: facts.email },
    withdrawal: {
      reference: facts.reference,
      received: exactMoment(receivedAt, language, timeZone),
    },
    links: { withdrawal: link },
  }
  // Plain JSON, by which names are looked up.
  return { data: JSON.parse(JSON.stringify(data)) as JsonObject, format }
}

/** To the second and with the time zone: the law asks for date and time. */
function exactMoment(at: Temporal.Instant, language: string, timeZone: string): string {
  const style = { dateStyle: 'long', timeStyle: 'long', timeZone } as const
  return new Intl.DateTimeFormat(language, style).format(at.epochMilliseconds)
}
