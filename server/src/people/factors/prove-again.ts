import { selectUser } from '../user-store.ts'
import type { SignedIn } from '../sessions/session.ts'
import type { SignInDeps } from '../sign-in/sign-in.ts'
import { type SignInPlace, assertNotTooOften, countedFor, forgive } from '../sign-in/slow-down.ts'
import { currentPasswordWrong } from '../reasons.ts'

/**
 * Before a change of how a person signs in: a session alone may be that of an unlocked screen. A
 * person without a password proves nothing more.
 */
export async function assertPassword(
  deps: Pick<SignInDeps, 'db' | 'clock' | 'passwords'>,
  { user: { id } }: SignedIn,
  given: string | undefined,
  place: SignInPlace,
): Promise<void> {
  const user = await selectUser(deps.db, id)
  if (user === undefined || user.passwordHash === null) return
  if (given === undefined) throw currentPasswordWrong()
  const counted = countedFor(user.email, id, place)
  await assertNotTooOften(deps.db, counted, deps.clock())
  if (!(await deps.passwords.verify(given, user.passwordHash))) throw currentPasswordWrong()
  await forgive(deps.db, counted)
}
