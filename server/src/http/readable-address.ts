import type { FastifyInstance } from 'fastify'
import { Refusal } from '../kernel/index.ts'

/** Told alike for what the router cannot decode and for what the database could not look for. */
export const unreadableAddress =
  'The address cannot be read: it takes percent-encoded UTF-8 without NUL characters.'

export const addressTooLong = 'The address is too long.'

/**
 * A text with a NUL cannot be stored, so it cannot be looked for either. This is the one place that
 * sees to it, for everything that a route reads out of its address.
 */
export function addReadableAddress(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ params, query, routeOptions }) => {
    const readsQuery = routeOptions.schema?.querystring !== undefined
    const parts = readsQuery ? [params, query] : [params]
    const texts: unknown[] = parts.flatMap((part) => Object.entries(Object(part) as object)).flat(2)
    if (texts.some(isUnreadable)) throw new Refusal('malformed_request', unreadableAddress)
  })
}

function isUnreadable(text: unknown): boolean {
  return typeof text === 'string' && (text.includes('\0') || !text.isWellFormed())
}
