import { createHash, createHmac, randomBytes } from 'node:crypto'
import type { AccountId, Json, JsonObject } from '../kernel/index.ts'
import type { AuditEntry } from '../audit/index.ts'
import type { RecordedEvent } from '../events/index.ts'

/** Each insurer has two chains. Records of both modes are in the live one. */
export interface ChainOwner {
  readonly insurerId: AccountId
  readonly livemode: boolean
}

/**
 * The proven parts of an event or an audit entry: its record, which is in the chain itself, and its
 * content, of which the chain has only a commitment.
 */
export interface ProvedRecord {
  readonly owner: ChainOwner
  readonly record: JsonObject & { readonly kind: 'event' | 'audit'; readonly id: string }
  readonly content: Json
}

export interface Link {
  /** 1, 2, 3 and so on in its chain. */
  readonly number: number
  readonly kind: ProvedRecord['record']['kind']
  readonly recordId: string
  /** Erased with the content: without the salt, the commitment reveals nothing. */
  readonly salt: Buffer | null
  readonly commitment: Buffer
  readonly hash: Buffer
}

/** A changed list of members would break every chain: a new form gets a new list. */
export function eventRecord(event: RecordedEvent): ProvedRecord {
  return {
    owner: { insurerId: event.insurerId, livemode: event.livemode },
    record: {
      kind: 'event',
      id: event.id,
      type: event.type,
      distributor_id: event.distributorId,
      subject_id: event.subjectId,
      policy_id: event.policyId,
      version_id: event.versionId,
      sequence: event.sequence,
      data_version: event.dataVersion,
      created_at: event.createdAt.toString(),
      clock_at: event.clockAt?.toString() ?? null,
    },
    content: event.data,
  }
}

export function auditRecord(entry: AuditEntry): ProvedRecord {
  const { before, after } = entry
  const record = {
    kind: 'audit',
    id: entry.id,
    key_id: entry.keyId,
    action: entry.action,
    subject_id: entry.subjectId,
    livemode: entry.livemode,
    created_at: entry.createdAt.toString(),
  } as const
  const owner = { insurerId: entry.accountId, livemode: entry.livemode ?? true }
  if (entry.form === 1) return { owner, record, content: { before, after } }
  return {
    owner,
    record: { ...record, form: 2, user_id: entry.userId, request_id: entry.requestId },
    // Session and address are personal data: they can be erased with the rest of the content.
    content: { before, after, session_id: entry.sessionId, address: entry.address },
  }
}

/** The hash before the first link of a chain. */
export function beginningOf({ insurerId, livemode }: ChainOwner): Buffer {
  return sha256(`bindery evidence 1 ${insurerId} ${livemode ? 'live' : 'test'}`)
}

const saltBytes = 16

/** The link that comes after another. The SDK computes the same (`verifyEvidence`). */
export function linkAfter(
  before: Pick<Link, 'number' | 'hash'>,
  { record, content }: ProvedRecord,
): Link {
  const number = before.number + 1
  const salt = randomBytes(saltBytes)
  const commitment = createHmac('sha256', salt).update(canonical(content)).digest()
  const hash = sha256(`${before.hash.toString('hex')}\n${linkText({ number, commitment }, record)}`)
  return { number, kind: record.kind, recordId: record.id, salt, commitment, hash }
}

/** What the hash of a link covers beside the hash before; without its record, it does not match. */
export function linkText(
  { number, commitment }: Pick<Link, 'number' | 'commitment'>,
  record: ProvedRecord['record'] | null,
): string {
  return canonical({ number, record, commitment: commitment.toString('hex') })
}

/** JSON with sorted members, so that equal values have equal texts. */
export function canonical(value: Json): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  )
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
