import type { AccountId } from '../../kernel/index.ts'
import { type KeyRing, type Sealed, open, resealDataKey, seal } from '../../sealing/index.ts'

/** One of the texts that an account at a provider needs, such as a key of its API. */
export interface CredentialField {
  readonly name: string
  /** Shown by its last characters only, and never written to the audit log. */
  readonly isSecret: boolean
  readonly isOptional?: boolean
  /** After a change the one before is accepted for a while. */
  readonly isRotated?: boolean
  /** What it must look like, for each mode. */
  readonly pattern: (livemode: boolean) => RegExp
  /** Whether one that looks so is right, for example by its check digits. */
  readonly isValid?: (value: string) => boolean
  /** What it looks like, in words. */
  readonly form: (livemode: boolean) => string
}

/** The fields that a provider asks for, by their names. */
export type CredentialValues = Readonly<Record<string, string>>

/** Whose account at a provider it is. */
export interface CredentialOwner {
  readonly insurerId: AccountId
  readonly livemode: boolean
}

/** What is sealed of an account. */
export interface OpenedCredentials {
  readonly values: CredentialValues
  /** Values that a rotation has replaced, and until when they are accepted. */
  readonly previous: CredentialValues
  readonly previousUntil: string | null
}

export interface StoredCredentials extends CredentialOwner, Sealed {
  readonly provider: string
  /** What the provider calls the account; null until it was asked. */
  readonly accountReference: string | null
  readonly createdAt: Temporal.Instant
  readonly changedAt: Temporal.Instant
  readonly sweptUntil: Temporal.Instant | null
  /** Since when the provider refuses it, and why; null while it does not. */
  readonly refusedAt: Temporal.Instant | null
  readonly refusal: string | null
}

type Place = CredentialOwner & Pick<StoredCredentials, 'provider'>

export function sealCredentials(ring: KeyRing, place: Place, opened: OpenedCredentials): Sealed {
  return seal(ring, bindingOf(place), Buffer.from(JSON.stringify(opened)))
}

export function openCredentials(ring: KeyRing, stored: StoredCredentials): OpenedCredentials {
  const text = open(ring, bindingOf(stored), stored).toString()
  return JSON.parse(text) as OpenedCredentials // As it was sealed here.
}

export function resealCredentials(ring: KeyRing, stored: StoredCredentials): StoredCredentials {
  return { ...stored, ...resealDataKey(ring, bindingOf(stored), stored) }
}

/** All values of a field that are accepted now: the current one first. */
export function acceptedValues(
  { values, previous, previousUntil }: OpenedCredentials,
  name: string,
  now: Temporal.Instant,
): string[] {
  const isOver =
    previousUntil === null ||
    Temporal.Instant.compare(now, Temporal.Instant.from(previousUntil)) >= 0
  return [values[name] ?? [], isOver ? [] : (previous[name] ?? [])].flat()
}

/** Binds the ciphertext to its row, so that it cannot be moved to another account or mode. */
function bindingOf({ insurerId, livemode, provider }: Place): string {
  return `credentials of ${insurerId} at ${provider} ${livemode ? 'live' : 'test'}`
}
