import { type AccountId, isId } from '../../kernel/index.ts'
import { type KeyRing, readSealedToken, writeSealedToken } from '../../sealing/index.ts'
import type { Checks } from './provider-client.ts'

/** A sign-in that goes on at a provider. The browser keeps it, sealed. */
export interface BegunSignIn {
  readonly accountId: AccountId
  readonly checks: Checks
  readonly expiresAt: Temporal.Instant
}

export const signInMinutesMax = 10
const boundTo = 'a sign-in at an identity provider'

export function writeBegun(
  ring: KeyRing,
  { accountId, checks: { state, nonce, verifier }, expiresAt }: BegunSignIn,
): string {
  const fields = [accountId, state, nonce, verifier, expiresAt.epochMilliseconds]
  return writeSealedToken(ring, boundTo, fields.join(' '))
}

/** Null for a token that is not ours. */
export function readBegun(ring: KeyRing, token: string): BegunSignIn | null {
  const [accountId, state, nonce, verifier, until] =
    readSealedToken(ring, boundTo, token)?.split(' ') ?? []
  if (!isId('acc', accountId) || state === undefined || nonce === undefined) return null
  if (verifier === undefined || until === undefined) return null
  const expiresAt = Temporal.Instant.fromEpochMilliseconds(Number(until))
  return { accountId, checks: { state, nonce, verifier }, expiresAt }
}
