import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Clock, Refusal } from '../../kernel/index.ts'
import type { Database } from '../../database/index.ts'
import {
  type IdempotencyKey,
  type Repeated,
  reserveKey,
  keepRefusal,
  releaseReservation,
  sealAnswer,
  firstInProgress,
} from '../../idempotency/index.ts'
import type { KeyRing } from '../../sealing/index.ts'
import type { OpenReservation } from './replay.ts'
import { answerRefusal } from '../errors/refusals.ts'
import { isMaskedFor } from '../masks/mask-answers.ts'
import { wrongIdempotencyKey } from '../reasons.ts'
import { endHook } from '../wire/end-hook.ts'

const keyLengthMax = 255
const changing: ReadonlySet<string> = new Set(['POST', 'PATCH', 'DELETE'])

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Repeating the call changes nothing, so it takes no Idempotency-Key. */
    isRepeatable?: boolean
    /** Shows the record of a repeated request whose reservation was completed with an id. */
    showMade?: (id: string) => Promise<object>
  }
  interface FastifyRequest {
    /** The reservation of its Idempotency-Key, if the request is the first with it. */
    reservation: OpenReservation | null
  }
}

interface Deps {
  readonly db: Database
  readonly clock: Clock
  readonly keyRing: KeyRing
}

/**
 * The `Idempotency-Key` of POST, PATCH and DELETE requests: a repeated request gets the same
 * response again. The transaction of a request completes its reservation (`replay.ts`); only
 * refusals are stored here.
 */
export function addIdempotency(app: FastifyInstance, deps: Deps): void {
  app.decorateRequest('reservation', null)
  app.addHook('preHandler', async (request, reply) => {
    const key = readKey(request)
    if (key === null) return
    const reserved = await reserveKey(deps, key, hashRequest(request), deps.clock())
    if (!reserved.isFirst) return answerAgain(request, reply, reserved.repeated)
    const { reservation } = reserved
    const seal = (body: string) => sealAnswer(deps.keyRing, reservation, body)
    request.reservation = { reservation, seal, isCompleted: false }
  })
  app.addHook('onSend', (request, reply, payload, done) => {
    const open = request.reservation
    if (open === null) {
      done(null, payload)
      return
    }
    request.reservation = null
    void endHook(end(request, reply, open, payload), done)
  })

  async function end(
    request: FastifyRequest,
    reply: FastifyReply,
    open: OpenReservation,
    payload: unknown,
  ): Promise<unknown> {
    const { statusCode: status } = reply
    if (status < 400) {
      assertCompleted(request, open)
      return payload
    }
    const isOurs = await endRefused(deps, request, open, { status, payload })
    // Otherwise the same request runs elsewhere, which caused the refusal and gets the response.
    return isOurs || status >= 500 ? payload : refuseInstead(reply, firstInProgress())
  }
}

/** Without a replay a repeated request would run again, so a route without one fails. */
function assertCompleted(request: FastifyRequest, { isCompleted }: OpenReservation): void {
  if (isCompleted) return
  const { method, routeOptions } = request
  throw new Error(`${method} ${routeOptions.url} did not complete the reservation of its request`)
}

/**
 * Stores a refusal or releases its key; false if the reservation no longer belongs to the request.
 * A refusal that cannot be stored is sent all the same: a repeated request is decided again.
 */
async function endRefused(
  { db }: Deps,
  request: FastifyRequest,
  { reservation, seal }: OpenReservation,
  { status, payload }: { readonly status: number; readonly payload: unknown },
): Promise<boolean> {
  try {
    if (isWorthKeeping(status) && typeof payload === 'string') {
      return await keepRefusal(db, { reservation, status, answer: seal(payload) })
    }
    return await releaseReservation(db, reservation)
  } catch (error) {
    request.log.error({ err: error }, 'the reservation of a refused request could not be ended')
    return true
  }
}

/** In `onSend` a refusal can no longer be thrown. */
function refuseInstead(reply: FastifyReply, refusal: Refusal): string {
  const { status, body } = answerRefusal(refusal)
  reply.code(status)
  return JSON.stringify(body)
}

/**
 * Refusals that a retry may change are not stored: failures, conflicts, versions, limits, pages.
 */
function isWorthKeeping(status: number): boolean {
  return status < 500 && status !== 403 && status !== 409 && status !== 412 && status !== 429
}

function readKey(request: FastifyRequest): IdempotencyKey | null {
  if (request.routeOptions.config.isRepeatable === true) return null
  const key = request.headers['idempotency-key']
  if (!changing.has(request.method) || key === undefined || request.caller === null) return null
  if (typeof key !== 'string' || key === '' || key.length > keyLengthMax) {
    throw wrongIdempotencyKey(keyLengthMax)
  }
  return { accountId: request.caller.account.id, livemode: request.caller.livemode, key }
}

function hashRequest(request: FastifyRequest): Buffer {
  const [path = '', query = ''] = request.url.split('?', 2)
  // A request with another query, version, test clock or page, or with other limits or masks, is
  // another request: another page may lack the permission of the first, and so may another caller. A public
  // key in the query says who asks, not what for.
  const asked = new URLSearchParams(query)
  asked.delete('key')
  const ifMatch = request.headers['if-match'] ?? ''
  const line = (text: string) => (text === '' ? '' : `${text}\n`)
  const clock = String(request.headers['test-clock'] ?? '')
  const page = request.caller?.page ?? ''
  const { caller } = request
  const limits = caller?.limits ? JSON.stringify(caller.limits) : ''
  const masks = caller !== null && isMaskedFor(caller) ? 'masked' : ''
  // Keys belong to an account, which several people may act for.
  const person = caller?.actor.kind === 'user' ? caller.actor.id : ''
  return createHash('sha256')
    .update(`${request.method} ${path}\n${line(asked.toString())}${ifMatch}\n`)
    .update(`${line(clock)}${line(page)}${line(person)}${line(limits)}${line(masks)}`)
    .update(request.rawBody)
    .digest()
}

async function answerAgain(
  request: FastifyRequest,
  reply: FastifyReply,
  repeated: Repeated,
): Promise<FastifyReply> {
  const body = 'body' in repeated ? repeated.body : await showMade(request, repeated.madeId)
  return reply
    .code(repeated.status)
    .header('content-type', 'application/json; charset=utf-8')
    .header('idempotency-replayed', 'true')
    .send(body)
}

async function showMade(request: FastifyRequest, id: string): Promise<object> {
  const { config, url } = request.routeOptions
  if (config.showMade === undefined) throw new Error(`${url} has no showMade for ${id}`)
  return config.showMade(id)
}
