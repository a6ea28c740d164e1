import type { FastifyReply } from 'fastify'
import type { Claim, Receipt, Settlement } from '../../retries/index.ts'
import type { Sealed } from '../../sealing/index.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A member of the answer that is shown once: a kept answer is without it. */
    shownOnce?: string
  }
}

/** The claim of a request that is being answered. */
export interface OpenClaim {
  readonly claim: Claim
  readonly seal: (body: string) => Sealed
  /** Whether the work was told how to settle it. Only the work's commit does. */
  isSettled: boolean
}

/** Keeps the answer that will be sent, for whoever repeats the request. Null without an Idempotency-Key. */
export function receiptOf<Made>(
  reply: FastifyReply,
  view: (made: Made) => object,
  status = 200,
): Receipt<Made> | null {
  const { shownOnce } = reply.routeOptions.config
  return settledBy(reply, ({ claim, seal }, made) => {
    const body = write(reply, status, view(made))
    return { claim, status, answer: seal(withoutSecret(body, shownOnce)) }
  })
}

/** Keeps only which one was made: repeated, the request is shown it as it is then, by `showMade`. */
export function receiptOfMade<Made extends { readonly id: string }>(
  reply: FastifyReply,
): Receipt<Made> | null {
  return settledBy(reply, ({ claim }, { id }) => ({ claim, status: 200, madeId: id }))
}

function settledBy<Made>(
  { request }: FastifyReply,
  settle: (open: OpenClaim, made: Made) => Settlement,
): Receipt<Made> | null {
  const open = request.claim
  if (open === null) return null
  return (made) => {
    open.isSettled = true
    return settle(open, made)
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
