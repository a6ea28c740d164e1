import { randomHex } from '../kernel/index.ts'
import type { KeyKind } from './account.ts'

const randomDigits = 48
const hintDigits = 4

/** `sk_live_` and 192 random bits: long enough that its plain hash cannot be searched for. */
export function mintKey(kind: KeyKind, livemode: boolean): string {
  return `${kind === 'public' ? 'pk' : 'sk'}_${livemode ? 'live' : 'test'}_${randomHex(randomDigits)}`
}

export function mintAccessToken(): string {
  return `at_${randomHex(randomDigits)}`
}

/** The last digits, by which a person recognises a key in a list. */
export function hintOf(credential: string): string {
  return credential.slice(-hintDigits)
}
