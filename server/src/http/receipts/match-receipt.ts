import { Type } from '../wire/type.ts'
import {
  asksForNothing,
  invoiceNotFound,
  invoiceSettled,
  matchReceipt,
  otherCurrency,
  receiptNotFound,
  receiptNotUnmatched,
} from '../../billing/index.ts'
import { clockAdvancing } from '../../deadlines/index.ts'
import { callerOf } from '../access/access.ts'
import type { App, HttpDeps } from '../deps.ts'
import { replayOf } from '../idempotency/replay.ts'
import { invalidMember } from '../reasons.ts'
import { exampled } from '../wire/exampled.ts'
import { ids } from '../wire/example-ids.ts'
import { named, pathId } from '../wire/schema.ts'
import { matchedReceiptExample } from './examples.ts'
import { bankReceiptSchema, matchReceiptBody, viewBankReceipt } from './receipt.ts'

export function addMatchReceipt(app: App, deps: HttpDeps): void {
  app.post(
    '/manage/receipts/:receiptId/match',
    {
      config: {
        access: 'manage',
        refuses: [
          invalidMember('`invoice_id` is missing.', {
            code: 'required',
            field: 'invoice_id',
            rules: ['required'],
          }),
          otherCurrency,
          receiptNotFound,
          invoiceNotFound,
          receiptNotUnmatched,
          invoiceSettled,
          asksForNothing,
          clockAdvancing,
        ],
      },
      schema: {
        operationId: 'matchReceipt',
        summary: 'Match a receipt with an invoice',
        description:
          'Posts an unmatched receipt to this invoice, as if its reference had named it. ' +
          '`GET /manage/receipts?state=unmatched` lists unmatched receipts.',
        tags: ['Management'],
        params: Type.Object({ receiptId: pathId('The receipt.', ids.receipt) }),
        body: named(matchReceiptBody),
        response: {
          200: exampled(named(bankReceiptSchema), 'The matched receipt.', matchedReceiptExample),
        },
      },
    },
    async (request, reply) => {
      const { body, params } = request
      const match = {
        caller: callerOf(request),
        receiptId: params.receiptId,
        invoiceId: body.invoice_id,
        isOverpayment: body.overpayment ?? false,
      }
      return viewBankReceipt(await matchReceipt(deps, match, replayOf(reply, viewBankReceipt)))
    },
  )
}
