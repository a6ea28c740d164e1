import type { Event, WebhookEvent } from '@bindery/sdk'
import { money } from './money.ts'

type EventType = WebhookEvent['type']
type Data = Readonly<Record<string, unknown>>

/**
 * The sort of rows at the same moment: steps of the simulation, then the policy, then the money that
 * follows, then payment methods and all others, and dunning last.
 */
export const ranks = { done: 0, policy: 1, money: 2, other: 3, dunning: 4 } as const

/** How a timetable describes an event. */
export interface EventWords {
  readonly words: string
  readonly rank: (typeof ranks)[keyof typeof ranks]
  /** The new status of the policy, where the event itself does not have it. */
  readonly status?: string
  /** Appends details from the data of the event. */
  readonly details: Details
}

type Details = (data: Data, currency: string) => string

/** The words of every type; null where the account has an entry for it, or it is of no interest. */
const wordsByType: Readonly<Record<EventType, EventWords | null>> = {
  'offer.created': null,
  'offer.expired': other('offer expired'),
  'policy.issued': policy('POLICY ISSUED', { status: 'paid' }),
  'policy.endorsement_requested': null,
  'policy.endorsed': policy('POLICY ENDORSED'),
  'policy.endorsement_failed': other('endorsement failed'),
  'policy.endorsement_proposed': policy('endorsement proposed, awaiting payment', {
    details: toPay,
  }),
  'policy.adjustment_requested': null,
  'policy.adjusted': policy('PREMIUM ADJUSTED'),
  'policy.adjustment_failed': other('premium adjustment failed'),
  'policy.tax_changed': policy('TAX CHANGED BY LAW'),
  'policy.cancellation_requested': null,
  'policy.cancelled': policy('POLICY CANCELLED', { status: 'cancelled' }),
  'policy.cancellation_failed': other('cancellation failed'),
  'policy.end_move_requested': null,
  'policy.end_moved': policy('END MOVED', { details: lastDay }),
  'policy.end_move_failed': other('move of the end failed'),
  'policy.end_move_proposed': policy('move of the end proposed, awaiting payment', {
    details: toPay,
  }),
  'policy.withdrawal_requested': null,
  'policy.withdrawn': policy('CONTRACT WITHDRAWN', { status: 'cancelled', details: receivedOn }),
  'policy.withdrawal_failed': other('withdrawal failed'),
  'policy.reinstatement_requested': null,
  'policy.reinstated': policy('POLICY REINSTATED', { status: 'paid' }),
  'policy.reinstatement_failed': other('reinstatement failed'),
  'policy.reinstatement_proposed': policy('reinstatement proposed, awaiting payment', {
    details: toPay,
  }),
  'policy.proposal_preempted': other('proposal superseded by another transaction'),
  'policy.proposal_lapsed': other('proposal lapsed'),
  'policy.policyholder_changed': policy('POLICYHOLDER CHANGED'),
  'policy.party_added': other('party added', ({ role }) => ` ${String(role)}`),
  'policy.party_ended': other('party ended', ({ role }) => ` ${String(role)}`),
  'customer.joined': null,
  'customer.split': null,
  'policy.delivery_recorded': other('documents delivered', deliveredOn),
  'policy.first_premium_overdue': other('first premium overdue'),
  'policy.expired': policy('POLICY EXPIRED', { status: 'expired' }),
  'policy.renewed': policy('POLICY RENEWED'),
  'policy.suspended': policy('COVER SUSPENDED', { status: 'suspended', details: fromDay }),
  'policy.resumed': policy('COVER RESUMED', { status: 'paid', details: fromDay }),
  'policy.revived': policy('POLICY REVIVED', { status: 'paid', details: fromDay }),
  'renewal.offered': other('renewal offered', offeredPrice),
  'renewal.price_held': other('renewal at the old price'),
  'renewal.accepted': other('renewal accepted'),
  'renewal.declined': other('renewal declined'),
  'renewal.blocked': other('renewal blocked', problemCodes),
  'renewal.knocked_out': other('renewal knocked out'),
  'renewal.endorsement_recorded': other('change recorded for the next term'),
  'renewal.endorsement_revoked': other('change of the next term revoked'),
  'renewal.endorsement_applied': null,
  'renewal.endorsement_voided': other('change of the next term is void'),
  'renewal.voided': other('renewal voided'),
  'dunning.opened': dunning('overdue', overdueSum),
  'dunning.reminded': dunning('reminder sent'),
  'dunning.notice_sent': dunning('notice sent'),
  'dunning.notice_voided': dunning('notice voided'),
  'dunning.notice_proved': dunning('notice delivered'),
  'dunning.proof_voided': dunning('notice not delivered after all'),
  'dunning.suspended': dunning('suspension letter sent'),
  'dunning.lapsed': dunning('lapse letter sent'),
  'dunning.revived': dunning('revival letter sent'),
  'dunning.termination_due': dunning('letter of termination to be sent'),
  'dunning.legal_action_recorded': dunning('legal action recorded'),
  'dunning.cured': dunning('overdue amount settled'),
  'dunning.ended': dunning('dunning ended with the cover'),
  'dunning.held': dunning('dunning on hold'),
  'dunning.released': dunning('dunning hold released'),
  'commission.agreed': null,
  'commission.statement_made': null,
  'commission.statement_done': null,
  'invoice.issued': null,
  'invoice.settled': null,
  'invoice.reopened': null,
  'invoice.deferred': null,
  'invoice.written_off': null,
  'payment.pending': other('payment pending'),
  'payment.ok': null,
  'payment.failed': other('payment failed'),
  'payment.action_required': other('payment to be confirmed'),
  'invoice.debit_announced': other('debit announced'),
  'payment_provider.refused': other('account refused by payment provider'),
  'payment.late': other('payment late'),
  'payment.in_doubt': other('payment in doubt'),
  'payment.resolved': null,
  'payment.charged_back': null,
  'dispute.opened': other('payment disputed'),
  'dispute.updated': other('dispute updated'),
  'dispute.won': other('dispute won'),
  'dispute.lost': other('dispute lost'),
  'dispute.closed': other('dispute closed'),
  'receipt.recorded': null,
  'receipt.unmatched': other('receipt unmatched'),
  'receipt.dismissed': other('receipt dismissed'),
  'mandate.given': other('mandate given'),
  'mandate.replaced': other('mandate replaced'),
  'mandate.revoked': other('mandate revoked'),
  'mandate.declined': other('mandate declined'),
  'refund.created': null,
  'refund.ok': null,
  'refund.failed': other('refund failed'),
  'refund.in_doubt': other('refund in doubt'),
  'refund.retried': null,
  'payout.created': null,
  'payout.done': null,
  'payout.failed': other('payout failed'),
  'payout.returned': other('payout returned'),
  'payout.cancelled': other('payout cancelled'),
  'lead.created': other('lead created'),
  'lead.expired': other('lead expired'),
  'handover.recorded': other(
    'document handed over',
    ({ designation }) => ` ${String(designation)}`,
  ),
  'handover.voided': other('handover void', ({ designation }) => ` ${String(designation)}`),
  'document.rendered': null,
  'document.failed': other('document failed'),
  // They belong to no policy.
  'withdrawal.received': null,
  'withdrawal.settled': null,
  'withdrawal.refused': null,
  'letter.due': other('letter to be posted'),
  'letter.sent': other('letter posted'),
  'letter.delivered': other('letter delivered'),
  'letter.returned': other('letter came back'),
  'mail.composed': null,
  'mail.sent': other('mail sent'),
  'mail.delivered': other('mail delivered'),
  'mail.bounced': other('mail came back'),
  'mail.parked': other('mail not sent'),
  'product.pushed': other('product pushed'),
  'product.published': other('product published'),
  'product.price_out_of_range': other('price above the largest amount'),
  'mass_endorsement.started': other('mass endorsement started'),
  'mass_endorsement.stopped': other('mass endorsement stopped'),
  'mass_endorsement.resumed': other('mass endorsement resumed'),
  'mass_endorsement.done': other('mass endorsement done'),
  'month.closed': other('month closed'),
  'approval.requested': other('approval requested'),
  'approval.approved': other('request approved'),
  'approval.declined': other('request declined'),
  'approval.withdrawn': other('request withdrawn'),
  'approval.expired': other('request expired'),
  'webhook.failing': other('webhook failing'),
  'webhook.disabled': other('webhook disabled'),
  'webhook.test': other('webhook test'),
}

