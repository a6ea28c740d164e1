import type { App } from '../deps.ts'
import { okSchema } from '../wire/ok.ts'
import { named } from '../wire/schema.ts'

export function addHealth(app: App): void {
  app.get(
    '/healthz',
    {
      config: { access: 'open', isProbe: true },
      schema: {
        operationId: 'health',
        summary: 'Liveness',
        description: 'Responds as long as the process runs. Does not check the database.',
        tags: ['Operations'],
        response: { 200: named(okSchema) },
      },
    },
    async () => ({ status: 'ok' as const }),
  )
}
