import { Type } from '../wire/type.ts'
import { listClocks } from '../../deadlines/index.ts'
import { callerOf } from '../access/access.ts'
import type { App, HttpDeps } from '../deps.ts'
import { exampled } from '../wire/exampled.ts'
import { named } from '../wire/schema.ts'
import { shownClockExample } from './examples.ts'
import { clockSchema, viewClockFor } from './test-clock.ts'

export function addListClocks(app: App, deps: HttpDeps): void {
  app.get(
    '/manage/clocks',
    {
      config: { access: 'manage' },
      schema: {
        operationId: 'listClocks',
        summary: 'List test clocks',
        description: 'The newest hundred. Empty for a live key.',
        tags: ['Management'],
        response: {
          200: exampled(Type.Array(named(clockSchema)), 'The clocks.', [shownClockExample]),
        },
      },
    },
    async (request) => {
      const clocks = await listClocks(deps.db, callerOf(request))
      return clocks.map((clock) => viewClockFor(request, clock))
    },
  )
}
