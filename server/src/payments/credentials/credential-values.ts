import type { Queryable } from '../../database/index.ts'
import type { KeyRing } from '../../sealing/index.ts'
import { selectCredentials } from './credential-store.ts'
import { type CredentialOwner, type CredentialValues, openCredentials } from './credentials.ts'

export interface CredentialDeps {
  readonly db: Queryable
  readonly keyRing: KeyRing
}

/** What an insurer stored of its account at a provider; null where it has none. */
export async function readCredentials(
  { db, keyRing }: CredentialDeps,
  { insurerId, livemode }: CredentialOwner,
  provider: string,
): Promise<CredentialValues | null> {
  const stored = await selectCredentials(db, { insurerId, livemode }, provider)
  return stored === undefined ? null : openCredentials(keyRing, stored).values
}
