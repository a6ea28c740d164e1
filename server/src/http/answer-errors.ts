import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Refusal, invalidData } from '../kernel/index.ts'
import { isDatabaseAway } from '../database/index.ts'
import { toFieldErrors } from './body/body-errors.ts'
import { bodyMembers } from './body/body-members.ts'
import { allowOrigin } from './headers/cross-origin.ts'
import type { RequestGate } from './access/request-gate.ts'
import { preferredLanguages } from './headers/preferred-languages.ts'
import { noteRefusal } from './access/on-behalf.ts'
import { RateLimited, rateHeaders } from './access/rate-limit.ts'
import { cannotBeStored } from './query/readable-address.ts'
import {
  addressTooLong,
  bodyTooLarge,
  internalError,
  malformedRequest,
  notAnObject,
  routeNotFound,
  textNotStorable,
  unavailable,
  unreadableAddress,
  wrongMediaType,
} from './reasons.ts'
import { type ErrorBody, answerRefusal } from './errors/refusals.ts'
import { forbidKeeping, safeHeaders } from './headers/safe-headers.ts'

/** The `Retry-After` of temporary refusals. */
const retryAfterSeconds = 2

/** Sends every error in the shape of the contract; unexpected errors are logged, not shown. */
export function addErrorAnswers(app: FastifyInstance, watch: Watch): void {
  app.setErrorHandler<FastifyError>(async (error, request, reply) =>
    sendError(error, request, reply, watch),
  )
  app.setNotFoundHandler({}, async (request, reply) => {
    const refusal: Error = routeNotFound(request.method, request.url.split('?', 1)[0] ?? '')
    return sendError(refusal as FastifyError, request, reply, watch) // It reads what any error has.
  })
}

/** Called with every refusal. */
export type Watch = (request: FastifyRequest, refusal: Refusal) => void

/** Handles requests whose address cannot be read. They count against the rate limit, too. */
export function frameworkErrors(gate: RequestGate, watch: Watch) {
  return (error: FastifyError, request: FastifyRequest, reply: FastifyReply): void => {
    // No hooks run for such a request, so their work is done here.
    reply.header('x-request-id', request.id)
    reply.headers(safeHeaders)
    allowOrigin(request, reply)
    try {
      gate.passOpen(request, reply)
    } catch (refusal) {
      void sendError(refusal as FastifyError, request, reply, watch) // It throws refusals only.
      return
    }
    // The message of the framework repeats the address, which may contain a key.
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
  const { retryAfterSeconds: seconds } = refusal?.details ?? {}
  if (seconds !== undefined) reply.header('retry-after', seconds)
  if (refusal !== null) noteRefusal(refusal)
  if (refusal !== null) watch(request, refusal)
  else request.log.error({ err: error }, 'a request failed unexpectedly')
  const answered = refusal ?? internalError(request.id)
  reply.errorCode = answered.details.code
  const { status, body } = answerRefusal(answered, preferredLanguages(request))
  return send(reply, status, body)
}

/** The refusal for an error; null for bugs. */
function refusalIn(error: FastifyError, request: FastifyRequest): Refusal | null {
  if (error instanceof Refusal) return error
  if (error.validation !== undefined) return refuseBody(error, request)
  if (error.statusCode === 413) {
    return bodyTooLarge(Math.floor(request.routeOptions.bodyLimit / (1024 * 1024)))
  }
  if (error.statusCode === 415) return wrongMediaType()
  if (cannotBeStored(error)) return textNotStorable()
  if (isDatabaseAway(error)) {
    request.log.error({ err: error }, 'the database is not reachable')
    return unavailable()
  }
  const { statusCode = 500, message } = error
  return statusCode >= 400 && statusCode < 500 ? malformedRequest(message) : null
}

/** All errors in the shape of a body. */
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
