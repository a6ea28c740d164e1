import { readHealth } from '../../management/index.ts'
import { balanceProviders } from '../../payments/index.ts'
import { callerOf } from '../access/access.ts'
import type { App, HttpDeps } from '../deps.ts'
import { named } from '../wire/schema.ts'
import { healthSchema, viewHealth } from './health.ts'

export function addShowHealth(app: App, deps: HttpDeps): void {
  app.get(
    '/manage/health',
    {
      config: { access: 'manage' },
      schema: {
        operationId: 'showHealth',
        summary: 'View the health of the platform',
        description:
          'Whether the database answers, how much work waits, how far mails, webhooks and ' +
          'evidence are behind the events, and when money at providers was read last. It costs ' +
          'the same however large the portfolio is.',
        tags: ['Management'],
        response: { 200: named(healthSchema) },
      },
    },
    async (request) => {
      const health = await readHealth(deps, callerOf(request), balanceProviders(deps.providers))
      return viewHealth(health, deps.clock())
    },
  )
}
