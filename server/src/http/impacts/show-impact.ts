import { findImpact, impactNotFound } from '../../impacts/index.ts'
import { callerOf } from '../access/access.ts'
import type { App, HttpDeps } from '../deps.ts'
import { named } from '../wire/schema.ts'
import { impactParams, impactSchema, readImpactId, viewImpact } from './impact.ts'

export function addShowImpact(app: App, deps: HttpDeps): void {
  app.get(
    '/manage/impacts/:impactId',
    {
      config: { access: 'manage', watches: true, refuses: [impactNotFound] },
      schema: {
        operationId: 'showImpact',
        summary: 'See what a version would do to the book',
        description: 'How far it has come, and once it is done what was found.',
        tags: ['Management'],
        params: impactParams,
        response: { 200: named(impactSchema) },
      },
    },
    async (request) => {
      const id = readImpactId(request.params.impactId)
      return viewImpact(await findImpact(deps.db, callerOf(request), id))
    },
  )
}
