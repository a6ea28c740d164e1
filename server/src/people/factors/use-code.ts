import type { UserId } from '../../kernel/index.ts'
import type { Transaction } from '../../database/index.ts'
import type { KeyRing } from '../../sealing/index.ts'
import { matchingStep } from './totp.ts'
import { openTotp } from './totp-secret.ts'
import { lockTotp, updateUsedStep } from './totp-store.ts'

/** Uses up a code of the authenticator app; false where it is wrong, or was used before. */
export async function useCode(
  tx: Transaction,
  ring: KeyRing,
  userId: UserId,
  code: string,
  now: Temporal.Instant,
): Promise<boolean> {
  const totp = await lockTotp(tx, userId)
  if (totp === undefined) return false
  const step = matchingStep(openTotp(ring, totp), code, { now, after: totp.lastStep })
  if (step === null) return false
  await updateUsedStep(tx, userId, step)
  return true
}
