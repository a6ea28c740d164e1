import {
  doneInFuture,
  finishStatement,
  statementNotFound,
  statementNotOpen,
} from '../../commission/index.ts'
import { invalidData, parseDay } from '../../kernel/index.ts'
import { callerOf } from '../access/access.ts'
import type { App, HttpDeps } from '../deps.ts'
import { replayOf } from '../idempotency/replay.ts'
import { invalidMember } from '../reasons.ts'
import { exampled } from '../wire/exampled.ts'
import { ids } from '../wire/example-ids.ts'
import { named, pathId } from '../wire/schema.ts'
import { Type } from '../wire/type.ts'
import { commissionStatementSchema, finishStatementBody, viewStatement } from './commission.ts'
import { doneStatementExample } from './examples.ts'

const notADay = { code: 'invalid_value', field: 'done_on', rules: ['iso_date'] } as const

export function addFinishCommissionStatement(app: App, deps: HttpDeps): void {
  app.post(
    '/manage/commission_statements/:statementId/done',
    {
      config: {
        access: 'manage',
        refuses: [
          invalidMember('`done_on` or `reference` is missing, or `done_on` is no date.', {
            code: 'required',
            field: 'done_on',
            rules: ['required'],
          }),
          statementNotOpen,
          doneInFuture,
          statementNotFound,
        ],
      },
      schema: {
        operationId: 'finishCommissionStatement',
        summary: 'Mark a commission statement as done',
        description:
          'Says that a statement was paid out, or set off, as was agreed. Its balance is posted: ' +
          'from commission payable to the bank, or to the receivables from collecting agents.',
        tags: ['Management'],
        params: Type.Object({ statementId: pathId('The statement.', ids.commissionStatement) }),
        body: named(finishStatementBody),
        response: {
          200: exampled(named(commissionStatementSchema), 'It is done.', doneStatementExample),
        },
      },
    },
    async (request, reply) => {
      const { done_on: on, reference } = request.body
      const doneOn = parseDay(on)
      if (doneOn === null) throw invalidData([notADay], null)
      const { statementId } = request.params
      const finished = { caller: callerOf(request), statementId, doneOn, reference }
      const replay = replayOf(reply, viewStatement)
      return viewStatement(await finishStatement(deps, finished, replay))
    },
  )
}
