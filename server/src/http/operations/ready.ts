import { Type } from '../wire/type.ts'
import { isReadOnly } from '../../database/index.ts'
import { isAnyWorkerAlive } from '../../jobs/index.ts'
import type { App, HttpDeps } from '../deps.ts'
import { okSchema } from '../wire/ok.ts'
import { named } from '../wire/schema.ts'
import { draining, noWorker, notReady, readsOnly, unknownPurpose } from './reasons.ts'

const readyTimeoutMs = 2_000

export function addReady(app: App, deps: HttpDeps): void {
  app.get(
    '/readyz',
    {
      config: {
        access: 'open',
        isProbe: true,
        refuses: [notReady, readsOnly, noWorker, draining, unknownPurpose],
      },
      schema: {
        operationId: 'ready',
        summary: 'Readiness',
        description:
          'Checks whether the database accepts reads and writes, within two seconds. A ' +
          'server that is stopping is not ready. With `?for=work` it also checks whether a ' +
          'worker runs jobs: in this process, or in any other on the same database.',
        tags: ['Operations'],
        querystring: Type.Object({
          for: Type.Optional(
            Type.String({
              description:
                '`serve` (default) to decide whether to route requests here, or `work` to ' +
                'be alerted if no worker runs jobs.',
            }),
          ),
        }),
        response: {
          200: named(okSchema),
        },
      },
    },
    async (request) => {
      const purpose = readPurpose(request.query.for)
      if (app.draining.hasBegun()) {
        throw draining()
      }
      try {
        await inTime(deps.db.assertWrites())
        if (purpose === 'serve' || (await inTime(isAnyWorkerAlive(deps.db)))) {
          return { status: 'ok' as const }
        }
      } catch (error) {
        request.log.warn({ err: error }, 'not ready')
        throw isReadOnly(error) ? readsOnly() : notReady()
      }
      throw noWorker()
    },
  )
}

function readPurpose(given: string | undefined): 'serve' | 'work' {
  if (given === undefined || given === 'serve') return 'serve'
  if (given === 'work') return 'work'
  throw unknownPurpose()
}

async function inTime<Result>(answer: Promise<Result>): Promise<Result> {
  answer.catch(() => undefined) // It may come too late, when nobody listens any more.
  const { promise: tooLate, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(
    () => reject(new Error('the database did not answer in time')),
    readyTimeoutMs,
  )
  try {
    return await Promise.race([answer, tooLate])
  } finally {
    clearTimeout(timer)
  }
}
