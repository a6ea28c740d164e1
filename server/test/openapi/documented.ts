import { readFileSync } from 'node:fs'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { personalKeyword } from '../../src/http/wire/personal.ts'
import type { JsonObject } from '../../src/kernel/index.ts'

/** openapi.json, read as a developer's tools would read it. */
export interface Documented {
  readonly tags: readonly { readonly name: string }[]
  readonly paths: Record<string, Record<string, DocumentedOperation>>
  readonly components: Record<string, Record<string, JsonObject>>
}

export interface DocumentedOperation {
  readonly operationId: string
  readonly summary?: string
  readonly description?: string
  readonly tags?: readonly string[]
  readonly security: readonly JsonObject[]
  readonly parameters: readonly DocumentedParameter[]
  readonly requestBody?: { readonly content: Record<string, DocumentedMedia> }
  readonly responses: Record<string, DocumentedResponse>
}

export interface DocumentedParameter {
  readonly in: string
  readonly name: string
  readonly required?: boolean
  readonly description?: string
  readonly example?: string
}

export interface DocumentedResponse {
  readonly description: string
  readonly headers: Record<string, JsonObject>
  readonly content: Record<string, DocumentedMedia>
}

export interface DocumentedMedia {
  readonly schema: JsonObject
  readonly example?: unknown
  readonly examples?: Record<string, { readonly summary?: string; readonly value: unknown }>
}

export interface Operation extends DocumentedOperation {
  readonly path: string
  readonly method: 'GET' | 'POST'
}

const file = new URL('../../../openapi.json', import.meta.url)
export const committed = readFileSync(file, 'utf8')
export const documented = JSON.parse(committed) as Documented // Its form is tested as well.

/** Every operation, with its parameters, responses and examples in place of the references to them. */
export const operations: readonly Operation[] = Object.entries(documented.paths).flatMap(
  ([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      ...operation,
      path,
      method: method.toUpperCase() as Operation['method'], // Our API knows no other method.
      parameters: operation.parameters.map((one) => inPlace<DocumentedParameter>(one)),
      responses: Object.fromEntries(
        Object.entries(operation.responses).map(([status, one]) => [
          status,
          withExamplesInPlace(inPlace<DocumentedResponse>(one)),
        ]),
      ),
    })),
)

export function operationNamed(operationId: string): Operation {
  const found = operations.find((one) => one.operationId === operationId)
  if (found === undefined) throw new Error(`there is no operation ${operationId}`)
  return found
}

export function resolveReference(reference: string): unknown {
  return reference
    .slice('#/'.length)
    .split('/')
    .reduce<unknown>((at, name) => Reflect.get(Object(at), name), documented)
}

/** A part of the document, or what it refers to. */
export function inPlace<Part>(part: Part | { readonly $ref: string }): Part {
  const reference: unknown = Reflect.get(Object(part), '$ref')
  return (typeof reference === 'string' ? resolveReference(reference) : part) as Part // As referred to.
}

function withExamplesInPlace(response: DocumentedResponse): DocumentedResponse {
  if (response.content === undefined) return response // What has not changed is not sent.
  const content = Object.entries(response.content).map(([type, { examples, ...media }]) => {
    if (examples === undefined) return [type, media]
    const named = Object.entries(examples).map(([name, one]) => [name, inPlace(one)])
    return [type, { ...media, examples: Object.fromEntries(named) as typeof examples }]
  })
  return { ...response, content: Object.fromEntries(content) as DocumentedResponse['content'] }
}

/** The documented examples of a body, by name; one without a name is called `example`. */
export function examplesOf(media: DocumentedMedia): Record<string, unknown> {
  if (media.example !== undefined) return { example: media.example }
  const named = Object.entries(media.examples ?? {})
  return Object.fromEntries(named.map(([name, example]) => [name, example.value]))
}

const ajv = addFormats.default(
  new Ajv2020({
    strict: true,
    strictRequired: false, // What a quote requires depends on what it is for.
    allowUnionTypes: true,
    allErrors: true,
    keywords: [personalKeyword],
  }),
)
for (const [name, schema] of Object.entries(documented.components['schemas'] ?? {})) {
  ajv.addSchema(byName(closed(schema)), name)
}

/** By the text of the schema: hundreds of answers are of one form. */
const validators = new Map<string, ValidateFunction>()

/** Checks a body against a documented schema, in which what is not documented is not allowed. */
export function validatorOf(schema: JsonObject): ValidateFunction {
  const text = JSON.stringify(schema)
  const known = validators.get(text)
  if (known !== undefined) return known
  const validate = ajv.compile(byName(closed(schema)))
  validators.set(text, validate)
  return validate
}

/** The same with references to other schemas by their names alone. */
function byName(schema: JsonObject): JsonObject {
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/components/schemas/', '"')) as JsonObject
}

/** Objects whose members are listed have no others. */
function closed<Value>(value: Value): Value {
  return JSON.parse(JSON.stringify(value), (_, inner: unknown) => {
    const isOpenList =
      typeof inner === 'object' &&
      inner !== null &&
      'properties' in inner &&
      'type' in inner &&
      !('additionalProperties' in inner)
    return isOpenList ? { ...inner, additionalProperties: false } : inner
  }) as Value // The same with one keyword more.
}
