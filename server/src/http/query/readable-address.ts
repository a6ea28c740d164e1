import type { FastifyInstance } from 'fastify'
import { unreadableAddress } from '../reasons.ts'

/**
 * A text with a NUL cannot be stored, so it cannot be searched for either. In a path it is an
 * unknown id, which each route refuses itself; `cannotBeStored` catches texts that reach the
 * database.
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

/** The error of PostgreSQL for a text that it cannot store: the request is at fault. */
export function cannotBeStored(error: Error): boolean {
  const code: unknown = Reflect.get(error, 'code')
  return code === characterNotInRepertoire || code === untranslatableCharacter
}
