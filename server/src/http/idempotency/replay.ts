import type { FastifyReply } from 'fastify'
import type { ReplayRecord, ReplayWriter, Reservation } from '../../idempotency/index.ts'
import type { Sealed } from '../../sealing/index.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A member of the answer that is shown once: a kept answer is without it. */
    shownOnce?: string
  }
}

/** The reservation of a request that is being answered. */
export interface OpenReservation {
  readonly reservation: Reservation
  readonly seal: (body: string) => Sealed
  /** Whether the work was told how to complete it. Only the work's commit does. */
  isCompleted: boolean
}

/** Keeps the answer that will be sent, for whoever repeats the request. Null without an Idempotency-Key. */
export function replayOf<Made>(
  reply: FastifyReply,
  view: (made: Made) => object,
  status = 200,
): ReplayWriter<Made> | null {
  const { shownOnce } = reply.routeOptions.config
  return completedBy(reply, ({ reservation, seal }, made) => {
    const body = write(reply, status, view(made))
    return { reservation, status, answer: seal(withoutSecret(body, shownOnce)) }
  })
}

/** Keeps only which one was made: repeated, the request is shown it as it is then, by `showMade`. */
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

/** Writes the answer as the framework will: by the schema of the route's response. */
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

/** A new key must stand nowhere, so a repeated request gets the answer without it. */
function withoutSecret(body: string, member: string | undefined): string {
  if (member === undefined) return body
  const answer = JSON.parse(body) as object // We have just written it.
  return JSON.stringify({ ...answer, [member]: undefined })
}
