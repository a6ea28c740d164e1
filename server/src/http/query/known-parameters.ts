import type { RouteOptions } from 'fastify'
import { suggest } from '../../kernel/index.ts'
import type { App } from '../deps.ts'
import { unknownParameter } from './reasons.ts'

/** Every route accepts a key in the query; `access.ts` reads it. */
const everywhere = ['key']

/** Without this check a misspelt filter would be ignored, and the response be misleading. */
export function addKnownParameters(app: App): void {
  app.addHook('onRoute', (route) => {
    if (!route.url.startsWith('/manage/')) return
    const known = parametersOf(route) ?? []
    const hooks = [route.preValidation ?? []].flat()
    route.preValidation = [
      async (request: { readonly query: unknown }) => assertKnown(request.query, known),
      ...hooks,
    ]
  })
}

function assertKnown(query: unknown, known: readonly string[]): void {
  const unknown = Object.keys(Object(query)).filter(
    (name) => !known.includes(name) && !everywhere.includes(name),
  )
  const [first] = unknown
  if (first === undefined) return
  throw unknownParameter(unknown, suggest(first, known))
}

/** The parameters that a route reads out of the query; null where it reads none. */
export function parametersOf({ schema }: RouteOptions): string[] | null {
  if (schema?.querystring === undefined) return null
  const { properties } = Object(schema.querystring) as { properties?: object } // As TypeBox makes it.
  return Object.keys(properties ?? {})
}
