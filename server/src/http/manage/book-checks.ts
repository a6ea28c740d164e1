import { type Static, Type } from 'typebox'
import { Refusal, isId, timestamp } from '../../kernel/index.ts'
import { type BookCheck, findBookCheck, startBookCheck } from '../../management/index.ts'
import { callerOf } from '../access.ts'
import type { App, HttpDeps } from '../deps.ts'
import { receiptOf } from '../receipt.ts'
import { exampled } from '../wire/exampled.ts'
import {
  named,
  oneOf,
  pathId,
  text,
  textOrNull,
  timestampOrNull,
  timestampText,
} from '../wire/schema.ts'
import { bookCheckNotFound, managementErrors } from './errors.ts'
import { bookCheckExample, bookCheckIds, startedBookCheckExample } from './examples/book-checks.ts'

const count = (description: string) => Type.Integer({ description })

export const bookCheckSchema = Type.Object(
  {
    id: text('The check.'),
    status: oneOf(['running', 'done'], 'Where it stands.'),
    policies_checked: count('How many policies it has priced again so far.'),
    policies_same: count('How many of them came to the very same price.'),
    policies_different: count('How many did not.'),
    policies_from_rater: count('How many an outside rater priced, which is not asked again.'),
    differences: Type.Array(
      Type.Object({
        policy_id: text('The policy.'),
        quote_id: text('The quote that its price came from.'),
        quoted: Type.Integer({ description: 'What it was sold for, in whole minor units.' }),
        recomputed: Type.Unsafe<number | null>({
          type: ['integer', 'null'],
          description: 'What comes out now; null where no price does.',
        }),
        reason: text('In what they differ.'),
      }),
      { description: 'The first hundred that differ.' },
    ),
    last_policy_id: textOrNull('How far it has come.'),
    created_at: timestampText('When it was started.'),
    finished_at: timestampOrNull('When it was done.'),
  },
  { $id: 'BookCheck', description: 'A run over all policies that prices each of them again.' },
)

export function addBookChecks(app: App, deps: HttpDeps): void {
  const config = { access: 'manage' } as const
  const tags = ['Management']
  app.post(
    '/manage/book_checks',
    {
      config,
      schema: {
        operationId: 'startBookCheck',
        summary: 'Price the whole book again',
        description:
          "Starts jobs that price every policy of the key's mode again, from its revision and its " +
          'answers. While one check is running, another is not started: its report is answered.',
        tags,
        response: {
          202: exampled(named(bookCheckSchema), 'The check has begun.', startedBookCheckExample),
          ...managementErrors(),
        },
      },
    },
    async (request, reply) => {
      const receipt = receiptOf(reply, viewBookCheck, 202)
      return reply
        .code(202)
        .send(viewBookCheck(await startBookCheck(deps, callerOf(request), receipt)))
    },
  )
  app.get(
    '/manage/book_checks/:checkId',
    {
      config,
      schema: {
        operationId: 'showBookCheck',
        summary: 'See what a check of the book found',
        description: 'While it runs, how far it has come; and then what it found.',
        tags,
        params: Type.Object({ checkId: pathId('The check.', bookCheckIds.check) }),
        response: {
          200: exampled(named(bookCheckSchema), 'The report so far.', bookCheckExample),
          ...managementErrors(bookCheckNotFound),
        },
      },
    },
    async (request) => {
      const { checkId } = request.params
      if (!isId('chk', checkId)) {
        throw new Refusal('not_found', `Book check ${checkId} was not found.`)
      }
      return viewBookCheck(await findBookCheck(deps.db, callerOf(request), checkId))
    },
  )
}

function viewBookCheck(check: BookCheck): Static<typeof bookCheckSchema> {
  return {
    id: check.id,
    status: check.state,
    policies_checked: check.counts.checked,
    policies_same: check.counts.same,
    policies_different: check.counts.different,
    policies_from_rater: check.counts.fromRater,
    differences: check.differences.map((one) => ({
      policy_id: one.policyId,
      quote_id: one.quoteId,
      quoted: one.quoted,
      recomputed: one.recomputed,
      reason: one.reason,
    })),
    last_policy_id: check.lastPolicyId,
    created_at: timestamp(check.createdAt),
    finished_at: check.finishedAt === null ? null : timestamp(check.finishedAt),
  }
}
