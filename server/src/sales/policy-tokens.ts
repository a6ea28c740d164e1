import { type PolicyId, mintToken } from '../kernel/index.ts'
import type { Finder, Transaction } from '../database/index.ts'
import { bindingOf, keepSecret, selectSecret } from '../policies/index.ts'
import { type KeyRing, type Sealed, hashSecret, open, seal } from '../sealing/index.ts'

/** What whoever made an offer is handed: one token pays for it, the other opens its documents. */
export interface PolicyTokens {
  readonly payment: string
  readonly asset: string
}

export function mintTokens(): PolicyTokens {
  return { payment: mintToken(), asset: mintToken() }
}

export function sealTokens(ring: KeyRing, policyId: PolicyId, tokens: PolicyTokens): Sealed {
  const plain = Buffer.from(`${tokens.payment} ${tokens.asset}`)
  return seal(ring, bindingOf('tokens', policyId), plain)
}

/** The tokens of a policy, to be shown again to whoever may see the whole sale. */
export async function openTokens(
  deps: { readonly db: Finder; readonly keyRing: KeyRing },
  policyId: PolicyId,
): Promise<PolicyTokens> {
  const sealed = await selectSecret(deps.db, 'tokens', policyId)
  if (sealed === undefined) throw new Error(`${policyId} has no tokens`)
  const plain = open(deps.keyRing, bindingOf('tokens', policyId), sealed)
  const [payment = '', asset = ''] = plain.toString().split(' ')
  return { payment, asset }
}

/**
 * Puts other tokens in the place of those before, whose links end with them. Returns the hashes that the row
 * of the policy is to have. With the policy locked.
 */
export async function renewTokens(
  tx: Transaction,
  keyRing: KeyRing,
  policyId: PolicyId,
): Promise<{ readonly paymentTokenHash: Buffer; readonly assetTokenHash: Buffer }> {
  const { payment, asset } = mintTokens()
  await keepSecret(tx, keyRing, { policyId, kind: 'tokens', subject: '' }, `${payment} ${asset}`)
  return { paymentTokenHash: hashSecret(payment), assetTokenHash: hashSecret(asset) }
}
