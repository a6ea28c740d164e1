import type { UserId } from '../../kernel/index.ts'
import { recordAuditIn } from '../../audit/index.ts'
import type { Transaction } from '../../database/index.ts'
import type { User } from '../user.ts'
import { selectAccountsOf } from '../user-store.ts'
import { createLink } from './create-link.ts'
import type { NewLink } from './link.ts'
import { deleteLinks } from './link-store.ts'

/** A link that signs a person in once, for operators. One that was made before no longer works. */
export async function createSignInLink(
  tx: Transaction,
  { id: userId, email }: Pick<User, 'email'> & { readonly id: UserId },
  now: Temporal.Instant,
): Promise<NewLink> {
  await deleteLinks(tx, userId, ['sign_in'])
  const made = await createLink(tx, { kind: 'sign_in', userId, email }, now)
  const after = { kind: made.link.kind, expires_at: made.link.expiresAt.toString() }
  const change = { action: 'link.created', subjectId: userId, before: null, after } as const
  const accounts = await selectAccountsOf(tx, userId)
  await recordAuditIn(tx, accounts, { actor: null, request: null }, change, now)
  return made
}
