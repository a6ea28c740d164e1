import { STATUS_CODES } from 'node:http'
import { answerRefusal, refusedAnywhere } from '../src/http/index.ts'
import { allReasons } from '../test/openapi/all-reasons.ts'

/** As much of openapi.json as the list needs. */
export interface DocumentedErrors {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: {
    readonly responses: Readonly<Record<string, Response>>
    readonly examples: Readonly<Record<string, Example>>
  }
}
interface Operation {
  readonly operationId: string
  readonly responses: Readonly<Record<string, Response | Reference>>
}
interface Response {
  readonly content?: Readonly<
    Record<string, { readonly examples?: Readonly<Record<string, Example | Reference>> }>
  >
}
interface Example {
  readonly summary?: string
  readonly value: unknown
}
interface Reference {
  readonly $ref: string
}

/** One way in which a call is refused. */
interface DocumentedError {
  readonly status: number
  readonly code: string
  readonly when: string
  readonly operationId: string
}

const begin = '<!-- Written by `npm run errors-guide`: change the reasons, not this list. -->'
const end = '<!-- The end of the list. -->'
/** A code of more calls than these says more with their number. */
const callsNamedMax = 3

/** The guide to errors with the list of all codes as openapi.json has them now. */
export async function withErrorList(guide: string, document: DocumentedErrors): Promise<string> {
  const [before, rest] = guide.split(begin)
  const after = rest?.split(end)[1]
  if (before === undefined || after === undefined) {
    throw new Error(`The guide to errors must have the lines ${begin} and ${end}.`)
  }
  return `${before}${begin}\n\n${await listErrors(document)}\n\n${end}${after}`
}

async function listErrors(document: DocumentedErrors): Promise<string> {
  const reasons = (await allReasons()).map(({ reason }) => reason)
  const meanings = new Map(reasons.map(({ code, when }) => [code, when]))
  const errors = [...errorsIn(document), ...errorsAnywhere()]
  const byStatus = Map.groupBy(errors, ({ status }) => status)
  return [...byStatus]
    .toSorted(([one], [other]) => one - other)
    .map(([status, ofStatus]) => [heading(status), ...rowsOf(ofStatus, meanings)].join('\n'))
    .join('\n\n')
}

function heading(status: number): string {
  return `### ${status} ${STATUS_CODES[status]}\n\n| code | when | calls |\n|---|---|---|`
}

/** Calls word a reason for themselves; here it is said as for all. */
function rowsOf(
  errors: readonly DocumentedError[],
  meanings: ReadonlyMap<string, string>,
): string[] {
  return [...Map.groupBy(errors, ({ code }) => code)]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([code, ofCode]) => {
      const when = meanings.get(code) ?? ofCode[0]?.when
      return `| \`${code}\` | ${when} | ${callsOf(ofCode)} |`
    })
}

function callsOf(errors: readonly DocumentedError[]): string {
  const calls = [...new Set(errors.map(({ operationId }) => operationId))]
  if (calls.includes(anyCall)) return anyCall
  if (calls.length > callsNamedMax) return `${calls.length} calls`
  return calls.map((call) => `\`${call}\``).join(', ')
}

const anyCall = 'any call'

function errorsAnywhere(): DocumentedError[] {
  return refusedAnywhere.map(({ code, when, example }) => {
    const { status } = answerRefusal(example())
    return { status, code, when, operationId: anyCall }
  })
}

function errorsIn({ paths, components }: DocumentedErrors): DocumentedError[] {
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods))
  return operations.flatMap(({ operationId, responses }) =>
    Object.entries(responses).flatMap(([status, response]) => {
      if (Number(status) < 400) return []
      const { content = {} } =
        '$ref' in response ? referred(components.responses, response) : response
      return Object.values(content)
        .flatMap(({ examples = {} }) => Object.values(examples))
        .map((one) => ('$ref' in one ? referred(components.examples, one) : one))
        .flatMap(({ summary = '', value }) => {
          const code: unknown = Reflect.get(Object(value), 'code')
          if (typeof code !== 'string') return [] // It has `status` only.
          return [{ status: Number(status), code, when: summary, operationId }]
        })
    }),
  )
}

function referred<Part>(parts: Readonly<Record<string, Part>>, { $ref }: Reference): Part {
  const part = parts[$ref.slice($ref.lastIndexOf('/') + 1)]
  if (part === undefined) throw new Error(`${$ref} refers to nothing`)
  return part
}
