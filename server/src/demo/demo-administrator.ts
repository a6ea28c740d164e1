import type { Clock } from '../kernel/index.ts'
import type { Database } from '../database/index.ts'
import { addressOf, createSignInLink, hasSignedIn, selectUserByEmail } from '../people/index.ts'

export const demoAdministrator = {
  email: 'admin@demo.example',
  name: 'Demo Administrator',
  roles: ['administrator'],
}

/**
 * A link that signs the administrator of the demo in, once. Null once somebody has signed in, or
 * where there is no such person.
 */
export async function demoSignInLink(
  { db, clock }: { readonly db: Database; readonly clock: Clock },
  publicUrl: string,
): Promise<string | null> {
  return db.transaction(async (tx) => {
    const user = await selectUserByEmail(tx, demoAdministrator.email)
    if (user === undefined || user.deactivatedAt !== null) return null
    if (user.passwordHash !== null || (await hasSignedIn(tx, user.id))) return null
    const { secret } = await createSignInLink(tx, user, clock())
    return addressOf(publicUrl, 'sign_in', secret)
  })
}
