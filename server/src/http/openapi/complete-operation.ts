import { errorResponses } from '../errors/error-responses.ts'
import type { Call } from './call.ts'
import { commonErrors, takesIdempotencyKey } from './common-errors.ts'
import { type Operation, type Parameter, type Reference, type Response, refTo } from './document.ts'

/**
 * Adds to an operation what follows from how it is called: keys, headers, and the errors of both.
 */
export function completeOperation(operation: Operation, call: Call): Operation {
  return {
    ...operation,
    description: [operation.description, versionNote(call)].filter(Boolean).join('\n\n'),
    security: securityOf(call),
    parameters: parametersOf(operation, call),
    ...bodyOf(operation, call),
    responses: responsesOf(operation, call),
  } as Operation // The members that the interface does not name pass through.
}

function bodyOf(
  { requestBody }: Operation,
  { bodies, isBodyOptional }: Call,
): Pick<Operation, 'requestBody'> {
  if (requestBody !== undefined && isBodyOptional) {
    return { requestBody: { ...requestBody, required: false } }
  }
  if (Object.keys(bodies).length === 0) return {}
  return {
    requestBody: {
      required: true,
      ...requestBody,
      content: { ...requestBody?.content, ...bodies },
    },
  }
}

/**
 * The key is documented as a security scheme and not as a parameter too, or clients send it twice.
 */
function securityOf({ access }: Call): Record<string, readonly string[]>[] {
  if (access === 'open') return []
  const secret: ReturnType<typeof securityOf> = [{ secretKey: [] }, { secretKeyAsUserName: [] }]
  return access === 'key' ? [{ publicKey: [] }, ...secret] : secret
}

function versionNote({ accept, isAcceptRequired }: Call): string | undefined {
  if (accept === null) return undefined
  return isAcceptRequired
    ? `Requires the header \`Accept: ${accept}\`.`
    : `Accepts the header \`Accept: ${accept}\`; other versions are refused.`
}

function parametersOf(operation: Operation, call: Call): (Parameter | Reference)[] {
  const own = (operation.parameters ?? []).map((parameter) =>
    'name' in parameter && parameter.name === 'if-match'
      ? refTo('parameters', 'IfMatch')
      : parameter,
  )
  return [
    ...own,
    ...(call.accept === null ? [] : [refTo('parameters', acceptName(call))]),
    ...(takesIdempotencyKey(call) ? [refTo('parameters', 'IdempotencyKey')] : []),
    refTo('parameters', 'RequestId'),
  ]
}

export function acceptName({ accept, isAcceptRequired }: Call): string {
  const version = /v\d+/.exec(accept ?? '')?.[0].toUpperCase()
  return `Accept${version}${isAcceptRequired ? '' : 'Optional'}`
}

export function acceptParameter({ accept, isAcceptRequired }: Call): object {
  return {
    in: 'header',
    name: 'Accept',
    required: isAcceptRequired,
    description:
      'Selects the version of the call. The media type of the response is `application/json` ' +
      'regardless.',
    schema: { type: 'string' },
    example: accept,
  }
}

function responsesOf(operation: Operation, call: Call): Record<string, Response> {
  // The routes' own responses are written out; nothing has been shared yet.
  const responses = { ...operation.responses } as Record<string, Response>
  if (call.mayBeUnchanged) responses['304'] = unchanged
  for (const [status, common] of Object.entries(errorResponses(...commonErrors(call)))) {
    const own = responses[status]?.content?.['application/json']
    const { schema, examples } = common.content['application/json']
    const content = {
      'application/json': {
        schema: own?.schema ?? refTo('schemas', schemaName(schema)),
        examples: { ...own?.examples, ...examples },
      },
    }
    responses[status] = {
      description: responses[status]?.description ?? common.description,
      content,
    }
  }
  return Object.fromEntries(
    Object.entries(responses).map(([status, response]) => [
      status,
      { ...response, headers: { ...response.headers, ...headersOf(Number(status), call) } },
    ]),
  )
}

const unchanged: Response = {
  description: 'Nothing has changed since the `ETag` in `If-None-Match`. There is no body.',
}

const schemaName = (schema: object) => String(Reflect.get(schema, '$ref')).replace('#', '')

/** Statuses that a route decides on, which are the ones that are kept for a repeated request. */
const keptStatuses: ReadonlySet<number> = new Set([200, 202, 400, 404, 422])

/** Answered before anybody is counted. */
const uncountedStatuses: ReadonlySet<number> = new Set([503])

function headersOf(status: number, call: Call): Record<string, Reference> {
  const header = (name: string) => refTo('headers', name)
  const isCounted = !uncountedStatuses.has(status)
  return {
    'X-Request-Id': header('RequestId'),
    ...(isCounted
      ? {
          'RateLimit-Limit': header('RateLimitLimit'),
          'RateLimit-Remaining': header('RateLimitRemaining'),
          'RateLimit-Reset': header('RateLimitReset'),
        }
      : {}),
    ...(call.hasETag && status === 200 ? { ETag: header('ETag') } : {}),
    ...(status === 429 || status === 503 ? { 'Retry-After': header('RetryAfter') } : {}),
    ...(takesIdempotencyKey(call) && keptStatuses.has(status)
      ? { 'Idempotency-Replayed': header('IdempotencyReplayed') }
      : {}),
  }
}
