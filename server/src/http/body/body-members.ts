import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type JsonObject, isJsonObject } from '../../kernel/index.ts'

/** The members that a route's body may have, in the order of its schema, and which it must have. */
interface BodyMembers {
  readonly names: readonly string[]
  readonly required: readonly string[]
}

/**
 * Members whose empty text is refused. Without its preview token a transaction has any result, so a
 * client that lost the token must not get one that it has not seen.
 */
const refusedIfEmpty: ReadonlySet<string> = new Set(['preview_token'])

/**
 * An optional member that is null or an empty text counts as absent, as it does in the rules of a
 * product: only a required one is then missed.
 */
export function addAbsentMembers(app: FastifyInstance): void {
  app.addHook('preValidation', async (request) => {
    const { body } = request
    if (!isJsonObject(body)) return
    dropEmpty(body, bodyMembers(request))
  })
}

export function dropEmpty(body: JsonObject, { names, required }: BodyMembers): void {
  for (const name of names) {
    const isEmpty = body[name] === null || (body[name] === '' && !refusedIfEmpty.has(name))
    if (isEmpty && !required.includes(name)) delete body[name]
  }
}

export function bodyMembers(request: FastifyRequest): BodyMembers {
  const schema = resolveSchema(request, request.routeOptions.schema?.body)
  const { properties, required } = Object(schema) as {
    properties?: object
    required?: string[]
  } // A JSON schema of ours, where it is one at all.
  return { names: Object.keys(properties ?? {}), required: required ?? [] }
}

/** A route may name its schema instead of holding it. */
export function resolveSchema(request: FastifyRequest, schema: unknown): unknown {
  const reference: unknown = Reflect.get(Object(schema), '$ref')
  if (typeof reference !== 'string') return schema
  return request.server.getSchema(reference.replace(/#$/, ''))
}
