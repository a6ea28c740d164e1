import type { AccountId, Json, KeyId } from '../kernel/index.ts'

/** Every change that management can make, as a closed list. */
export const auditActions = [
  'distributor.created',
  'key.created',
  'key.rotated',
  'key.revoked',
  'product.pushed',
  'product.published',
  'dataset.imported',
  'access_token.created',
  'access_token.revoked',
] as const
export type AuditAction = (typeof auditActions)[number]

/** Who changed what: the state before and after, without secrets. */
export interface AuditEntry {
  readonly id: string
  readonly accountId: AccountId
  readonly keyId: KeyId
  readonly action: AuditAction
  readonly subjectId: string
  readonly before: Json
  readonly after: Json
  readonly createdAt: Temporal.Instant
}
