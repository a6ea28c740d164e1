import { readMonth } from '../../accounting/index.ts'
import {
  earlierMonthOpen,
  makeStatement,
  nothingToState,
  statementExists,
  statementMonthNotOver,
} from '../../commission/index.ts'
import { invalidData } from '../../kernel/index.ts'
import { accountNotFound } from '../../management/index.ts'
import { callerOf } from '../access/access.ts'
import type { App, HttpDeps } from '../deps.ts'
import { replayOf } from '../idempotency/replay.ts'
import { invalidMember } from '../reasons.ts'
import { named } from '../wire/schema.ts'
import { commissionStatementSchema, makeStatementBody, viewStatement } from './commission.ts'
import { findDistributor } from './find-distributor.ts'

const noMonth = { code: 'invalid_value', field: 'month', rules: ['date_format'] } as const

export function addMakeCommissionStatement(app: App, deps: HttpDeps): void {
  app.post(
    '/manage/commission_statements',
    {
      config: {
        access: 'manage',
        refuses: [
          invalidMember('`month` is not a month such as `2028-10`.', noMonth),
          statementMonthNotOver,
          statementExists,
          earlierMonthOpen,
          nothingToState,
          accountNotFound,
        ],
      },
      schema: {
        operationId: 'makeCommissionStatement',
        summary: 'Make a commission statement',
        description:
          'Makes the statement of a distributor, month and currency. In live mode the month must ' +
          'be over. Some days after each month the statements that nobody asked for are made ' +
          'automatically. A statement never changes: what becomes known later is booked after it.',
        tags: ['Management'],
        body: named(makeStatementBody),
        response: { 200: named(commissionStatementSchema) },
      },
    },
    async (request, reply) => {
      const caller = callerOf(request)
      const { body } = request
      const month = readMonth(body.month)
      if (month === null) throw invalidData([noMonth], null)
      const { id: distributorId } = await findDistributor(deps, caller, body.distributor_id)
      const { livemode } = caller
      const { currency } = body
      const scope = { insurerId: caller.account.id, distributorId, livemode, currency }
      const replay = replayOf(reply, viewStatement)
      return viewStatement(await makeStatement(deps, { caller, scope, month }, replay))
    },
  )
}
