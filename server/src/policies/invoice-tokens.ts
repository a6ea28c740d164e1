import type { InvoiceId, PolicyId } from '../kernel/index.ts'
import type { Part } from '../database/index.ts'
import { type KeyRing, seal } from '../sealing/index.ts'
import { bindingOf, secretsKept } from './secret-store.ts'

/** The tokens that pay open invoices, for the statement that makes these. */
export function invoiceTokensKept(
  ring: KeyRing,
  policyId: PolicyId,
  tokens: readonly { readonly invoiceId: InvoiceId; readonly token: string }[],
): Part {
  return secretsKept(
    tokens.map(({ invoiceId: subject, token }) => {
      const kind = 'invoice'
      const sealed = seal(ring, bindingOf(kind, policyId, subject), Buffer.from(token))
      return { policyId, kind, subject, ...sealed }
    }),
  )
}
