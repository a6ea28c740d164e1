import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '../kernel/index.ts'
import { isDatabaseAway } from '../database/index.ts'
import { toFieldErrors } from './body-errors.ts'
import { bodyMembers } from './body-members.ts'
import { allowOrigin } from './cross-origin.ts'
import type { Door } from './door.ts'
import { preferredLanguages } from './preferred-languages.ts'
import { RateLimited, rateHeaders } from './rate-limit.ts'
import { addressTooLong, cannotBeStored, unreadableAddress } from './readable-address.ts'
import { type ErrorBody, answerRefusal, errorBody } from './refusals.ts'
import { forbidKeeping, safeHeaders } from './safe-headers.ts'

/** After which a refusal that says "not now" is worth another try. */
const retryAfterSeconds = 2

/** Every error leaves in the contract's shape; what is a bug of ours is logged whole and told briefly. */
export function addErrorAnswers(app: FastifyInstance): void {
  app.setErrorHandler<FastifyError>(async (error, request, reply) =>
    sendError(error, request, reply),
  )
  app.setNotFoundHandler({}, async (request, reply) => {
    const path = request.url.split('?', 1)[0]
    return send(reply, 404, errorBody(404, `There is no ${request.method} ${path} here.`))
  })
}

/** A request that finds no route because its address cannot even be read. It counts as any other. */
export function frameworkErrors(door: Door) {
  return (error: FastifyError, request: FastifyRequest, reply: FastifyReply): void => {
    // No hook runs for such a request, so what hooks would do is done here.
    reply.header('x-request-id', request.id)
    reply.headers(safeHeaders)
    allowOrigin(request, reply)
    try {
      door.passOpen(request, reply)
    } catch (refusal) {
      void sendError(refusal as FastifyError, request, reply) // It refuses, and throws nothing else.
      return
    }
    const status = error.statusCode ?? 400
    // Not the framework's words: they repeat the address, and a key may stand in it.
    const message = status === 414 ? addressTooLong : unreadableAddress
    void send(reply, status, errorBody(status, message))
  }
}

function sendError(error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
  if (error instanceof RateLimited) {
    reply.headers({ ...rateHeaders(error.state), 'retry-after': error.state.resetSeconds })
  }
  const { status, body } = answerError(error, request)
  return send(reply, status, body)
}

function answerError(
  error: FastifyError,
  request: FastifyRequest,
): { status: number; body: ErrorBody } {
  const languages = preferredLanguages(request)
  if (error instanceof Refusal) return answerRefusal(error, languages)
  if (error.validation !== undefined) return answerRefusal(refuseBody(error, request), languages)
  const status = error.statusCode
  if (status !== undefined && status >= 400 && status < 500) {
    return { status, body: errorBody(status, tellEarly(status, request) ?? sentence(error)) }
  }
  if (cannotBeStored(error)) {
    return answerRefusal(new Refusal('malformed_request', unstorableText))
  }
  if (isDatabaseAway(error)) {
    request.log.error({ err: error }, 'the database is not reachable')
    const message =
      'The service is temporarily unavailable. Try again in a moment, with the same Idempotency-Key if you sent one.'
    return answerRefusal(new Refusal('temporarily_unavailable', message))
  }
  request.log.error({ err: error }, 'a request failed unexpectedly')
  const message = `Something went wrong on our side. Quote the request id ${request.id} when you report it.`
  return { status: 500, body: errorBody(500, message) }
}

const unstorableText = 'The request has a text that cannot be stored: NUL characters are not taken.'

const mediaTypeRefused =
  'The Content-Type is not taken here. Most calls take application/json; the description of the call says which.'

/** What the framework refuses before it reads a body, with the mend. */
function tellEarly(status: number, request: FastifyRequest): string | null {
  if (status === 413) {
    const mebibytes = Math.floor(request.routeOptions.bodyLimit / (1024 * 1024))
    return `The body of this request may have ${mebibytes} MiB at most.`
  }
  return status === 415 ? mediaTypeRefused : null
}

function sentence({ message }: Error): string {
  return `${message}.`.replace(/\.\.$/, '.')
}

/** The failures of a body's shape, all at once. */
function refuseBody(error: FastifyError, request: FastifyRequest): Refusal {
  const { names } = bodyMembers(request)
  const errors = toFieldErrors(error.validation ?? [], request.body, names)
  if (errors.length > 0) return new Refusal('validation_failed', 'Data validation failed.', errors)
  return new Refusal(
    'malformed_request',
    `The request ${error.validationContext ?? 'body'} must be a JSON object.`,
  )
}

function send(reply: FastifyReply, status: number, body: ErrorBody): FastifyReply {
  forbidKeeping(reply)
  if (status === 503) reply.header('retry-after', retryAfterSeconds)
  return reply.code(status).header('content-type', 'application/json; charset=utf-8').send(body)
}
