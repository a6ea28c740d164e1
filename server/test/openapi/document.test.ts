import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { printJson } from '../../tools/print-json.ts'
import { describeApi } from '../../src/http/index.ts'
import type { JsonObject } from '../../src/kernel/index.ts'
import { faultOfAnswer } from '../support/documented-answers.ts'
import {
  type DocumentedResponse,
  committed,
  documented,
  examplesOf,
  inPlace,
  operationNamed,
  operations,
  resolveReference,
  validatorOf,
} from './documented.ts'

const chapters = documented.tags.map(({ name }) => name)

describe('openapi.json', () => {
  it('is what the routes say now; otherwise `npm run openapi` writes it anew', async () => {
    expect(committed).toBe(printJson(await describeApi()))
  })

  it('refers to nothing that is not there', () => {
    for (const reference of references()) {
      expect(resolveReference(reference), reference).toBeDefined()
    }
  })

  it('names nothing that is not used', () => {
    const used = new Set([...references(), ...securitySchemes()])
    const named = Object.entries(documented.components).flatMap(([kind, parts]) =>
      Object.keys(parts).map((name) => `#/components/${kind}/${name}`),
    )
    expect(named.filter((name) => !used.has(name))).toEqual([])
  })

  it('says once what several operations refuse alike', () => {
    const refused = Object.values(documented.paths)
      .flatMap((methods) => Object.values(methods))
      .flatMap(({ responses }) => Object.entries(responses))
      .filter(([status, response]) => !status.startsWith('2') && !('$ref' in response))
      .map(([, response]) => response)
    const shared = Object.keys(documented.components['responses'] ?? {}).map((name) =>
      inPlace<DocumentedResponse>({ $ref: `#/components/responses/${name}` }),
    )
    const examples = [...refused, ...shared].flatMap(({ content }) =>
      Object.values(content ?? {}).flatMap((media) => Object.values(media.examples ?? {})),
    )
    const written = examples.filter((example) => !('$ref' in example))
    for (const parts of [refused, written]) {
      const texts = parts.map((part) => JSON.stringify(part))
      expect(texts.filter((text, at) => texts.indexOf(text) !== at)).toEqual([])
    }
  })

  it('gives every operation a name of its own', () => {
    const names = operations.map((operation) => operation.operationId)
    expect(new Set(names).size).toBe(names.length)
  })

  it('has the version of the platform', () => {
    const platform = readFileSync(new URL('../../package.json', import.meta.url), 'utf8')
    const { version } = JSON.parse(platform) as { version: string } // npm would not read it otherwise.
    expect(documented).toMatchObject({ info: { version } })
  })

  it('holds no address of any machine', () => {
    expect(documented).toMatchObject({ openapi: '3.1.0', servers: [{ url: '/' }] })
    expect(committed).not.toMatch(/localhost|127\.0\.0\.1|\/work\/|\/home\//)
  })
})

describe.each(operations.map((operation) => [operation.operationId, operation] as const))(
  'the operation %s',
  (_, operation) => {
    it('has a summary, and stands in one of the chapters', () => {
      expect(operation.summary).toBeTruthy()
      expect(chapters).toContain(operation.tags?.join())
    })

    it('names the parameters of its path, and no others', () => {
      const inPath = operation.parameters.filter((parameter) => parameter.in === 'path')
      const names = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
      expect(inPath.map((parameter) => parameter.name)).toEqual(names)
    })

    it('documents the id of the request with every response', () => {
      for (const response of Object.values(operation.responses)) {
        expect(response.headers).toHaveProperty('X-Request-Id')
      }
    })

    it('says what it is for, and what each parameter means', () => {
      expect(operation.description).toBeTruthy()
      expect(operation.parameters.filter((parameter) => !parameter.description)).toEqual([])
    })

    it('shows examples that fit its schemas, for the request and for every response', () => {
      const bodies = [
        ...(operation.requestBody === undefined ? [] : [operation.requestBody]),
        ...Object.values(operation.responses),
      ]
      // A file, such as a filled workbook, is no example to read.
      const read = bodies
        .flatMap((body) => Object.values(body.content ?? {})) // What has not changed is not sent.
        .filter((media) => Object(media.schema).format !== 'binary')
      for (const media of read) {
        const examples = Object.entries(examplesOf(media))
        expect(examples).not.toEqual([])
        const validate = validatorOf(media.schema)
        for (const [name, example] of examples) {
          validate(example)
          expect(validate.errors, name).toBeNull()
        }
      }
    })
  },
)

/** Every platform of the tests holds all of its answers so; here are some that it must refuse. */
describe('an answer', () => {
  const media = operationNamed('showPayment').responses['200']?.content['application/json']
  const payment = Object(media?.examples?.['Payment']?.value) as JsonObject // As its schema says.
  const faultWith = (changes: object, status = 200, contentType = 'application/json') =>
    faultOfAnswer({
      method: 'GET',
      path: '/payments/t01?key=pk_test_1',
      status,
      contentType,
      text: JSON.stringify({ ...payment, ...changes }),
    })

  it('that is as documented is taken, also one that any call may give', () => {
    expect(faultWith({})).toBeNull()
    expect(faultWith({ processed_at: null })).toBeNull()
    const lost = { method: 'GET', path: '/nowhere', contentType: 'text/html', text: '' }
    expect(faultOfAnswer({ ...lost, status: 404 })).toBeNull()
    const stopping = { ...lost, path: '/healthz', contentType: 'application/json', status: 503 }
    expect(faultOfAnswer({ ...stopping, text: '{"status":"Service Unavailable"}' })).toBeNull()
  })

  it.each([
    ['lacks a member', { policy_id: undefined }, 'must match exactly one schema in oneOf'],
    ['has another value', { object: 'refund' }, '/object must be equal to'],
    ['has no moment where one stands', { processed_at: 'yesterday' }, 'must match format'],
    ['has a text for a number', { fee: '0' }, '/fee must be number'],
  ])('that %s is a fault', (_, changes, why) => {
    expect(faultWith(changes)).toContain(why)
  })

  it('of another status or media type is a fault', () => {
    expect(faultWith({}, 302)).toContain('undocumented media type')
    expect(faultWith({}, 200, 'text/html')).toContain('undocumented media type "text/html"')
    expect(faultWith({ status: 7 }, 400)).toContain('/status must be string')
  })
})

describe('every field', () => {
  const schemas = Object.entries(documented.components['schemas'] ?? {})
  const fields = schemas.flatMap(([name, schema]) => describedFields(schema, name))

  it.each(fields)('%s says what it means', (_, description) => {
    expect(description).toBeTruthy()
  })
})

/** The fields of a schema and of the objects inside it, each with its description. */
function describedFields(schema: object, name: string): [string, unknown][] {
  const properties = Object(Reflect.get(schema, 'properties')) as Record<string, object>
  return Object.entries(properties).flatMap(([field, inner]): [string, unknown][] => {
    const reference: unknown = Reflect.get(inner, '$ref')
    const described = typeof reference === 'string' ? resolveReference(reference) : inner
    const description: unknown = Reflect.get(Object(described), 'description')
    return [[`${name}.${field}`, description], ...describedFields(inner, `${name}.${field}`)]
  })
}

function references(): string[] {
  const found = JSON.stringify(documented).matchAll(/"\$ref":"([^"]+)"/g)
  return [...found].map(([, reference]) => reference ?? '')
}

function securitySchemes(): string[] {
  return operations
    .flatMap((operation) => operation.security.flatMap((scheme) => Object.keys(scheme)))
    .map((name) => `#/components/securitySchemes/${name}`)
}
