import { type UserId, isId, randomHex } from '../../kernel/index.ts'
import { type KeyRing, readSealedToken, writeSealedToken } from '../../sealing/index.ts'

/** A browser in which a person has signed in before. */
export interface KnownBrowser {
  readonly userId: UserId
  readonly browserId: string
}

const boundTo = 'a browser that is known'
const idDigits = 16

export function mintBrowserToken(ring: KeyRing, userId: UserId): string {
  return writeSealedToken(ring, boundTo, `${userId} ${randomHex(idDigits)}`)
}

/** Null for a token that is not ours. */
export function openBrowserToken(ring: KeyRing, token: string): KnownBrowser | null {
  const [userId, browserId] = readSealedToken(ring, boundTo, token)?.split(' ') ?? []
  return isId('usr', userId) && browserId !== undefined ? { userId, browserId } : null
}
