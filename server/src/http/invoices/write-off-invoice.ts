import { Type } from '../wire/type.ts'
import { invoiceNotFound, invoiceNotOpen, paymentUnderWay, writeOff } from '../../billing/index.ts'
import { clockAdvancing } from '../../deadlines/index.ts'
import { type Invoice, selectNumbers } from '../../ledger/index.ts'
import { callerOf } from '../access/access.ts'
import type { App, HttpDeps } from '../deps.ts'
import { replayOf } from '../idempotency/replay.ts'
import { invalidMember } from '../reasons.ts'
import { exampled } from '../wire/exampled.ts'
import { ids } from '../wire/example-ids.ts'
import { named, pathId } from '../wire/schema.ts'
import { writtenOffExample } from './examples.ts'
import { invoiceSummarySchema, viewInvoiceSummary, writeOffBody } from './invoice.ts'

export function addWriteOffInvoice(app: App, deps: HttpDeps): void {
  app.post(
    '/manage/invoices/:invoiceId/write_off',
    {
      config: {
        access: 'manage',
        mayNeedSecondPerson: true,
        refuses: [
          invalidMember('`reason` is missing.', {
            code: 'required',
            field: 'reason',
            rules: ['required'],
          }),
          invoiceNotFound,
          invoiceNotOpen,
          paymentUnderWay,
          clockAdvancing,
        ],
      },
      schema: {
        operationId: 'writeOffInvoice',
        summary: 'Write off an invoice',
        description:
          'Writes off the open amount: it is no longer requested. A later payment or ' +
          'reduction is used for the written-off amount before anything is refunded.',
        tags: ['Management'],
        params: Type.Object({ invoiceId: pathId('The invoice.', ids.invoice) }),
        body: named(writeOffBody),
        response: {
          200: exampled(
            named(invoiceSummarySchema),
            'The invoice with its new state.',
            writtenOffExample,
          ),
        },
      },
    },
    async (request, reply) => {
      const { invoiceId } = request.params
      const caller = callerOf(request)
      const found = await selectNumbers(deps.db, [invoiceId as Invoice['id']]) // Only looked up.
      const view = (invoice: Invoice) => viewInvoiceSummary(invoice, found.get(invoice.id))
      const writeOffRequest = { caller, invoiceId, reason: request.body.reason }
      return view(await writeOff(deps, writeOffRequest, replayOf(reply, view)))
    },
  )
}
