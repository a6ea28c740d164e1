import {
  type DeferredInvoice,
  deferInvoice,
  dueTooEarly,
  dueTooLate,
  invoiceNotFound,
  invoiceNotOpen,
  paymentUnderWay,
} from '../../billing/index.ts'
import { clockAdvancing } from '../../deadlines/index.ts'
import { invalidData, parseDay } from '../../kernel/index.ts'
import { callerOf } from '../access/access.ts'
import type { App, HttpDeps } from '../deps.ts'
import { replayOf } from '../idempotency/replay.ts'
import { invalidMember } from '../reasons.ts'
import { exampled } from '../wire/exampled.ts'
import { ids } from '../wire/example-ids.ts'
import { named, pathId } from '../wire/schema.ts'
import { Type } from '../wire/type.ts'
import { deferredExample } from './examples.ts'
import { deferInvoiceBody, invoiceSummarySchema, viewInvoiceSummary } from './invoice.ts'

const notADay = { code: 'invalid_value', field: 'due_date', rules: ['iso_date'] } as const

export function addDeferInvoice(app: App, deps: HttpDeps): void {
  app.post(
    '/manage/invoices/:invoiceId/defer',
    {
      config: {
        access: 'manage',
        mayNeedSecondPerson: true,
        refuses: [
          invalidMember('`reason` or `due_date` is missing, or `due_date` is no date.', {
            code: 'required',
            field: 'due_date',
            rules: ['required'],
          }),
          dueTooEarly,
          dueTooLate,
          invoiceNotFound,
          invoiceNotOpen,
          paymentUnderWay,
          clockAdvancing,
        ],
      },
      schema: {
        operationId: 'deferInvoice',
        summary: 'Defer an invoice',
        description:
          'Moves the due date of an open invoice to a later day, up to a year from today. Until ' +
          'then it is not collected and not dunned. The customer gets a letter about it.',
        tags: ['Management'],
        params: Type.Object({ invoiceId: pathId('The invoice.', ids.invoice) }),
        body: named(deferInvoiceBody),
        response: {
          200: exampled(
            named(invoiceSummarySchema),
            'The invoice with its new due date.',
            deferredExample,
          ),
        },
      },
    },
    async (request, reply) => {
      const { invoiceId } = request.params
      const dueDay = parseDay(request.body.due_date)
      if (dueDay === null) throw invalidData([notADay], null)
      const view = ({ invoice, number }: DeferredInvoice) => viewInvoiceSummary(invoice, number)
      const deferral = { caller: callerOf(request), invoiceId, dueDay, reason: request.body.reason }
      return view(await deferInvoice(deps, deferral, replayOf(reply, view)))
    },
  )
}
