import { type InvoiceId, type PolicyId, mintToken } from '../kernel/index.ts'
import type { Finder, Part } from '../database/index.ts'
import { invoiceIdOf, selectInvoice } from '../ledger/index.ts'
import { type KeyRing, type Sealed, open, seal } from '../sealing/index.ts'
import { openSecret } from './keep-secret.ts'
import type { PolicyVersion } from './policy-version.ts'
import { bindingOf, secretsKept, selectSecret } from './secret-store.ts'

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

/** What pays for the version that is proposed, with the amount and the last day for it. */
export interface ProposalDue {
  readonly token: string
  readonly amount: number
  readonly payUntil: Temporal.PlainDate
}

/** Null where the version does not wait to be paid for. */
export async function openProposal(
  deps: { readonly db: Finder; readonly keyRing: KeyRing },
  version: Pick<PolicyVersion, 'id' | 'policyId' | 'state'>,
): Promise<ProposalDue | null> {
  if (version.state !== 'proposed') return null
  const [invoice, token] = await Promise.all([
    selectInvoice(deps.db, invoiceIdOf(version.id)),
    openSecret(deps, { policyId: version.policyId, kind: 'proposal', subject: '' }),
  ])
  // Where it was preempted or lapsed meanwhile, another may be proposed already.
  if (invoice?.state !== 'proposed' || token === undefined) return null
  return { token, amount: invoice.open, payUntil: invoice.dueDay }
}
