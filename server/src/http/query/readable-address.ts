import type { FastifyInstance } from 'fastify'
import { unreadableAddress } from '../reasons.ts'

/**
 * A text with a NUL cannot be stored, so it cannot be searched for either. In a path it is an
 * unknown id, which each route refuses itself; `cannotBeStored` catches texts that reach the
 * database.
 */
export function addReadableAddress(app: FastifyInstance): void {
  app.addHook('onRequest', ({ query, routeOptions }, _reply, done) => {
    const isRead = routeOptions.schema?.querystring !== undefined
    if (isRead && holdsNul(query)) done(unreadableAddress())
    else done()
  })
}

function holdsNul(query: unknown): boolean {
  const texts: unknown[] = Object.entries(Object(query) as object).flat(2)
  return texts.some((text) => typeof text === 'string' && text.includes('\0'))
}

const characterNotInRepertoire = '22021'
const untranslatableCharacter = '22P05'

/** The error of PostgreSQL for a text that it cannot store: the request is at fault. */
export function cannotBeStored(error: Error): boolean {
  const code: unknown = Reflect.get(error, 'code')
  return code === characterNotInRepertoire || code === untranslatableCharacter
}
