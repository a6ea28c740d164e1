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
import { wrongIdempotencyKey } from '../reasons.ts'

const keyLengthMax = 255
const changing: ReadonlySet<string> = new Set(['POST', 'PATCH', 'DELETE'])

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Doing it again changes nothing, so the call takes no Idempotency-Key. */
    isRepeatable?: boolean
    /** Shows what a repeated request made, where its reservation was completed with an id. */
    showMade?: (id: string) => Promise<object>
  }
  interface FastifyRequest {
    /** What the request holds on its Idempotency-Key, where it has one and is the first with it. */
    reservation: OpenReservation | null
  }
}

interface Deps {
  readonly db: Database
  readonly clock: Clock
  readonly keyRing: KeyRing
}

/**
 * The `Idempotency-Key` of POST, PATCH and DELETE requests: a client that repeats itself gets the same answer again. What
 * a request has done settles its reservation where it is done (`replay.ts`); only refusals are kept here.
 */
export function addIdempotency(app: FastifyInstance, deps: Deps): void {
  app.decorateRequest('reservation', null)
  app.addHook('preHandler', async (request, reply) => {
    const key = readKey(request)
    if (key === null) return
    const claiming = await reserveKey(deps, key, hashRequest(request), deps.clock())
    if (!claiming.isFirst) return answerAgain(request, reply, claiming.repeated)
    const { reservation } = claiming
    const seal = (body: string) => sealAnswer(deps.keyRing, reservation, body)
    request.reservation = { reservation, seal, isCompleted: false }
  })
  app.addHook('onSend', async (request, reply, payload) => {
    const open = request.reservation
    if (open === null) return payload
    request.reservation = null
    const { statusCode: status } = reply
    if (status < 400) {
      assertSettled(request, open)
      return payload
    }
    const isOurs = await endRefused(deps, request, open, { status, payload })
    // Else it was refused for what the same request does elsewhere: there it will be answered.
    return isOurs || status >= 500 ? payload : refuseInstead(reply, firstInProgress())
  })
}

/** Work that has no replay would be done again: a route that forgets it shall not get far. */
function assertSettled(request: FastifyRequest, { isCompleted }: OpenReservation): void {
  if (isCompleted) return
  const { method, routeOptions } = request
  throw new Error(`${method} ${routeOptions.url} did not complete the reservation of its request`)
}

/**
 * Keeps a refusal or frees its key; false where the reservation was not this request's any more. A refusal
 * that cannot be kept stands all the same: repeated, it is decided again.
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

/** An answer that is on its way cannot be thrown any more. */
function refuseInstead(reply: FastifyReply, refusal: Refusal): string {
  const { status, body } = answerRefusal(refusal)
  reply.code(status)
  return JSON.stringify(body)
}

/** What a retry could change is not kept: failures of ours, "not now", a version seen too early, a page that is not allowed yet. */
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
  const path = request.url.split('?', 1)[0] ?? ''
  // A request that names another version or test clock is another request, and so is one of another
  // page: it may not be allowed what the first one was.
  const ifMatch = request.headers['if-match'] ?? ''
  const line = (text: string) => (text === '' ? '' : `${text}\n`)
  const clock = String(request.headers['test-clock'] ?? '')
  const page = request.caller?.page ?? ''
  return createHash('sha256')
    .update(`${request.method} ${path}\n${ifMatch}\n${line(clock)}${line(page)}${request.rawBody}`)
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
  if (config.showMade === undefined) throw new Error(`${url} does not tell how to show ${id}`)
  return config.showMade(id)
}
