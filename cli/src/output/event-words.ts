import type { Event, WebhookEvent } from '@bindery/sdk'
import { money } from './money.ts'

type EventType = WebhookEvent['type']
type Data = Readonly<Record<string, unknown>>

/**
 * What comes first of all that happens at one moment: what was done, then what became of the policy, the
 * money that follows from it next, then what became of the means of payment, and of what is overdue.
 */
export const ranks = { done: 0, policy: 1, money: 2, news: 3, dunning: 4 } as const

/** How a timetable says that something happened. */
export interface EventWords {
  readonly words: string
  readonly rank: (typeof ranks)[keyof typeof ranks]
  /** What the policy is from then on, where the event does not tell. */
  readonly status?: string
  /** More about it, out of what the event tells. */
  readonly details: Details
}

type Details = (data: Data, currency: string) => string

/** The words of every type; null where the account tells it, or nobody wants to know. */
const wordsByType: Readonly<Record<EventType, EventWords | null>> = {
  'offer.created': null,
  'offer.expired': news('offer: expired'),
  'policy.issued': policy('POLICY ISSUED', { status: 'paid' }),
  'policy.endorsement_requested': null,
  'policy.endorsed': policy('POLICY CHANGED'),
  'policy.endorsement_failed': news('change failed'),
  'policy.endorsement_proposed': policy('change proposed, to be paid first', { details: toPay }),
  'policy.cancellation_requested': null,
  'policy.cancelled': policy('POLICY CANCELLED', { status: 'cancelled' }),
  'policy.cancellation_failed': news('policy: cancellation failed'),
  'policy.reinstatement_requested': null,
  'policy.reinstated': policy('POLICY REINSTATED', { status: 'paid' }),
  'policy.reinstatement_failed': news('policy: reinstatement failed'),
  'policy.reinstatement_proposed': policy('reinstatement proposed, to be paid first', {
    details: toPay,
  }),
  'policy.proposal_preempted': news('proposal overtaken by another order'),
  'policy.proposal_lapsed': news('proposal lapsed'),
  'policy.expired': policy('POLICY EXPIRED', { status: 'expired' }),
  'policy.renewed': policy('POLICY RENEWED'),
  'policy.suspended': policy('COVER SUSPENDED', { status: 'suspended', details: fromDay }),
  'policy.resumed': policy('COVER AGAIN', { status: 'paid', details: fromDay }),
  'renewal.offered': news('renewal offered', offeredPrice),
  'renewal.accepted': news('renewal accepted'),
  'renewal.declined': news('renewal declined'),
  'renewal.blocked': news('renewal blocked', problemCodes),
  'renewal.knocked_out': news('renewal knocked out'),
  'renewal.voided': news('renewal void'),
  'dunning.opened': dunning('overdue', overdueSum),
  'dunning.reminded': dunning('reminder'),
  'dunning.notice_sent': dunning('notice'),
  'dunning.notice_voided': dunning('notice void'),
  'dunning.suspended': dunning('letter of the suspension'),
  'dunning.lapsed': dunning('letter of the lapse'),
  'dunning.cured': dunning('nothing overdue any more'),
  'dunning.ended': dunning('no more dunning: the cover is over'),
  'dunning.held': dunning('dunning: held'),
  'dunning.released': dunning('dunning: released'),
  'invoice.issued': null,
  'invoice.settled': null,
  'invoice.reopened': null,
  'invoice.written_off': null,
  'payment.pending': news('payment waits for an answer'),
  'payment.ok': null,
  'payment.failed': news('payment failed'),
  'payment.late': news('payment: late'),
  'payment.in_doubt': news('payment in doubt'),
  'payment.resolved': null,
  'payment.charged_back': null,
  'receipt.recorded': null,
  'receipt.unmatched': news('receipt: unmatched'),
  'receipt.dismissed': news('receipt: dismissed'),
  'mandate.given': news('mandate given'),
  'mandate.replaced': news('mandate replaced by another'),
  'mandate.revoked': news('mandate revoked'),
  'mandate.declined': news('mandate no longer good'),
  'refund.created': null,
  'refund.ok': null,
  'refund.failed': news('refund failed'),
  'refund.in_doubt': news('refund: in doubt'),
  'refund.retried': null,
  'lead.created': news('lead: created'),
  'lead.expired': news('lead: expired'),
  'document.rendered': null,
  'document.failed': news('document: failed'),
  'product.pushed': news('product: pushed'),
  'product.published': news('product: published'),
  'webhook.failing': news('webhook: failing'),
  'webhook.disabled': news('webhook: disabled'),
  'webhook.test': news('webhook: test'),
}

/** An event of a later release, whose type has no words here, is told by its name. */
export function wordsOf({ type }: Event): EventWords | null {
  if (isKnown(type)) return wordsByType[type]
  const [subject = '', ...rest] = type.split('.')
  const words = `${subject}: ${rest.join(' ')}`.replaceAll('_', ' ')
  return subject === 'dunning' ? dunning(words) : news(words)
}

function isKnown(type: string): type is EventType {
  return Object.hasOwn(wordsByType, type)
}

function policy(words: string, more: Partial<EventWords> = {}): EventWords {
  return { words, rank: ranks.policy, details: sumAndCode, ...more }
}

function news(words: string, details: Details = sumAndCode): EventWords {
  return { words, rank: ranks.news, details }
}

function dunning(words: string, details: Details = toPayBy): EventWords {
  return { words, rank: ranks.dunning, details }
}

/** How much, and why. */
function sumAndCode(data: Data, currency: string): string {
  const { amount, error_code: code } = data
  const sum = typeof amount === 'number' ? ` over ${money(amount, currency)}` : ''
  return typeof code === 'string' ? `${sum}: ${code}` : sum
}

function toPay({ amount }: Data, currency: string): string {
  return typeof amount === 'number' ? `: ${money(amount, currency)}` : ''
}

function toPayBy(data: Data, currency: string): string {
  const last = data['grace_until'] ?? data['pay_until']
  const sum = sumAndCode(data, currency)
  return typeof last === 'string' ? `${sum}, to be paid by ${last}` : sum
}

function overdueSum({ overdue }: Data, currency: string): string {
  return `: ${money(Number(overdue), currency)}`
}

function fromDay({ effective_date: day }: Data): string {
  return ` from ${String(day)}`
}

/** The price beside the one before. */
function offeredPrice(data: Data, currency: string): string {
  const { gross_payment_amount: price, gross_payment_amount_before: before, first_day: day } = data
  if (typeof price !== 'number' || typeof before !== 'number') return ''
  return ` from ${String(day)}: ${money(price, currency)}, before ${money(before, currency)}`
}

function problemCodes({ problems }: Data): string {
  return Array.isArray(problems) ? `: ${problems.map(String).join(', ')}` : ''
}
