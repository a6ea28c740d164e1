import { removeView, viewNotFound, viewOfAnother } from '../../saved-views/index.ts'
import { callerOf } from '../access/access.ts'
import type { App, HttpDeps } from '../deps.ts'
import { replayOf } from '../idempotency/replay.ts'
import { named } from '../wire/schema.ts'
import { savedViewSchema, viewParams, viewerOfViews } from './view.ts'

export function addRemoveView(app: App, deps: HttpDeps): void {
  app.delete(
    '/manage/views/:viewId',
    {
      config: { access: 'manage', refuses: [viewNotFound, viewOfAnother] },
      schema: {
        operationId: 'removeView',
        summary: 'Remove a view',
        description: 'Only whoever saved a view removes it. The response shows what it was.',
        tags: ['Management'],
        params: viewParams,
        response: { 200: named(savedViewSchema) },
      },
    },
    async (request, reply) => {
      const view = viewerOfViews(request)
      const { viewId } = request.params
      return view(await removeView(deps, callerOf(request), viewId, replayOf(reply, view)))
    },
  )
}
