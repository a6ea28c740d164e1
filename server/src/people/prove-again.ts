import { currentPasswordWrong, sessionUnknown } from './reasons.ts'
import type { SignedIn } from './sessions/session.ts'
import { type SignInPlace, type TryDeps, countedFor, tryPassword } from './sign-in/slow-down.ts'
import { selectUser } from './user-store.ts'

/**
 * Before a change of how a person signs in: a session alone may be that of an unlocked screen.
 * Guessing is slowed down as it is at sign-in. A person without a password has none that is right.
 */
export async function assertPassword(
  deps: TryDeps,
  { user: { id } }: SignedIn,
  given: string | undefined,
  place: SignInPlace,
): Promise<void> {
  const user = await selectUser(deps.db, id)
  if (user === undefined) throw sessionUnknown()
  if (given === undefined) throw currentPasswordWrong()
  const counted = countedFor(user.email, id, place)
  if (!(await tryPassword(deps, counted, given, user.passwordHash))) throw currentPasswordWrong()
}
