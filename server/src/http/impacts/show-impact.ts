import { findImpact, impactNotFound } from '../../impacts/index.ts'
import { callerOf } from '../access/access.ts'
import { viewAllowed } from '../access/allowed.ts'
import type { App, HttpDeps } from '../deps.ts'
import { allAllowed } from '../wire/example-ids.ts'
import { exampled } from '../wire/exampled.ts'
import { named } from '../wire/schema.ts'
import { impactExample } from './examples.ts'
import { impactParams, impactSchema, readImpactId, viewImpactFor } from './impact.ts'

export function addShowImpact(app: App, deps: HttpDeps): void {
  app.get(
    '/manage/impacts/:impactId',
    {
      config: { access: 'manage', watches: true, refuses: [impactNotFound] },
      schema: {
        operationId: 'showImpact',
        summary: 'View an impact analysis',
        description: 'The progress of the analysis, and its result once it is done.',
        tags: ['Management'],
        params: impactParams,
        response: {
          200: exampled(named(impactSchema), 'The analysis.', {
            ...impactExample,
            allowed: allAllowed('stop'),
          }),
        },
      },
    },
    async (request) => {
      const id = readImpactId(request.params.impactId)
      const caller = callerOf(request)
      const shown = viewImpactFor(caller)(await findImpact(deps.db, caller, id))
      return { ...shown, allowed: viewAllowed(request, { stop: ['stopImpact', null] }) }
    },
  )
}
