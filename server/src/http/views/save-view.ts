import { saveView, tooManyViews } from '../../saved-views/index.ts'
import type { SavedView } from '../../saved-views/index.ts'
import { callerOf } from '../access/access.ts'
import type { App, HttpDeps } from '../deps.ts'
import { replayOf } from '../idempotency/replay.ts'
import { wrongParameter } from '../query/reasons.ts'
import { invalidMember } from '../reasons.ts'
import { exampled } from '../wire/exampled.ts'
import { named } from '../wire/schema.ts'
import { newViewExample } from './examples.ts'
import { readQuery, wrongQuery } from './read-query.ts'
import { saveViewBody, savedViewSchema, viewerOfViews } from './view.ts'

export const unknownValue = wrongParameter.listed({
  label: 'unknown_value',
  when: 'A filter of the query has a value that the list refuses.',
  example: ['status', 'one of ready, accepted, paid, cancelled, expired'],
})

export function addSaveView(app: App, deps: HttpDeps): void {
  app.post(
    '/manage/views',
    {
      config: {
        access: 'manage',
        refuses: [
          invalidMember('A member is missing, or the list has no such filter.', wrongQuery),
          unknownValue,
          tooManyViews,
        ],
      },
      schema: {
        operationId: 'saveView',
        summary: 'Save a view',
        description:
          'Keeps a list with its filters and columns, for you or for everybody of the account. ' +
          'Views of policies, offers, payments and invoices are counted by a job, up to 1,000.',
        tags: ['Management'],
        body: named(saveViewBody),
        response: { 201: exampled(named(savedViewSchema), 'The view.', newViewExample) },
      },
    },
    async (request, reply) => {
      const caller = callerOf(request)
      const { name, query, columns, shared } = request.body
      const list = request.body.list as SavedView['list'] // By its schema.
      const wanted = {
        list,
        name,
        query,
        columns: columns ?? null,
        isShared: shared ?? false,
        filters: await readQuery(deps, caller, list, query),
      }
      const view = viewerOfViews(request)
      const saved = await saveView(deps, caller, wanted, replayOf(reply, view, 201))
      return reply.code(201).send(view(saved))
    },
  )
}
