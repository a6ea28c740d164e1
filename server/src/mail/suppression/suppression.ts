import { type MailId, type SuppressionId, mintId } from '../../kernel/index.ts'
import { type KeyRing, type Sealed, open, seal } from '../../sealing/index.ts'
import type { ServerOwner } from '../own-server/own-server.ts'
import type { SealedRows } from '../rotate-rows.ts'
import { type SecretDeps, hashAddress, readMailSecret } from '../secret/mail-secret.ts'
import {
  type StoredSuppression,
  selectOneSuppressionPerKey,
  selectStaleSuppressions,
  updateSuppressionKey,
} from './suppression-store.ts'

/** `refused`: a server knows no such mailbox. `bounced`: a report says so. `person`: a person did. */
export const suppressionReasons = ['refused', 'bounced', 'person'] as const
export type SuppressionReason = (typeof suppressionReasons)[number]

/** An address that no mail goes to. */
export interface Suppression extends ServerOwner {
  readonly id: SuppressionId
  readonly reason: SuppressionReason
  readonly content: SuppressedContent
  /** The mail that was refused or came back; null where a person did it. */
  readonly mailId: MailId | null
  /** What the server or the report said, without addresses. */
  readonly reply: string | null
  readonly createdAt: Temporal.Instant
}

/** What is sealed. */
export interface SuppressedContent {
  readonly address: string
  /** What the person wrote who did it. */
  readonly note: string | null
}

/** An address for the list, sealed and with what it is looked up by. */
export async function newSuppression(
  deps: SecretDeps,
  suppressed: Omit<Suppression, 'id'>,
): Promise<StoredSuppression> {
  const { content, ...row } = suppressed
  const id = mintId('sup', suppressed.createdAt)
  const secret = await readMailSecret(deps, suppressed)
  const sealed = seal(deps.keyRing, bindingOf({ id }), Buffer.from(JSON.stringify(content)))
  return { ...row, id, ...sealed, addressHash: hashAddress(secret, content.address) }
}

export function openSuppression(ring: KeyRing, stored: StoredSuppression): Suppression {
  const { addressHash: _, ringKeyId, sealedKey, sealedData, ...row } = stored
  const text = open(ring, bindingOf(row), { ringKeyId, sealedKey, sealedData }).toString()
  return { ...row, content: JSON.parse(text) as SuppressedContent } // As it was sealed here.
}

export const sealedSuppressions: SealedRows<Sealed & Pick<Suppression, 'id'>> = {
  name: 'Suppressed addresses',
  bindingOf,
  selectStale: selectStaleSuppressions,
  updateKey: updateSuppressionKey,
  selectOnePerKey: selectOneSuppressionPerKey,
}

function bindingOf({ id }: Pick<Suppression, 'id'>): string {
  return `the suppressed address ${id}`
}
