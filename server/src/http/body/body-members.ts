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
  app.addHook('preValidation', (request, _reply, done) => {
    const { body } = request
    if (isJsonObject(body)) dropEmpty(body, bodyMembers(request))
    done()
  })
}

export function dropEmpty(body: JsonObject, { names, required }: BodyMembers): void {
  for (const name of names) {
    const isEmpty = body[name] === null || (body[name] === '' && !refusedIfEmpty.has(name))
    if (isEmpty && !required.includes(name)) delete body[name]
  }
}

/** A schema lasts as long as its route. */
const membersOf = new WeakMap<object, BodyMembers>()

export function bodyMembers(request: FastifyRequest): BodyMembers {
  const schema: unknown = request.routeOptions.schema?.body
  if (typeof schema !== 'object' || schema === null) return { names: [], required: [] }
  const known = membersOf.get(schema)
  if (known !== undefined) return known
  const members = readMembers(resolveSchema(request, schema))
  membersOf.set(schema, members)
  return members
}

function readMembers(schema: unknown): BodyMembers {
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
