import { Type } from '../wire/type.ts'
import { dismissReceipt, receiptNotFound, receiptNotUnmatched } from '../../billing/index.ts'
import { callerOf } from '../access/access.ts'
import type { App, HttpDeps } from '../deps.ts'
import { replayOf } from '../idempotency/replay.ts'
import { invalidMember } from '../reasons.ts'
import { exampled } from '../wire/exampled.ts'
import { ids } from '../wire/example-ids.ts'
import { named, pathId } from '../wire/schema.ts'
import { dismissedReceiptExample } from './examples.ts'
import { bankReceiptSchema, dismissReceiptBody, viewBankReceipt } from './receipt.ts'

export function addDismissReceipt(app: App, deps: HttpDeps): void {
  app.post(
    '/manage/receipts/:receiptId/dismiss',
    {
      config: {
        access: 'manage',
        refuses: [
          invalidMember('`reason` is missing.', {
            code: 'required',
            field: 'reason',
            rules: ['required'],
          }),
          receiptNotFound,
          receiptNotUnmatched,
        ],
      },
      schema: {
        operationId: 'dismissReceipt',
        summary: 'Dismiss a receipt',
        description: 'Marks an unmatched receipt as one that pays no invoice. Nothing is posted.',
        tags: ['Management'],
        params: Type.Object({ receiptId: pathId('The receipt.', ids.receipt) }),
        body: named(dismissReceiptBody),
        response: {
          200: exampled(
            named(bankReceiptSchema),
            'The dismissed receipt.',
            dismissedReceiptExample,
          ),
        },
      },
    },
    async (request, reply) => {
      const { body, params } = request
      const dismissal = {
        caller: callerOf(request),
        receiptId: params.receiptId,
        reason: body.reason,
      }
      return viewBankReceipt(
        await dismissReceipt(deps, dismissal, replayOf(reply, viewBankReceipt)),
      )
    },
  )
}
