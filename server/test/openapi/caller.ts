import type { InjectOptions, Response } from 'light-my-request'
import type { JsonObject } from '../../src/kernel/index.ts'
import type { TestPlatform } from '../support/platform.ts'
import { type Operation, examplesOf, operationNamed } from './documented.ts'

/** What stands in for the made-up ids and tokens of the examples, by the name of the member. */
export type Known = Readonly<Record<string, string>>

export interface Keys {
  readonly publicKey?: string
  readonly secretKey?: string
}

/** Calls the platform as the document says, with the documented example as the body. */
export interface Caller {
  call(operationId: string, known: Known, keys: Keys, changes?: Changes): Promise<Response>
  /** Follows a link, with the first distributor's secret key. */
  get(href: string): Promise<Response>
}

/** What a request does differently from the documented one. */
export interface Changes {
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: JsonObject
  /** In place of the whole body. */
  readonly rawBody?: string
}

export function callerOn({ app, demo }: TestPlatform): Caller {
  return {
    call: (operationId, known, keys, changes = {}) =>
      app.inject(documentedRequest(operationNamed(operationId), known, keys, changes)),
    get: (href) =>
      app.inject({
        method: 'GET',
        url: href,
        headers: { authorization: `Bearer ${demo.keys.test.secret}` },
      }),
  }
}

function documentedRequest(
  operation: Operation,
  known: Known,
  keys: Keys,
  changes: Changes,
): InjectOptions {
  const { method, path, requestBody } = operation
  const [type, media] = mediaOf(requestBody)
  const query = new URLSearchParams(keys.publicKey === undefined ? {} : { key: keys.publicKey })
  for (const { name } of parametersIn(operation, 'query')) {
    if (known[name] !== undefined) query.set(name, known[name])
  }
  return {
    method,
    url: `${path.replace(/\{(\w+)\}/g, (_, name: string) => known[name] ?? name)}?${query}`,
    headers: {
      ...headersOf(operation, known, keys),
      ...(changes.rawBody !== undefined && media === undefined ? { 'content-type': json } : {}),
      ...changes.headers,
    },
    ...payloadOf(type, media, known, changes),
  }
}

/** An operation without a body is sent one only where the change is exactly that. */
function payloadOf(
  type: string,
  media: Content[string] | undefined,
  known: Known,
  changes: Changes,
): { payload?: string } {
  if (changes.rawBody !== undefined) return { payload: changes.rawBody }
  return media === undefined ? {} : { payload: textOf(type, media, known, changes) }
}

type Content = NonNullable<Operation['requestBody']>['content']

/** JSON where the operation takes it, else what it names first. */
function mediaOf(body: Operation['requestBody']): [string, Content[string] | undefined] {
  const [first = ['', undefined]] = Object.entries(body?.content ?? {}).toSorted(
    ([one], [other]) => Number(other === json) - Number(one === json),
  )
  return first
}

const json = 'application/json'

function textOf(type: string, media: Content[string], known: Known, changes: Changes): string {
  if (type !== json) return String(examplesOf(media)['example'])
  return JSON.stringify(bodyOf(media, known, changes))
}

function headersOf(operation: Operation, known: Known, keys: Keys): Record<string, string> {
  const documented = parametersIn(operation, 'header').flatMap(({ name, required, example }) => {
    const value = known[name] ?? (required === true ? example : undefined)
    return value === undefined ? [] : [[name, value] as const]
  })
  return {
    ...Object.fromEntries(documented),
    // As a browser says it of our own pages.
    ...(operation.path.startsWith('/manage/') ? { 'sec-fetch-site': 'same-origin' } : {}),
    ...(operation.requestBody === undefined
      ? {}
      : { 'content-type': mediaOf(operation.requestBody)[0] }),
    ...(keys.secretKey === undefined ? {} : { authorization: `Bearer ${keys.secretKey}` }),
  }
}

function parametersIn(operation: Operation, place: string) {
  return operation.parameters.filter((parameter) => parameter.in === place)
}

function bodyOf(
  media: Parameters<typeof examplesOf>[0],
  known: Known,
  changes: Changes,
): JsonObject {
  // Request bodies of ours are objects.
  const [example] = Object.values(examplesOf(media)) as JsonObject[]
  const filled = Object.entries(example ?? {}).map(([name, value]) => [name, known[name] ?? value])
  return { ...Object.fromEntries(filled), ...changes.body } as JsonObject // JSON throughout.
}
