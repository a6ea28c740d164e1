import { personalKeyword } from '../../src/http/wire/personal.ts'
import { readFileSync } from 'node:fs'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import type { App } from '../../src/http/index.ts'

/** An answer to a documented call, as it left. */
interface SentAnswer {
  readonly operationId: string
  readonly status: number
  readonly contentType: string
  readonly text: string
}

type Content = Readonly<Record<string, { readonly schema: object }>>
interface DocumentedResponse {
  readonly content?: Content
}
interface Operation {
  readonly operationId: string
  readonly responses: Readonly<Record<string, DocumentedResponse | { readonly $ref: string }>>
}
interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: {
    readonly schemas: Readonly<Record<string, object>>
    readonly responses: Readonly<Record<string, DocumentedResponse>>
  }
}

/**
 * Holds every answer of an app against openapi.json, as a strict client does: `oneOf` is exactly one,
 * a member that the schema refuses is refused, and formats count.
 */
export function holdAnswers(app: App, report: (fault: string) => void): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    const { operationId } = request.routeOptions.schema ?? {}
    if (operationId !== undefined && typeof payload === 'string' && request.method !== 'HEAD') {
      const contentType = String(reply.getHeader('content-type') ?? '')
      const answer = { operationId, status: reply.statusCode, contentType, text: payload }
      const fault = faultOf(answer)
      if (fault !== null) report(fault)
    }
    done()
  })
}

/** What the document does not allow of an answer; null where it is as documented. */
function faultOf(answer: SentAnswer): string | null {
  const { operationId, status, contentType, text } = answer
  const content = contentOf(operationId, status)
  const type = contentType.split(';', 1)[0] ?? ''
  const media = content[type]
  if (media === undefined) {
    if (text === '' && Object.keys(content).length === 0) return null
    return `${operationId} answers ${status} with the undocumented media type "${type}"`
  }
  if (type !== 'application/json') return null
  const validate = validatorOf(media.schema)
  if (validate(JSON.parse(text))) return null
  const why = ajv().errorsText(validate.errors, { dataVar: '' })
  return `${operationId} answers ${status} not as documented: ${why}\n${text.slice(0, 2_000)}`
}

/** The same of an answer that came from a server in another process. */
export function faultOfAnswer(
  answer: Omit<SentAnswer, 'operationId'> & { readonly method: string; readonly path: string },
): string | null {
  const path = answer.path.split('?', 1)[0] ?? ''
  const route = read().routes.find(
    ({ method, pattern }) => method === answer.method && pattern.test(path),
  )
  if (route === undefined) return null // A page, or something that is not there.
  return faultOf({ ...answer, operationId: route.operationId })
}

const error: Content = { 'application/json': { schema: { $ref: 'Error' } } }

/** Any call may be refused for the state of the server, and every error has one shape. */
function contentOf(operationId: string, status: number): Content {
  const { operations, responses } = read()
  const documented = operations.get(operationId)?.responses[status]
  if (documented === undefined) return status >= 400 ? error : {}
  const inPlace = '$ref' in documented ? responses[nameIn(documented.$ref)] : documented
  return inPlace?.content ?? {}
}

const nameIn = (reference: string) => reference.slice(reference.lastIndexOf('/') + 1)

const read = once(() => {
  const file = new URL('../../../openapi.json', import.meta.url)
  // Named schemas refer to each other by their names alone, so that each is compiled on its own.
  const text = readFileSync(file, 'utf8').replaceAll('"#/components/schemas/', '"')
  const { paths, components } = JSON.parse(text) as Document // Our own, and tested.
  const routes = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      ...operation,
      method: method.toUpperCase(),
      pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
    })),
  )
  return {
    // A path without parameters is meant before one that has any in its place.
    routes: routes.toSorted(
      (one, other) => parametersIn(one.pattern) - parametersIn(other.pattern),
    ),
    operations: new Map(routes.map((one) => [one.operationId, one])),
    ...components,
  }
})

const parametersIn = (pattern: RegExp) => pattern.source.split('[^/]+').length

/** The tests of the document hold its schemas against the rules of JSON Schema. */
const ajv = once(() => {
  const made = addFormats.default(
    new Ajv2020({
      strict: true,
      allowUnionTypes: true,
      validateSchema: false,
      keywords: [personalKeyword],
    }),
  )
  for (const [name, schema] of Object.entries(read().schemas)) made.addSchema(schema, name)
  return made
})

const validators = new WeakMap<object, ValidateFunction>()

function validatorOf(schema: object): ValidateFunction {
  const { $ref: name } = schema as { readonly $ref?: string }
  const named = name === undefined ? undefined : ajv().getSchema(name)
  const validate = named ?? validators.get(schema) ?? ajv().compile(schema)
  validators.set(schema, validate)
  return validate
}

/** Made when first needed: most processes of a run need only some of it, and some nothing. */
function once<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined
  return () => (made ??= { value: make() }).value
}
