import { type PolicyId, mintToken } from '../kernel/index.ts'
import type { Transaction } from '../database/index.ts'
import { selectTokenInvoices, updateInvoiceTokens } from '../ledger/index.ts'
import { keepSecret } from '../policies/index.ts'
import { type KeyRing, hashSecret } from '../sealing/index.ts'

/**
 * Ends the payment links of a policy and gives its invoices new ones: whoever pays by a link also gives the
 * mandate for later instalments. With the policy locked.
 */
export async function renewPaymentLinks(
  tx: Transaction,
  keyRing: KeyRing,
  policyId: PolicyId,
): Promise<void> {
  const invoices = await selectTokenInvoices(tx, policyId)
  if (invoices.length === 0) return
  const renewed = invoices.map(({ id }) => ({ id, token: mintToken() }))
  const hashes = renewed.map(({ id, token }) => ({ id, tokenHash: hashSecret(token) }))
  await updateInvoiceTokens(tx, hashes)
  for (const { id, token } of renewed) {
    await keepSecret(tx, keyRing, { policyId, kind: 'invoice', subject: id }, token)
  }
}
