import { Type } from '../wire/type.ts'
import { invalidData, parseDay } from '../../kernel/index.ts'
import {
  asksForNothing,
  invoiceNotFound,
  invoiceSettled,
  otherCurrency,
  recordReceipt,
} from '../../billing/index.ts'
import { clockAdvancing } from '../../deadlines/index.ts'
import type { Payment } from '../../payments/index.ts'
import { callerOf } from '../access/access.ts'
import type { App, HttpDeps } from '../deps.ts'
import { replayOf } from '../idempotency/replay.ts'
import { invalidMember } from '../reasons.ts'
import { exampled } from '../wire/exampled.ts'
import { ids } from '../wire/example-ids.ts'
import { named, pathId } from '../wire/schema.ts'
import { recordedReceiptExample } from './examples.ts'
import { readAccount } from '../payouts/read-account.ts'
import { recordReceiptBody } from './receipt.ts'
import { paymentSummarySchema, viewPaymentSummary } from '../payments/payment-summary.ts'

const notADay = { code: 'invalid_value', field: 'received_on', rules: ['iso_date'] } as const

export function addRecordReceipt(app: App, deps: HttpDeps): void {
  app.post(
    '/manage/invoices/:invoiceId/receipts',
    {
      config: {
        access: 'manage',
        refuses: [
          invalidMember(
            '`amount` is not above zero, `received_on` is not a date or is in the future, or ' +
              '`iban` is not an IBAN.',
            notADay,
          ),
          otherCurrency,
          invoiceNotFound,
          invoiceSettled,
          asksForNothing,
          clockAdvancing,
        ],
      },
      schema: {
        operationId: 'recordReceipt',
        summary: 'Record a receipt',
        description:
          'Records money that was received for an invoice by bank transfer: the whole ' +
          'amount, a part of it, or more. A surplus pays other open invoices of the ' +
          'policy, earliest due date first. The rest becomes credit of the customer, which ' +
          'pays the next instalment or is refunded.',
        tags: ['Management'],
        params: Type.Object({ invoiceId: pathId('The invoice.', ids.invoice) }),
        body: named(recordReceiptBody),
        response: {
          200: exampled(
            named(paymentSummarySchema),
            'The payment that was posted for the receipt.',
            recordedReceiptExample,
          ),
        },
      },
    },
    async (request, reply) => {
      const { body } = request
      const receivedOn = parseDay(body.received_on)
      if (receivedOn === null) throw invalidData([notADay], null)
      const payer = body.iban === undefined ? null : readAccount(body.iban, body.payer)
      const receipt = {
        caller: callerOf(request),
        invoiceId: request.params.invoiceId,
        amount: body.amount,
        currency: body.currency.toLowerCase(),
        receivedOn,
        reference: body.reference ?? null,
        payer,
        isOverpayment: body.overpayment ?? false,
      }
      const view = (payment: Payment) => viewPaymentSummary(payment, [])
      return view(await recordReceipt(deps, receipt, replayOf(reply, view)))
    },
  )
}
