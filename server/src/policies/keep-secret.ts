import type { Finder, Queryable } from '../database/index.ts'
import { type KeyRing, open, seal } from '../sealing/index.ts'
import { type PolicySecret, bindingOf, replaceSecret, selectSecret } from './secret-store.ts'

type Place = Pick<PolicySecret, 'policyId' | 'kind' | 'subject'>

/** Keeps a text of a policy sealed, in the place of what was kept there. With the policy locked. */
export async function keepSecret(
  tx: Queryable,
  keyRing: KeyRing,
  { policyId, kind, subject }: Place,
  text: string,
): Promise<void> {
  const sealed = seal(keyRing, bindingOf(kind, policyId, subject), Buffer.from(text))
  await replaceSecret(tx, { policyId, kind, subject, ...sealed })
}

/** Undefined where none is kept there. */
export async function openSecret(
  deps: { readonly db: Finder; readonly keyRing: KeyRing },
  { policyId, kind, subject }: Place,
): Promise<string | undefined> {
  const sealed = await selectSecret(deps.db, kind, policyId, subject)
  if (sealed === undefined) return undefined
  return open(deps.keyRing, bindingOf(kind, policyId, subject), sealed).toString()
}
