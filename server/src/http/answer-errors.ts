import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Refusal, invalidData } from '../kernel/index.ts'
import { isDatabaseAway } from '../database/index.ts'
import { toFieldErrors } from './body/body-errors.ts'
import { bodyMembers } from './body/body-members.ts'
import { allowOrigin } from './headers/cross-origin.ts'
import type { RequestGate } from './access/request-gate.ts'
import { preferredLanguages } from './headers/preferred-languages.ts'
import { RateLimited, rateHeaders } from './access/rate-limit.ts'
import { cannotBeStored } from './query/readable-address.ts'
import {
  addressTooLong,
  bodyTooLarge,
  notAnObject,
  textNotStorable,
  unavailable,
  unreadableAddress,
  wrongMediaType,
} from './reasons.ts'
import { type ErrorBody, answerRefusal, errorBody } from './errors/refusals.ts'
import { forbidKeeping, safeHeaders } from './headers/safe-headers.ts'

/** After which a refusal that says "not now" is worth another try. */
const retryAfterSeconds = 2

/** Every error leaves in the contract's shape; what is a bug of ours is logged whole and told briefly. */
export function addErrorAnswers(app: FastifyInstance, watch: Watch): void {
  app.setErrorHandler<FastifyError>(async (error, request, reply) =>
    sendError(error, request, reply, watch),
  )
  app.setNotFoundHandler({}, async (request, reply) => {
    const path = request.url.split('?', 1)[0]
    return send(reply, 404, errorBody(404, `There is no ${request.method} ${path} here.`))
  })
}

/** Told of everything that is refused. */
export type Watch = (request: FastifyRequest, refusal: Refusal | null) => void

/** A request that finds no route because its address cannot even be read. It counts as any other. */
export function frameworkErrors(gate: RequestGate, watch: Watch) {
  return (error: FastifyError, request: FastifyRequest, reply: FastifyReply): void => {
    // No hook runs for such a request, so what hooks would do is done here.
    reply.header('x-request-id', request.id)
    reply.headers(safeHeaders)
    allowOrigin(request, reply)
    try {
      gate.passOpen(request, reply)
    } catch (refusal) {
      void sendError(refusal as FastifyError, request, reply, watch) // It refuses, and throws nothing else.
      return
    }
    // Not the framework's words: they repeat the address, and a key may stand in it.
    const refusal = error.statusCode === 414 ? addressTooLong() : unreadableAddress()
    void sendError(refusal as Error as FastifyError, request, reply, watch) // Likewise.
  }
}

function sendError(
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
  watch: Watch,
) {
  if (error instanceof RateLimited) {
    reply.headers({ ...rateHeaders(error.state), 'retry-after': error.state.resetSeconds })
  }
  const refusal = refusalIn(error, request)
  if (refusal !== null) {
    watch(request, refusal)
    const { status, body } = answerRefusal(refusal, preferredLanguages(request))
    return send(reply, status, body)
  }
  const { statusCode: status = 500 } = error
  if (status >= 400 && status < 500) {
    watch(request, null)
    return send(reply, status, errorBody(status, sentence(error)))
  }
  request.log.error({ err: error }, 'a request failed unexpectedly')
  const message = `Something went wrong on our side. Quote the request id ${request.id} when you report it.`
  return send(reply, 500, errorBody(500, message))
}

/** The refusal that an error is or stands for; null where the framework or a mistake of ours is at fault. */
function refusalIn(error: FastifyError, request: FastifyRequest): Refusal | null {
  if (error instanceof Refusal) return error
  if (error.validation !== undefined) return refuseBody(error, request)
  if (error.statusCode === 413) {
    return bodyTooLarge(Math.floor(request.routeOptions.bodyLimit / (1024 * 1024)))
  }
  if (error.statusCode === 415) return wrongMediaType()
  if (cannotBeStored(error)) return textNotStorable()
  if (!isDatabaseAway(error)) return null
  request.log.error({ err: error }, 'the database is not reachable')
  return unavailable()
}

function sentence({ message }: Error): string {
  return `${message}.`.replace(/\.\.$/, '.')
}

/** The failures of a body's shape, all at once. */
function refuseBody(error: FastifyError, request: FastifyRequest): Refusal {
  const { names } = bodyMembers(request)
  const errors = toFieldErrors(error.validation ?? [], request.body, names)
  if (errors.length > 0) return invalidData(errors, null)
  return notAnObject(error.validationContext ?? 'body')
}

function send(reply: FastifyReply, status: number, body: ErrorBody): FastifyReply {
  forbidKeeping(reply)
  if (status === 503) reply.header('retry-after', retryAfterSeconds)
  return reply.code(status).header('content-type', 'application/json; charset=utf-8').send(body)
}
