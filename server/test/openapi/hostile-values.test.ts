import type { InjectOptions, Response } from 'light-my-request'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestPlatform, openTestPlatform } from '../support/platform.ts'
import { type Operation, examplesOf, operations, validatorOf } from './documented.ts'

let platform: TestPlatform
beforeAll(async () => {
  platform = await openTestPlatform()
})
afterAll(() => platform.close())

const sampleSize = 16

/** Texts that have hurt somebody somewhere. */
const hostile = [
  '',
  ' ',
  '%',
  '\0',
  '\uFFFD',
  '\u202E',
  "'; drop table policies; --",
  '"',
  '\\',
  '../../etc/passwd',
  '-1',
  '0',
  '1e999',
  '9007199254740993',
  'NaN',
  '99999-12-31',
  '0000-00-00',
  '+275760-09-13',
  '2027-02-30',
  '[]',
  '{}',
  '["a","a"]',
  '[{"field":"name","search":"\\u0000"}]',
  '[{"field":"name","search":"\\ud800"}]',
  '[{"field":"__proto__","search":"%"}]',
  '[{"field":"name","search":"%%%%%%%%%%%%%%%%%%%%","operator":">"}]',
  '__proto__',
  'constructor',
  'tpol_0123456789abcdef0123456789ab',
  'dat_0123456789abcdef0123456789ab',
  'x'.repeat(100),
  'x'.repeat(3_000),
  '\u{1F600}'.repeat(40),
]
const values = [null, true, -1, 1.5, 1e308, 2 ** 53 - 1, [], {}, [[]], { a: { b: 1 } }, ...hostile]

describe.each(operations.map((operation) => [operation.operationId, operation] as const))(
  '%s',
  (_name, operation) => {
    it('answers whatever it is sent in a way that it documents', async () => {
      for (const request of sampleOf([...requests(operation)])) {
        const answered = await platform.app.inject(request)
        const description = describeExchange(request, answered)
        const documented = operation.responses[answered.statusCode]
        expect(documented, description).toBeDefined()
        expect(answered.statusCode, description).toBeLessThan(500)
        if (answered.statusCode < 400) continue
        const media = documented?.content['application/json']
        if (media === undefined) throw new Error(`${description} has no documented body`)
        expect(validatorOf(media.schema)(answered.json()), description).toBe(true)
      }
    })
  },
)

function describeExchange(
  { method, url, payload, headers }: InjectOptions,
  answered: Response,
): string {
  const sent = JSON.stringify({ method, url, payload, headers }).slice(0, 500)
  return `${sent}: ${answered.statusCode} ${answered.body.slice(0, 300)}`
}

/** All of them with HOSTILE=all; otherwise some from all over, or this would take minutes. */
function sampleOf(all: readonly InjectOptions[]): readonly InjectOptions[] {
  if (process.env['HOSTILE'] === 'all') return all
  const step = Math.ceil(all.length / sampleSize)
  return all.filter((_, at) => at % step === 0)
}

/** The documented request with one thing at a time replaced. */
function* requests(operation: Operation): Generator<InjectOptions> {
  const { keys, insurer } = platform.demo
  const key = operation.tags?.includes('Management') ? insurer.test.secret : keys.test.secret
  const plain = documentedRequest(operation, key)
  const inPath = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '')
  for (const text of hostile) {
    for (const name of inPath) {
      if (text === '' || text.length > 100) continue
      yield { ...plain, url: addressOf(operation, { [name]: text }) }
    }
    for (const { name } of operation.parameters.filter((one) => one.in === 'query')) {
      yield { ...plain, url: addressOf(operation, { [name]: text }) }
    }
    for (const header of [
      'if-match',
      'idempotency-key',
      'x-request-id',
      'accept',
      'authentication',
    ]) {
      if (!/^[\x20-\x7e]*$/.test(text)) continue
      yield { ...plain, headers: { ...plain.headers, [header]: text } }
    }
  }
  for (const { name } of operation.parameters.filter((one) => one.in === 'query')) {
    yield {
      ...plain,
      url: `${addressOf(operation, {})}&${name}=a&${name}=b&${name}[]=c&${name}[x]=d`,
    }
  }
  const body = plain.payload
  if (typeof body !== 'object' || body === null) return
  for (const value of values) {
    yield { ...plain, payload: JSON.stringify(value) ?? '' }
    for (const path of pathsIn(body)) {
      yield { ...plain, payload: JSON.stringify(replaced(body, path, value)) }
    }
  }
}

function documentedRequest(operation: Operation, key: string): InjectOptions {
  const json = operation.requestBody?.content['application/json']
  const [example] = json === undefined ? [] : Object.values(examplesOf(json))
  const accept = operation.parameters.find(({ name }) => name === 'Accept')?.example
  return {
    method: operation.method,
    url: addressOf(operation, {}),
    headers: {
      authorization: `Bearer ${key}`,
      'sec-fetch-site': 'same-origin', // As from a page of ours: only those sign in.
      ...(json === undefined ? {} : { 'content-type': 'application/json' }),
      ...(accept === undefined ? {} : { accept }),
    },
    ...(example === undefined ? {} : { payload: example as object }),
  }
}

/** The documented address, with the real ids of the demo where it has them. */
function addressOf(operation: Operation, changes: Readonly<Record<string, string>>): string {
  const { demo } = platform
  const real: Readonly<Record<string, string>> = {
    datasetId: demo.datasets?.public ?? '',
    datasetKey: 'companies',
    productId: demo.products['cyber']?.product_id ?? '',
    language: 'en',
    fields: '["name"]',
    limit: '3',
  }
  const valueOf = (name: string) => changes[name] ?? real[name] ?? exampleOf(operation, name)
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(valueOf(name)),
  )
  const query = new URLSearchParams()
  for (const { name, required } of operation.parameters.filter((one) => one.in === 'query')) {
    if (required === true || name in changes) query.set(name, valueOf(name))
  }
  return `${path}?${query}`
}

function exampleOf(operation: Operation, name: string): string {
  return operation.parameters.find((one) => one.name === name)?.example ?? 'x'
}

/** The places in a body, two levels deep, except files: those are hostile elsewhere. */
function pathsIn(body: object): string[][] {
  return Object.entries(body).flatMap(([name, value]) => [
    [name],
    ...(name !== 'files' && typeof value === 'object' && value !== null
      ? Object.keys(value).map((inner) => [name, inner])
      : []),
  ])
}

function replaced(body: unknown, [name = '', ...rest]: readonly string[], value: unknown): unknown {
  const before = Object(body) as Record<string, unknown> // An object: the path leads through it.
  return { ...before, [name]: rest.length === 0 ? value : replaced(before[name], rest, value) }
}
