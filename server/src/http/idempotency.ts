import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Clock, Refusal } from '../kernel/index.ts'
import type { Database } from '../database/index.ts'
import {
  type IdempotencyKey,
  claimKey,
  forgetAnswers,
  keepAnswer,
  releaseKey,
} from './idempotency-store.ts'

const keyLengthMax = 255
/** No request takes this long: whoever claimed the key before that is dead. */
const claimStaleSeconds = 60
const answersKeptDays = 7

/** The `Idempotency-Key` of POST requests: a client that repeats itself gets the same answer again. */
export function addIdempotency(
  app: FastifyInstance,
  deps: { readonly db: Database; readonly clock: Clock },
): void {
  app.addHook('preHandler', async (request, reply) => {
    const key = readKey(request)
    if (key === null) return
    const requestHash = hashRequest(request)
    const now = deps.clock()
    const staleBefore = now.subtract({ seconds: claimStaleSeconds })
    const kept = await claimKey(deps.db, key, requestHash, now, staleBefore)
    if (kept === null) {
      request.idempotencyKey = key
    } else {
      await replay(reply, kept, requestHash)
    }
  })
  app.addHook('onSend', async (request, reply, payload) => {
    const key = request.idempotencyKey
    if (key === null) return payload
    request.idempotencyKey = null
    if (isWorthKeeping(reply.statusCode) && typeof payload === 'string') {
      const { shownOnce } = request.routeOptions.config
      await orLog(
        request,
        keepAnswer(deps.db, key, reply.statusCode, withoutSecret(payload, shownOnce)),
      )
    } else {
      await orLog(request, releaseKey(deps.db, key))
    }
    return payload
  })
}

/** Answers are forgotten after a week. */
export async function forgetOldAnswers(db: Database, now: Temporal.Instant): Promise<void> {
  await forgetAnswers(db, now.subtract({ hours: 24 * answersKeptDays }))
}

/** The work is done by now: that its answer could not be kept must not make a failure of it. */
async function orLog(request: FastifyRequest, kept: Promise<void>): Promise<void> {
  try {
    await kept
  } catch (error) {
    request.log.error({ err: error }, 'an answer could not be kept for retries')
  }
}

/** A new key must stand nowhere in clear, so a repeated request gets the answer without it. */
function withoutSecret(payload: string, member: string | undefined): string {
  if (member === undefined) return payload
  const answer = JSON.parse(payload) as object // We have just written it.
  return JSON.stringify({ ...answer, [member]: undefined })
}

function readKey(request: FastifyRequest): IdempotencyKey | null {
  if (request.routeOptions.config.isRepeatable === true) return null
  const key = request.headers['idempotency-key']
  if (request.method !== 'POST' || key === undefined || request.caller === null) return null
  if (typeof key !== 'string' || key === '' || key.length > keyLengthMax) {
    throw new Refusal(
      'malformed_request',
      `The header Idempotency-Key must be one text of at most ${keyLengthMax} characters.`,
    )
  }
  return { accountId: request.caller.account.id, livemode: request.caller.livemode, key }
}

function hashRequest(request: FastifyRequest): Buffer {
  const path = request.url.split('?', 1)[0] ?? ''
  // A request that names another version is another request.
  const ifMatch = request.headers['if-match'] ?? ''
  return createHash('sha256')
    .update(`${request.method} ${path}\n${ifMatch}\n${request.rawBody}`)
    .digest()
}

async function replay(
  reply: FastifyReply,
  kept: { requestHash: Buffer; status: number | null; body: string | null },
  requestHash: Buffer,
): Promise<void> {
  if (!kept.requestHash.equals(requestHash)) {
    throw new Refusal(
      'idempotency_key_reused',
      'This Idempotency-Key was used with another request. Choose a new key for a new request.',
    )
  }
  if (kept.status === null) {
    throw new Refusal(
      'request_in_progress',
      'The first request with this Idempotency-Key is still in progress. Try again in a moment.',
    )
  }
  await reply
    .code(kept.status)
    .header('content-type', 'application/json; charset=utf-8')
    .header('idempotency-replayed', 'true')
    .send(kept.body)
}

/** What a retry could change is not kept: failures of ours, "not now", and a version seen too early. */
function isWorthKeeping(status: number): boolean {
  return status < 500 && status !== 409 && status !== 412 && status !== 429
}
