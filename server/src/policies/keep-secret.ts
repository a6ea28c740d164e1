import type { PolicyId } from '../kernel/index.ts'
import type { Queryable } from '../database/index.ts'
import { type KeyRing, open, seal } from '../sealing/index.ts'
import { type SecretKind, bindingOf, replaceSecret, selectSecret } from './secret-store.ts'

/** Keeps a token that is to be shown again, sealed, in the place of the one before. */
export async function keepSecret(
  tx: Queryable,
  keyRing: KeyRing,
  kind: SecretKind,
  policyId: PolicyId,
  token: string,
): Promise<void> {
  const sealed = seal(keyRing, bindingOf(kind, policyId), Buffer.from(token))
  await replaceSecret(tx, { policyId, kind, subject: '', ...sealed })
}

export async function openSecret(
  deps: { readonly db: Queryable; readonly keyRing: KeyRing },
  kind: SecretKind,
  policyId: PolicyId,
): Promise<string | null> {
  const sealed = await selectSecret(deps.db, kind, policyId)
  if (sealed === undefined) return null
  return open(deps.keyRing, bindingOf(kind, policyId), sealed).toString()
}
