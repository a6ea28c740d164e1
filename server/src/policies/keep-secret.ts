import type { Finder, Queryable } from '../database/index.ts'
import { type KeyRing, open, seal } from '../sealing/index.ts'
import { type PolicySecret, bindingOf, replaceSecret, selectSecret } from './secret-store.ts'

type SecretKey = Pick<PolicySecret, 'policyId' | 'kind' | 'subject'>

/** Stores a text of a policy sealed, and replaces the one under the same key. With the policy locked. */
export async function keepSecret(
  tx: Queryable,
  keyRing: KeyRing,
  { policyId, kind, subject }: SecretKey,
  text: string,
): Promise<void> {
  const sealed = seal(keyRing, bindingOf(kind, policyId, subject), Buffer.from(text))
  await replaceSecret(tx, { policyId, kind, subject, ...sealed })
}

/** Undefined if no text is stored under the key. */
export async function openSecret(
  deps: { readonly db: Finder; readonly keyRing: KeyRing },
  { policyId, kind, subject }: SecretKey,
): Promise<string | undefined> {
  const sealed = await selectSecret(deps.db, kind, policyId, subject)
  if (sealed === undefined) return undefined
  return open(deps.keyRing, bindingOf(kind, policyId, subject), sealed).toString()
}
