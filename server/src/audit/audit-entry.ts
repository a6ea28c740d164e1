import type { AccountId, Json, KeyId, UserId } from '../kernel/index.ts'

/** The closed list of changes that have an entry. */
export const auditActions = [
  'distributor.created',
  'distributor.mail_address_set',
  'key.created',
  'key.rotated',
  'key.revoked',
  'role.created',
  'role.changed',
  'role.deleted',
  'product.pushed',
  'product.published',
  'dataset.imported',
  'access_token.created',
  'access_token.revoked',
  'payment_provider.declared',
  'payment_provider.removed',
  'provider_credentials.set',
  'provider_credentials.removed',
  'policy.endorsement_requested',
  'policy.adjustment_requested',
  'policy.cancellation_requested',
  'policy.end_move_requested',
  'policy.withdrawal_requested',
  'policy.reinstatement_requested',
  'policy.delivery_recorded',
  'policy.policyholder_changed',
  'policy.party_added',
  'policy.party_ended',
  'customer.joined',
  'customer.split',
  'personal_data.revealed',
  'renewal.accepted',
  'renewal.declined',
  'renewal.retried',
  'renewal.endorsement_recorded',
  'renewal.endorsement_revoked',
  'payment.resolved',
  'refund.resolved',
  'invoice.written_off',
  'invoice.deferred',
  'manual_entry.created',
  'manual_entry.reversed',
  'payout.account_set',
  'payout.released',
  'payout.resolved',
  'payouts.exported',
  'payouts.downloaded',
  'credit.paid_out',
  'mass_endorsement.created',
  'mass_endorsement.started',
  'mass_endorsement.stopped',
  'mass_endorsement.resumed',
  'task.created',
  'task.changed',
  'view.shared',
  'note.written',
  'note.removed',
  'withdrawal.settled',
  'withdrawal.refused',
  'month.closed',
  'commission.agreed',
  'commission.statement_made',
  'commission.statement_done',
  'mandate.revoked',
  'receipt.recorded',
  'receipts.imported',
  'receipt.matched',
  'receipt.dismissed',
  'reconciliation.accepted',
  'reconciliation.reopened',
  'dunning.held',
  'dunning.lapse_decided',
  'dunning.legal_action_recorded',
  'dunning.released',
  'clock.created',
  'clock.advanced',
  'clock.published',
  'webhook.created',
  'webhook.changed',
  'webhook.deleted',
  'webhook.secret_rotated',
  'webhook.resent',
  'letter.sent',
  'letter.delivered',
  'letter.returned',
  'mail.resent',
  'mail.reported',
  'mail_server.set',
  'mail_server.removed',
  'address.suppressed',
  'address.released',
  'session.began',
  'session.ended',
  'sign_in.failed',
  'single_sign_on.configured',
  'single_sign_on.removed',
  'user.joined',
  'user.identity_linked',
  'user.roles_changed',
  'user.roles_kept',
  'user.invited',
  'user.removed',
  'user.deactivated',
  'user.reactivated',
  'user.second_factor_removed',
  'user.password_changed',
  'user.email_changed',
  'user.name_changed',
  'user.reset_requested',
  'user_token.created',
  'user_token.revoked',
  'link.created',
  'sign_in_rules.changed',
  'totp.enabled',
  'totp.removed',
  'recovery_code.used',
  'recovery_codes.renewed',
  'passkey.added',
  'passkey.removed',
  'approval.requested',
  'approval.approved',
  'approval.declined',
  'approval.withdrawn',
  'approval.expired',
  'approval_rules.changed',
] as const
export type AuditAction = (typeof auditActions)[number]

/** Who changed what: the state before and after, without secrets. */
export interface AuditEntry {
  readonly id: string
  /** The insurer whose log has the entry. */
  readonly accountId: AccountId
  /** Null where a person acted, or an operator on the machine. */
  readonly keyId: KeyId | null
  readonly userId: UserId | null
  /** The session or personal token of the person. */
  readonly sessionId: string | null
  /** The network address of the request, and its id. */
  readonly address: string | null
  readonly requestId: string | null
  readonly action: AuditAction
  readonly subjectId: string
  readonly before: Json
  readonly after: Json
  /** The mode of the sale; null where the entry concerns both modes. */
  readonly livemode: boolean | null
  readonly createdAt: Temporal.Instant
  /** The form of the link that proves the entry; the first knew keys alone. */
  readonly form: 1 | 2
}
