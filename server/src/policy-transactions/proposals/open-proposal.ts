import type { Finder } from '../../database/index.ts'
import { invoiceIdOf, selectInvoice } from '../../ledger/index.ts'
import { type PolicyVersion, openSecret } from '../../policies/index.ts'
import type { KeyRing } from '../../sealing/index.ts'

/** The payment token of a proposed version, with its amount and the last day to pay. */
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
