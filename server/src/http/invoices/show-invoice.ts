import { readRefusalAlone } from '../../approvals/index.ts'
import { Type } from '../wire/type.ts'
import {
  findInvoice,
  invoiceNotFound,
  refusalOfDeferral,
  refusalOfReceipt,
  refusalOfWriteOff,
} from '../../billing/index.ts'
import { type Invoice, selectNumbers } from '../../ledger/index.ts'
import { type Payment, selectPaymentsOf } from '../../payments/index.ts'
import { openSecret, selectPolicyholders } from '../../policies/index.ts'
import { openTokens } from '../../sales/index.ts'
import { callerOf } from '../access/access.ts'
import { viewAllowedOf } from '../access/allowed.ts'
import type { App, HttpDeps } from '../deps.ts'
import { ids } from '../wire/example-ids.ts'
import { named, pathId } from '../wire/schema.ts'
import { invoiceSchema, viewInvoice } from './invoice.ts'

export function addShowInvoice(app: App, deps: HttpDeps): void {
  app.get(
    '/manage/invoices/:invoiceId',
    {
      config: { access: 'manage', refuses: [invoiceNotFound] },
      schema: {
        operationId: 'showInvoice',
        summary: 'View an invoice',
        description: 'An invoice with its lines, its open amount and its payments.',
        tags: ['Management'],
        params: Type.Object({ invoiceId: pathId('The invoice.', ids.invoice) }),
        response: { 200: named(invoiceSchema) },
      },
    },
    async (request) => {
      const invoice = await findInvoice(deps.db, callerOf(request), request.params.invoiceId)
      const [numbers, payments, holders] = await Promise.all([
        selectNumbers(deps.db, [invoice.id]),
        selectPaymentsOf(deps.db, invoice.policyId),
        selectPolicyholders(deps.db, [invoice.policyId], deps.clock()),
      ])
      const own = payments.filter((payment) => isPaymentFor(payment, invoice))
      const token = await tokenOf(deps, invoice)
      const holder = holders.get(invoice.policyId)
      const shown = viewInvoice(invoice, numbers.get(invoice.id), own, token, holder)
      const paying = own.find(({ status }) => status === 'pending')
      const money = { amount: invoice.open, currency: invoice.currency }
      const alone = await readRefusalAlone(deps.db, callerOf(request))
      const acts = {
        write_off: [
          'writeOffInvoice',
          refusalOfWriteOff(invoice, paying) ?? alone({ kind: 'write_offs', money }),
        ],
        defer: [
          'deferInvoice',
          refusalOfDeferral(invoice, paying) ?? alone({ kind: 'deferrals', money }),
        ],
        record_receipt: ['recordReceipt', refusalOfReceipt(invoice)],
      } as const
      return { ...shown, allowed: await viewAllowedOf(deps, request, acts, invoice) }
    },
  )
}

/** What it is paid with, as long as it can be. */
async function tokenOf(
  deps: HttpDeps,
  { id, policyId, kind, state }: Invoice,
): Promise<string | null> {
  if (state !== 'open') return null
  // A sale is paid with the token of its policy, also once its money was charged back.
  if (kind === 'sale') return (await openTokens(deps, policyId)).payment
  return (await openSecret(deps, { policyId, kind: 'invoice', subject: id })) ?? null
}

/** The payment of a sale names no invoice. */
export function isPaymentFor({ invoiceId }: Payment, { id, kind }: Invoice): boolean {
  return invoiceId === id || (invoiceId === null && kind === 'sale')
}
