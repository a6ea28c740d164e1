import type { InvoiceId, PolicyId } from '../../src/kernel/index.ts'
import { openSecret } from '../../src/policies/index.ts'
import type { TestPlatform } from '../support/platform.ts'
import { managerOn } from './manager.ts'

export interface OpenInvoice {
  readonly id: InvoiceId
  readonly open: number
  readonly due_date: string
}

/** What is open of a policy, oldest due first. */
export async function openInvoices(
  platform: TestPlatform,
  policyId: string,
): Promise<OpenInvoice[]> {
  const shown = await managerOn(platform).get(`/policies/${policyId}/account`)
  return shown.json<{ open_invoices: OpenInvoice[] }>().open_invoices
}

/** The token that pays an open invoice of a later period; null for others. */
export async function tokenOf(
  platform: TestPlatform,
  policyId: string,
  { id: subject }: OpenInvoice,
): Promise<string | null> {
  const place = { policyId: policyId as PolicyId, kind: 'invoice', subject } as const // As the API gives it.
  return (await openSecret(platform, place)) ?? null
}
