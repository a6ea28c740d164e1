import { Type } from '../wire/type.ts'
import { invalidData, parseDay } from '../../kernel/index.ts'
import { clockAdvancing } from '../../deadlines/index.ts'
import {
  type DunningCase,
  caseNotFound,
  caseNotOpen,
  recordLegalAction,
} from '../../dunning/index.ts'
import { callerOf } from '../access/access.ts'
import type { App, HttpDeps } from '../deps.ts'
import { replayOf } from '../idempotency/replay.ts'
import { invalidMember } from '../reasons.ts'
import { exampled } from '../wire/exampled.ts'
import { ids } from '../wire/example-ids.ts'
import { named, pathId } from '../wire/schema.ts'
import { dunningCaseExample } from './examples.ts'
import { dunningCaseSchema, legalActionBody, viewDunningCase } from './dunning.ts'

const notADay = { code: 'invalid_value', field: 'date', rules: ['iso_date'] } as const

export function addRecordLegalAction(app: App, deps: HttpDeps): void {
  const view = (one: DunningCase) => viewDunningCase(one, deps.links)
  app.post(
    '/manage/dunning/:caseId/legal-action',
    {
      config: {
        access: 'manage',
        refuses: [
          caseNotFound,
          caseNotOpen,
          clockAdvancing,
          invalidMember('`date` or `evidence` is missing, or `date` is not a date up to today.', {
            code: 'required',
            field: 'date',
            rules: ['required'],
          }),
        ],
      },
      schema: {
        operationId: 'recordLegalAction',
        summary: 'Record a legal action',
        description:
          'Records that the overdue premium was claimed at law. A policy whose cover is ' +
          'suspended then does not lapse. Cover still resumes with the payment.',
        tags: ['Management'],
        params: Type.Object({ caseId: pathId('The case.', ids.dunningCase) }),
        body: named(legalActionBody),
        response: {
          200: exampled(named(dunningCaseSchema), 'The case.', {
            ...dunningCaseExample,
            legal_action_on: '2029-03-31',
          }),
        },
      },
    },
    async (request, reply) => {
      const { date: text, evidence } = request.body
      const date = parseDay(text)
      if (date === null) throw invalidData([notADay], null)
      const { caseId } = request.params
      const action = { caller: callerOf(request), caseId, date, evidence }
      return view(await recordLegalAction(deps, action, replayOf(reply, view)))
    },
  )
}
