import type { FastifyReply } from 'fastify'
import type { ReplayRecord, ReplayWriter, Reservation } from '../../idempotency/index.ts'
import type { Sealed } from '../../sealing/index.ts'
import { isMaskedFor, maskAnswer } from '../masks/mask-answers.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A member of the response that is shown once: a stored response omits it. */
    shownOnce?: string
  }
}

/** The reservation of a request that is being answered. */
export interface OpenReservation {
  readonly reservation: Reservation
  readonly seal: (body: string) => Sealed
  /** Whether the handler has the record to complete it with; its commit does so. */
  isCompleted: boolean
}

/** Stores the response for repeated requests. Null without an Idempotency-Key. */
export function replayOf<Made>(
  reply: FastifyReply,
  view: (made: Made) => object,
  status = 200,
): ReplayWriter<Made> | null {
  const { shownOnce } = reply.routeOptions.config
  return completedBy(reply, ({ reservation, seal }, made) => {
    const body = write(reply, status, shownTo(reply, status, view(made)))
    return { reservation, status, answer: seal(withoutSecret(body, shownOnce)) }
  })
}

/**
 * Stores only the id of the new record: a repeated request gets its current state from `showMade`.
 */
export function replayOfMade<Made extends { readonly id: string }>(
  reply: FastifyReply,
): ReplayWriter<Made> | null {
  return completedBy(reply, ({ reservation }, { id }) => ({ reservation, status: 200, madeId: id }))
}

function completedBy<Made>(
  { request }: FastifyReply,
  complete: (open: OpenReservation, made: Made) => ReplayRecord,
): ReplayWriter<Made> | null {
  const open = request.reservation
  if (open === null) return null
  return (made) => {
    open.isCompleted = true
    return complete(open, made)
  }
}

/** With the masks of the caller. */
function shownTo(reply: FastifyReply, status: number, answer: object): object {
  const { caller } = reply.request
  if (caller === null || !isMaskedFor(caller)) return answer
  return Object(maskAnswer(reply, status, answer, unknownSale))
}

/** Data of a product is only read, and reads are not repeated. */
function unknownSale(): never {
  throw new Error('the answer to a change shows data of a product')
}

/** Serializes the response like the framework: by the schema of the route. */
function write(reply: FastifyReply, status: number, answer: object): string {
  const byStatus = String(status)
  const serialize =
    reply.getSerializationFunction(byStatus, 'application/json') ??
    reply.getSerializationFunction(byStatus)
  if (serialize === undefined) {
    throw new Error(`${reply.routeOptions.url} has no schema for ${status}`)
  }
  return serialize({ ...answer })
}

/** A new key must not be stored, so a repeated request gets the response without it. */
function withoutSecret(body: string, member: string | undefined): string {
  if (member === undefined) return body
  const answer = JSON.parse(body) as object // We have just written it.
  return JSON.stringify({ ...answer, [member]: undefined })
}
