import { type Client, createClient } from '../src/index.ts'
import { operations } from '../src/generated.ts'

/** As much of openapi.json as the table needs. */
export interface Summaries {
  readonly paths: Readonly<
    Record<
      string,
      Readonly<Record<string, { readonly operationId: string; readonly summary: string }>>
    >
  >
}

const begin = '<!-- Written by `npm run sdk`: change sdk/src, not this table. -->'
const end = '<!-- The end of the table. -->'

/** The README of the SDK with the table of all calls that a client has now. */
export async function withSdkTable(readme: string, document: Summaries): Promise<string> {
  const [before, rest] = readme.split(begin)
  const after = rest?.split(end)[1]
  if (before === undefined || after === undefined) {
    throw new Error(`The README of the SDK must have the lines ${begin} and ${end}.`)
  }
  return `${before}${begin}\n\n${await sdkTable(document)}\n\n${end}${after}`
}

async function sdkTable({ paths }: Summaries): Promise<string> {
  const summaries = new Map(
    Object.values(paths)
      .flatMap((methods) => Object.values(methods))
      .map(({ operationId, summary }) => [operationId, summary]),
  )
  const rows = (await callsOfClient()).map(
    ({ name, operationId }) =>
      `| \`${name}\` | ${summaries.get(operationId)} | \`${operationId}\` |`,
  )
  return ['| call | what it does | operation |', '|---|---|---|', ...rows].join('\n')
}

interface ClientCall {
  /** As a program writes it, such as `policies.renewal.accept`. */
  readonly name: string
  readonly operationId: string
}

/** Stands for every argument of every call, so that each gets as far as its request. */
const word = 'sample'
const sample = {
  id: word,
  policy_id: word,
  version_id: word,
  _links: { status: { href: `/policies/${word}/versions/${word}/status` } },
  toString: () => word,
  async *[Symbol.asyncIterator]() {
    yield new Uint8Array()
  },
}

/** Makes every call of a client once, and sees which operation it asks for. */
async function callsOfClient(): Promise<ClientCall[]> {
  let asked: string | null = null
  const client = createClient({
    baseUrl: 'http://sdk.invalid',
    secretKey: 'sk_test_sample',
    retries: 0,
    fetch: async (url, init) => {
      asked = operationAt(init?.method ?? 'GET', new URL(url as string).pathname) // Never a Request.
      throw new Error('it was only tried')
    },
  })
  const calls: ClientCall[] = []
  for (const { name, make } of leavesOf(groupsOf(client), [])) {
    asked = null
    await settled(make)
    if (asked === null) throw new Error(`client.${name} asks for nothing`)
    calls.push({ name, operationId: asked })
  }
  return calls
}

/** `call` and its like are how the groups are made; they have a section of their own. */
function groupsOf(client: Client): object {
  const members = Object.entries(client)
  return Object.fromEntries(members.filter(([, member]) => typeof member === 'object'))
}

interface Leaf {
  readonly name: string
  readonly make: () => unknown
}

function leavesOf(group: object, path: readonly string[]): Leaf[] {
  return Object.entries(group).flatMap(([name, member]: [string, unknown]) => {
    const here = [...path, name]
    if (typeof member !== 'function') return leavesOf(Object(member), here)
    return [{ name: here.join('.'), make: () => Reflect.apply(member, group, samples) }]
  })
}

const samples = [sample, sample, sample, sample]

/** A promise, a list of pages or a file in chunks: whatever it is, its first request is made. */
async function settled(make: () => unknown): Promise<void> {
  try {
    const made = await make()
    if (isChunked(made)) await made[Symbol.asyncIterator]().next()
  } catch {
    // Every request is refused; what counts is which one was made.
  }
}

function isChunked(made: unknown): made is AsyncIterable<unknown> {
  return typeof made === 'object' && made !== null && Symbol.asyncIterator in made
}

function operationAt(method: string, path: string): string {
  const found = Object.entries(operations).find(
    ([, row]) =>
      row.method === method && row.path.replaceAll(/\{\w+\}/g, word) === decodeURIComponent(path),
  )
  if (found === undefined) throw new Error(`there is no operation ${method} ${path}`)
  return found[0]
}
