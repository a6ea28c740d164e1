import type { FastifyInstance } from 'fastify'
import { unreadableAddress } from '../reasons.ts'

/**
 * A text with a NUL cannot be stored, so it cannot be looked for either. In a path it is an id that
 * nobody has, which each route says in its own words; `cannotBeStored` catches what asks even so.
 */
export function addReadableAddress(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ query, routeOptions }) => {
    if (routeOptions.schema?.querystring === undefined) return
    const texts: unknown[] = Object.entries(Object(query) as object).flat(2)
    if (texts.some((text) => typeof text === 'string' && text.includes('\0'))) {
      throw unreadableAddress()
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
