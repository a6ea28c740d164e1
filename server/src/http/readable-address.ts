import type { FastifyInstance } from 'fastify'
import { Refusal } from '../kernel/index.ts'

/** Told alike for what the router cannot decode and for what the database could not look for. */
export const unreadableAddress =
  'The address cannot be read: it takes percent-encoded UTF-8 without NUL characters.'

export const addressTooLong = 'The address is too long.'

/**
 * A text with a NUL cannot be stored, so it cannot be looked for either. In a path it is an id that
 * nobody has, which each route says in its own words; `cannotBeStored` catches what asks even so.
 */
export function addReadableAddress(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ query, routeOptions }) => {
    if (routeOptions.schema?.querystring === undefined) return
    const texts: unknown[] = Object.entries(Object(query) as object).flat(2)
    if (texts.some((text) => typeof text === 'string' && text.includes('\0'))) {
      throw new Refusal('malformed_request', unreadableAddress)
    }
  })
}

const characterNotInRepertoire = '22021'
const untranslatableCharacter = '22P05'

/** PostgreSQL was asked for a text that it cannot hold: the request is at fault, not we. */
export function cannotBeStored(error: Error): boolean {
  const code: unknown = Reflect.get(error, 'code')
  return code === characterNotInRepertoire || code === untranslatableCharacter
}
