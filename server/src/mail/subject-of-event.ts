import { type InvoiceId, type JsonObject, isId, isJsonObject, parseDay } from '../kernel/index.ts'
import type { Database } from '../database/index.ts'
import type { Sheet } from '../documents/index.ts'
import { selectLetter } from '../dunning/index.ts'
import type { RecordedEvent } from '../events/index.ts'
import { isPaymentId, selectPayment } from '../payments/index.ts'
import { type Policy, selectPolicyVersion } from '../policies/index.ts'
import { selectRenewal } from '../renewals/index.ts'
import type { MailEvent } from '../products/index.ts'

/** The receipt of a declared withdrawal knows no policy. */
type EventOfPolicy = Exclude<MailEvent, 'withdrawal.received'>

/** What a mail shows, by its event; null where there is nothing to say. */
export async function subjectOfEvent(
  db: Database,
  policy: Policy,
  event: RecordedEvent,
  type: EventOfPolicy,
): Promise<{ readonly sheet: Sheet; readonly refund: number | null } | null> {
  const data = isJsonObject(event.data) ? event.data : {}
  const sheet = await sheetOf(db, policy, event, { type, data })
  const { amount } = data
  const refund = type === 'refund.ok' && typeof amount === 'number' ? amount : null
  return sheet && { sheet, refund }
}

async function sheetOf(
  db: Database,
  policy: Policy,
  event: RecordedEvent,
  { type, data }: { readonly type: EventOfPolicy; readonly data: JsonObject },
): Promise<Sheet | null> {
  const policyId = policy.id
  const named = data['version_id']
  const versionId = isId('tpv', named) ? named : (event.versionId ?? policy.versionId)
  const ofVersion = { policyId, versionId }
  switch (type) {
    case 'offer.created':
      return { ...ofVersion, occasion: 'offer' }
    case 'policy.issued':
    case 'policy.renewed':
    case 'refund.ok':
      return { ...ofVersion, occasion: 'policy' }
    case 'policy.endorsed':
      return { ...ofVersion, occasion: 'endorsement' }
    case 'policy.withdrawn':
      return { ...ofVersion, occasion: 'withdrawal' }
    case 'policy.reinstated':
      return { ...ofVersion, occasion: 'reinstatement' }
    case 'policy.cancelled': {
      // Lapses and withdrawals end a policy too, and have mails of their own.
      const version = await selectPolicyVersion(db, policyId, versionId)
      return version?.kind === 'cancellation' ? { ...ofVersion, occasion: 'cancellation' } : null
    }
    case 'invoice.issued': {
      const { subjectId } = event
      // What is credited is said by the mail of what caused it.
      const isOwed = data['kind'] !== 'credit_note' && isId('bil', subjectId)
      return isOwed ? ofInvoice(policy, subjectId) : null
    }
    case 'payment.failed':
      // The customer has chosen another way, or paid otherwise.
      if (data['error_code'] === 'given_up' || data['error_code'] === 'outdated') return null
      return invoiceOf(db, policy, event)
    case 'payment.action_required':
      return invoiceOf(db, policy, event)
    case 'renewal.offered': {
      const firstDay = parseDay(data['first_day'])
      const renewal = firstDay && (await selectRenewal(db, policyId, firstDay))
      if (renewal == null || renewal.quoteId === null) return null
      const { quoteId, basedOn } = renewal
      return { policyId, quoteId, versionId: basedOn, occasion: 'renewal_notice' }
    }
    case 'dunning.reminded':
    case 'dunning.notice_sent':
    case 'dunning.suspended':
    case 'dunning.lapsed':
    case 'dunning.revived': {
      const letterId = data['letter_id']
      const letter = isId('dnl', letterId) ? await selectLetter(db, letterId) : undefined
      // What it says no longer counts.
      if (letter === undefined || letter.voidAt !== null) return null
      return { policyId, letterId: letter.id, versionId: letter.versionId, occasion: letter.kind }
    }
  }
}

/** The invoice that a payment was for; none for the offer, whose customer is there. */
async function invoiceOf(
  db: Database,
  policy: Policy,
  { subjectId }: RecordedEvent,
): Promise<Sheet | null> {
  const payment = isPaymentId(subjectId) ? await selectPayment(db, subjectId) : undefined
  return payment?.invoiceId == null ? null : ofInvoice(policy, payment.invoiceId)
}

function ofInvoice({ id: policyId }: Policy, invoiceId: InvoiceId): Sheet {
  return { policyId, invoiceId, occasion: 'invoice' }
}
