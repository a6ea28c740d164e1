import type { UserId } from '../../kernel/index.ts'
import { type Counted, type SignInPlace, addressCounted } from '../sign-in/slow-down.ts'

const freeCodes = 5
const freePasskeys = 10

/**
 * Codes are short, so wrong ones count for the person, from wherever they come. Only those who have
 * the password get so far; and they do not slow down a browser in which the person has signed in.
 */
export function countedForCode(userId: UserId, { address, known }: SignInPlace): Counted[] {
  if (known?.userId === userId) {
    return [{ subject: `code ${userId} browser ${known.browserId}`, free: freeCodes }]
  }
  return [addressCounted(address), { subject: `code ${userId}`, free: freeCodes }]
}

/** Nobody guesses a passkey; but each attempt costs a check of a signature. */
export function countedForPasskey({ address }: SignInPlace): Counted[] {
  return [addressCounted(address), { subject: `passkey address ${address}`, free: freePasskeys }]
}
