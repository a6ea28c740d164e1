import { sql } from '../../src/database/index.ts'
import type { EventType } from '../../src/events/index.ts'
import type { massEndorsementStates } from '../../src/mass-endorsements/index.ts'
import type { Dispute, Mandate, Payment, Refund } from '../../src/payments/index.ts'
import type { PayoutState } from '../../src/payments/payouts/payout.ts'
import type { InvoiceState } from '../../src/ledger/index.ts'
import type { PolicyStatus } from '../../src/policies/index.ts'
import type { PolicyVersion } from '../../src/policies/policy-version.ts'
import type { Renewal, nextTermEndorsementStates } from '../../src/renewals/index.ts'
import type { BankReceipt } from '../../src/billing/index.ts'
import type { ApprovalStatus } from '../../src/approvals/approval.ts'
import type { declarationStates } from '../../src/withdrawals/index.ts'
import type { postStates } from '../../src/post/index.ts'
import type { CaseState } from '../../src/dunning/dunning-case.ts'

type EventsOfState<State extends string> = Readonly<Record<State, readonly EventType[] | null>>

/**
 * Which events report that something has come to be in a state; null where nothing has
 * happened yet.
 */
interface DocumentedStates {
  readonly policies: EventsOfState<PolicyStatus>
  readonly policy_versions: EventsOfState<PolicyVersion['state']>
  readonly payments: EventsOfState<Payment['status']>
  readonly refunds: EventsOfState<Refund['status']>
  readonly payouts: EventsOfState<PayoutState>
  readonly disputes: EventsOfState<Dispute['state']>
  readonly mandates: EventsOfState<Mandate['state']>
  readonly renewals: EventsOfState<Renewal['state']>
  readonly next_term_endorsements: EventsOfState<(typeof nextTermEndorsementStates)[number]>
  readonly bank_receipts: EventsOfState<BankReceipt['state']>
  readonly dunning_cases: EventsOfState<CaseState>
  readonly post_letters: EventsOfState<(typeof postStates)[number]>
  readonly invoices: EventsOfState<InvoiceState>
  readonly leads: EventsOfState<'open' | 'expired'>
  readonly withdrawal_declarations: EventsOfState<(typeof declarationStates)[number]>
  readonly approvals: EventsOfState<ApprovalStatus>
  readonly closings: EventsOfState<'summing' | 'closed'>
  readonly mass_endorsements: EventsOfState<(typeof massEndorsementStates)[number]>
}

const carriedOut: readonly EventType[] = [
  'policy.endorsed',
  'policy.cancelled',
  'policy.adjusted',
  'policy.end_moved',
  'policy.withdrawn',
  'policy.reinstated',
  'policy.renewed',
  'policy.suspended',
  'policy.resumed',
  'policy.revived',
  'policy.tax_changed',
]
const proposed: readonly EventType[] = [
  'policy.endorsement_proposed',
  'policy.end_move_proposed',
  'policy.reinstatement_proposed',
]

