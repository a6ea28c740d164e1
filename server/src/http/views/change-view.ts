import { changeView, viewNotFound, viewOfAnother } from '../../saved-views/index.ts'
import { callerOf } from '../access/access.ts'
import type { App, HttpDeps } from '../deps.ts'
import { replayOf } from '../idempotency/replay.ts'
import { invalidMember } from '../reasons.ts'
import { exampled } from '../wire/exampled.ts'
import { named } from '../wire/schema.ts'
import { changedViewExample } from './examples.ts'
import { readQuery, wrongQuery } from './read-query.ts'
import { unknownValue } from './save-view.ts'
import { changeViewBody, savedViewSchema, viewParams, viewerOfViews } from './view.ts'

export function addChangeView(app: App, deps: HttpDeps): void {
  app.patch(
    '/manage/views/:viewId',
    {
      config: {
        access: 'manage',
        refuses: [
          invalidMember('A member is invalid, or the list has no such filter.', wrongQuery),
          unknownValue,
          viewNotFound,
          viewOfAnother,
        ],
      },
      schema: {
        operationId: 'changeView',
        summary: 'Change a view',
        description: 'Omitted members stay. Only whoever saved a view changes it.',
        tags: ['Management'],
        params: viewParams,
        body: named(changeViewBody),
        response: { 200: exampled(named(savedViewSchema), 'The view.', changedViewExample) },
      },
    },
    async (request, reply) => {
      const caller = callerOf(request)
      const { name, query, columns, shared } = request.body
      const view = viewerOfViews(request)
      const changed = await changeView(
        deps,
        caller,
        request.params.viewId,
        async ({ list }) => ({
          ...(name === undefined ? {} : { name }),
          ...(columns === undefined ? {} : { columns }),
          ...(shared === undefined ? {} : { isShared: shared }),
          ...(query === undefined
            ? {}
            : { query, filters: await readQuery(deps, caller, list, query) }),
        }),
        replayOf(reply, view),
      )
      return view(changed)
    },
  )
}
