import { invalidData } from '../../../kernel/index.ts'
import {
  closeMonth,
  closingUnderWay,
  monthClosed,
  monthNotNext,
  monthNotOver,
  readMonth,
} from '../../../accounting/index.ts'
import { callerOf } from '../../access/access.ts'
import type { App, HttpDeps } from '../../deps.ts'
import { replayOf } from '../../idempotency/replay.ts'
import { invalidMember } from '../../reasons.ts'
import { exampled } from '../../wire/exampled.ts'
import { named } from '../../wire/schema.ts'
import { closeMonthBody, closingSchema, viewClosing } from './closing.ts'
import { summingExample } from '../examples.ts'

const noMonth = { code: 'invalid_value', field: 'month', rules: ['date_format'] } as const

export function addCloseMonth(app: App, deps: HttpDeps): void {
  app.post(
    '/manage/closings',
    {
      config: {
        access: 'manage',
        refuses: [
          invalidMember('`month` is not a month such as `2028-10`.', noMonth),
          monthClosed,
          monthNotNext,
          monthNotOver,
          closingUnderWay,
        ],
      },
      schema: {
        operationId: 'closeMonth',
        summary: 'Close a month',
        description:
          'Closes a month for ever. Nothing is posted into it any more: what happens later is ' +
          'posted on the first open day, with its own value day and period of service. Months ' +
          'are closed one after the other; the first closing covers everything before it, too. ' +
          'In live mode the month must be over. A background job then sums it.',
        tags: ['Management'],
        body: named(closeMonthBody),
        response: {
          202: exampled(
            named(closingSchema),
            'The month is closed, and being summed.',
            summingExample,
          ),
        },
      },
    },
    async (request, reply) => {
      const month = readMonth(request.body.month)
      if (month === null) throw invalidData([noMonth], null)
      const replay = replayOf(reply, viewClosing, 202)
      const closed = await closeMonth(deps, { caller: callerOf(request), month }, replay)
      return reply.code(202).send(viewClosing(closed))
    },
  )
}
