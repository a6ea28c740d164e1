import { Type } from 'typebox'
import { isReadOnly } from '../../database/index.ts'
import { isAnyWorkerAlive } from '../../jobs/index.ts'
import { Refusal } from '../../kernel/index.ts'
import type { App, HttpDeps } from '../deps.ts'
import { errorResponses } from '../wire/error.ts'
import { noWorker, notReady, readsOnly, says, unknownPurpose } from '../wire/errors/operations.ts'
import { okSchema } from '../wire/ok.ts'
import { named } from '../wire/schema.ts'

const config = { access: 'open', isProbe: true } as const
const readyTimeoutMs = 2_000

export function addHealth(app: App, deps: HttpDeps): void {
  app.get(
    '/healthz',
    {
      config,
      schema: {
        operationId: 'health',
        summary: 'Is the process up?',
        description: 'Answers as long as the process lives, and asks nobody else.',
        tags: ['Operations'],
        response: { 200: named(okSchema) },
      },
    },
    async () => ({ status: 'ok' as const }),
  )
  app.get(
    '/readyz',
    {
      config,
      schema: {
        operationId: 'ready',
        summary: 'Can it serve?',
        description:
          'Asks the database whether it reads and writes, and waits two seconds at most. A server that is stopping says no. With `?for=work` it also says whether anybody works the jobs off: this process, or any other on the same database.',
        tags: ['Operations'],
        querystring: Type.Object({
          for: Type.Optional(
            Type.String({
              description:
                '`serve`, as without it, or `work`: jobs are worked off. Ask for `serve` to share out requests, and for `work` to be told when no worker is left.',
            }),
          ),
        }),
        response: {
          200: named(okSchema),
          ...errorResponses(notReady, readsOnly, noWorker, unknownPurpose),
        },
      },
    },
    async (request) => {
      const purpose = readPurpose(request.query.for)
      if (app.draining.hasBegun()) {
        throw unavailable('The server is stopping.')
      }
      try {
        await inTime(deps.db.assertWrites())
        if (purpose === 'serve' || (await inTime(isAnyWorkerAlive(deps.db)))) {
          return { status: 'ok' as const }
        }
      } catch (error) {
        request.log.warn({ err: error }, 'not ready')
        throw unavailable(isReadOnly(error) ? says.readsOnly : says.away)
      }
      throw unavailable(says.noWorker)
    },
  )
}

function unavailable(message: string): Refusal {
  return new Refusal('temporarily_unavailable', message)
}

function readPurpose(given: string | undefined): 'serve' | 'work' {
  if (given === undefined || given === 'serve') return 'serve'
  if (given === 'work') return 'work'
  throw new Refusal('malformed_request', says.unknownPurpose)
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