const documentedStates: DocumentedStates = {
  policies: {
    ready: ['offer.created', 'payment.failed', 'payment.late'],
    accepted: ['payment.pending'],
    paid: ['policy.issued', 'policy.reinstated', 'policy.revived'],
    cancelled: ['policy.cancelled', 'policy.withdrawn'],
    expired: ['offer.expired', 'policy.expired'],
  },
  policy_versions: {
    processing: [
      'policy.endorsement_requested',
      'policy.cancellation_requested',
      'policy.adjustment_requested',
      'policy.end_move_requested',
      'policy.withdrawal_requested',
      'policy.reinstatement_requested',
      // These are carried out at once: a new policyholder, a renewal, a lapse, its revival, and cover that is suspended or lifted.
      'policy.policyholder_changed',
      'policy.renewed',
      'policy.cancelled',
      'policy.suspended',
      'policy.resumed',
      'policy.revived',
      'policy.tax_changed',
    ],
    proposed,
    active: ['offer.created', ...carriedOut],
    superseded: carriedOut,
    preempted: ['policy.proposal_preempted'],
    lapsed: ['policy.proposal_lapsed'],
    failed: [
      'policy.endorsement_failed',
      'policy.cancellation_failed',
      'policy.adjustment_failed',
      'policy.end_move_failed',
      'policy.withdrawal_failed',
      'policy.reinstatement_failed',
    ],
  },
  payments: {
    pending: ['payment.pending'],
    ok: ['payment.ok', 'receipt.recorded'],
    failed: ['payment.failed', 'payment.late', 'payment.charged_back'],
  },
  refunds: {
    pending: ['refund.created', 'refund.retried'],
    ok: ['refund.ok'],
    failed: ['refund.failed'],
  },
  payouts: {
    needs_account: ['payout.created', 'payout.failed', 'payout.returned'],
    // An account was given to it, and the bank was given its file: no money has moved.
    pending: null,
    exported: null,
    done: ['payout.done'],
    cancelled: ['payout.cancelled'],
  },
  disputes: {
    needs_response: ['dispute.opened', 'dispute.updated'],
    under_review: ['dispute.opened', 'dispute.updated'],
    won: ['dispute.won'],
    lost: ['dispute.lost'],
    warning_needs_response: ['dispute.opened', 'dispute.updated'],
    warning_under_review: ['dispute.opened', 'dispute.updated'],
    warning_closed: ['dispute.closed'],
    prevented: ['dispute.closed'],
    unclear: ['dispute.opened', 'dispute.updated'],
  },
  mandates: {
    active: ['mandate.given'],
    replaced: ['mandate.replaced'],
    revoked: ['mandate.revoked'],
    declined: ['mandate.declined'],
  },
  renewals: {
    scheduled: null,
    offered: ['renewal.offered'],
    accepted: ['renewal.accepted', 'renewal.offered'],
    declined: ['renewal.declined'],
    blocked: ['renewal.blocked'],
    knocked_out: ['renewal.knocked_out'],
    voided: ['renewal.voided'],
    done: ['policy.renewed'],
  },
  next_term_endorsements: {
    pending: ['renewal.endorsement_recorded'],
    applied: ['renewal.endorsement_applied'],
    revoked: ['renewal.endorsement_revoked'],
    voided: ['renewal.endorsement_voided'],
  },
  post_letters: {
    waiting: ['letter.due'],
    sent: ['letter.sent'],
    delivered: ['letter.delivered'],
    returned: ['letter.returned'],
    // Its notice has an event, or its case.
    void: null,
  },
  bank_receipts: {
    // It was read out of a file and is about to be posted.
    waiting: null,
    unmatched: ['receipt.unmatched'],
    matched: ['receipt.recorded'],
    dismissed: ['receipt.dismissed'],
  },
  dunning_cases: {
    open: ['dunning.opened'],
    cured: ['dunning.cured'],
    lapsed: ['dunning.lapsed'],
    ended: ['dunning.ended'],
  },
  invoices: {
    proposed,
    // The event of a sale or of a policy transaction covers it.
    open: ['policy.issued', 'invoice.issued', 'invoice.reopened', ...carriedOut],
    settled: ['policy.issued', 'invoice.issued', 'invoice.settled', ...carriedOut],
    void: ['policy.proposal_preempted', 'policy.proposal_lapsed'],
    written_off: ['invoice.written_off'],
  },
  leads: { open: ['lead.created'], expired: ['lead.expired'] },
  withdrawal_declarations: {
    open: ['withdrawal.received'],
    settled: ['withdrawal.settled'],
    refused: ['withdrawal.refused'],
  },
  approvals: {
    pending: ['approval.requested'],
    approved: ['approval.approved'],
    declined: ['approval.declined'],
    withdrawn: ['approval.withdrawn'],
    expired: ['approval.expired'],
  },
  closings: { summing: null, closed: ['month.closed'] },
  mass_endorsements: {
    draft: null,
    previewing: null,
    previewed: null,
    running: ['mass_endorsement.started', 'mass_endorsement.resumed'],
    stopped: ['mass_endorsement.stopped'],
    done: ['mass_endorsement.done'],
  },
}

export const documentedTables = Object.keys(documentedStates)

/** For tests that bring about by hand what the platform would report by an event. */
export const undocumented = sql`select set_config('bindery.undocumented', 'on', true)`

/**
 * Holds, in every database that tests work on, that nothing comes to be in another state without an
 * event of the same transaction that reports it. Looked at when the transaction commits.
 */
export const holdDocumentedStates = Object.entries(documentedStates).map(guardOf).join('\n')

function guardOf([table, states]: [string, EventsOfState<string>]): string {
  const column = ['policies', 'payments', 'refunds', 'approvals'].includes(table)
    ? 'status'
    : 'state'
  const isReported =
    {
      policies: 'policy_id = new.id',
      leads: 'subject_id = new.id',
      withdrawal_declarations: 'subject_id = new.id',
      approvals: 'subject_id = new.id',
      closings: 'subject_id = new.id',
      mass_endorsements: 'subject_id = new.id',
      bank_receipts: "subject_id = new.id or data ? 'invoice_id'",
      invoices: `case when type like 'invoice.%' then subject_id = new.id
        else policy_id = new.policy_id and new.kind in ('sale', 'transaction') end`,
    }[table] ?? 'policy_id = new.policy_id'
  // What a transaction went through on its way to another state was never seen by anybody.
  const isLeftOut =
    table === 'invoices'
      ? 'exists (select from invoices where id = new.id and state <> new.state)'
      : 'false'
  const cases = Object.entries(states).map(([state, types]) => {
    const list = types === null ? 'null' : `array[${types.map((one) => `'${one}'`).join()}]`
    return `when '${state}' then ${list}`
  })
  return `
    create function ${table}_have_events() returns trigger language plpgsql as $$
    declare types text[] := case new.${column} ${cases.join(' ')} else array['nothing'] end;
    begin
      if types is null or current_setting('bindery.undocumented', true) = 'on' or ${isLeftOut} or exists (
        select from events
        where tx = pg_current_xact_id() and type = any (types) and (${isReported}))
      then return null; end if;
      raise exception 'a row of ${table} is % now, and no event reports it: one of %',
        new.${column}, types using detail = to_jsonb(new)::text;
    end $$;
    create constraint trigger ${table}_begin_with_event after insert on ${table}
      deferrable initially deferred for each row execute function ${table}_have_events();
    create constraint trigger ${table}_change_with_event after update on ${table}
      deferrable initially deferred for each row
      when (old.${column} is distinct from new.${column}) execute function ${table}_have_events();`
}