/** An event type of a later release has no words here; its name is shown instead. */
export function wordsOf({ type }: Event): EventWords | null {
  if (isKnown(type)) return wordsByType[type]
  const [subject = '', ...rest] = type.split('.')
  const words = `${subject} ${rest.join(' ')}`.replaceAll('_', ' ')
  return subject === 'dunning' ? dunning(words) : other(words)
}

function isKnown(type: string): type is EventType {
  return Object.hasOwn(wordsByType, type)
}

function policy(words: string, more: Partial<EventWords> = {}): EventWords {
  return { words, rank: ranks.policy, details: sumAndCode, ...more }
}

function other(words: string, details: Details = sumAndCode): EventWords {
  return { words, rank: ranks.other, details }
}

function dunning(words: string, details: Details = toPayBy): EventWords {
  return { words, rank: ranks.dunning, details }
}

/** The amount and the error code. */
function sumAndCode(data: Data, currency: string): string {
  const { amount, error_code: code } = data
  const sum = typeof amount === 'number' ? `: ${money(amount, currency)}` : ''
  if (typeof code !== 'string') return sum
  return sum === '' ? `: ${code}` : `${sum} (${code})`
}

function toPay({ amount }: Data, currency: string): string {
  return typeof amount === 'number' ? `: ${money(amount, currency)}` : ''
}

function toPayBy(data: Data, currency: string): string {
  const last = data['grace_until'] ?? data['pay_until']
  const sum = sumAndCode(data, currency)
  return typeof last === 'string' ? `${sum}, due by ${last}` : sum
}

function overdueSum({ overdue }: Data, currency: string): string {
  return `: ${money(Number(overdue), currency)}`
}

function fromDay({ effective_date: day }: Data): string {
  return ` from ${String(day)}`
}

function lastDay({ termination_date: day }: Data): string {
  return ` to ${String(day)}`
}

function deliveredOn({ delivered_on: day }: Data): string {
  return ` on ${String(day)}`
}

function receivedOn({ received_on: day }: Data): string {
  return `, received on ${String(day)}`
}

/** The new price and the old one. */
function offeredPrice(data: Data, currency: string): string {
  const { gross_payment_amount: price, gross_payment_amount_before: before, first_day: day } = data
  if (typeof price !== 'number' || typeof before !== 'number') return ''
  return ` from ${String(day)}: ${money(price, currency)}, previously ${money(before, currency)}`
}

function problemCodes({ problems }: Data): string {
  return Array.isArray(problems) ? `: ${problems.map(String).join(', ')}` : ''
}
