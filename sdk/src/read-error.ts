import { BinderyError, type ErrorKind } from './bindery-error.ts'
import type { ErrorCode, FieldError, Problem } from './generated.ts'

/** The shape of all error bodies; a proxy in between may answer anything, so nothing is sure. */
interface ErrorBody {
  readonly code?: ErrorCode
  readonly message?: string
  readonly errors?: readonly FieldError[]
  readonly problems?: readonly Problem[]
  readonly problemsTotal?: number
}

/** The error that an answer other than success stands for. */
export function readError(response: Response, text: string): BinderyError {
  const { code, message, errors, problems, problemsTotal } = readBody(text)
  return new BinderyError({
    kind: kindOf(response.status, code),
    status: response.status,
    code,
    message: message ?? describe(response),
    errors,
    problems,
    problemsTotal,
    requestId: response.headers.get('x-request-id'),
  })
}

function kindOf(status: number, code: ErrorCode | undefined): ErrorKind {
  const kind = (code === undefined ? undefined : kindsByCode[code]) ?? kindsByStatus[status]
  if (kind !== undefined) return kind
  return status >= 400 && status < 500 ? 'refused' : 'unexpected'
}

/** Codes that say more than their status. */
const kindsByCode: Partial<Record<ErrorCode, ErrorKind>> = {
  folder_has_mistakes: 'validation',
  file_has_mistakes: 'validation',
  knockout: 'knockout',
  calculation_failed: 'calculation',
}

const kindsByStatus: Readonly<Record<number, ErrorKind>> = {
  400: 'validation',
  401: 'authentication',
  403: 'forbidden',
  404: 'notFound',
  409: 'conflict',
  412: 'versionMismatch',
  429: 'rateLimited',
  502: 'unavailable',
  503: 'unavailable',
  504: 'unavailable',
}

function readBody(text: string): ErrorBody {
  const body = parse(text)
  if (typeof body !== 'object' || body === null) return {}
  const { code, message, errors, problems, ...rest } = body as Record<string, unknown> // Any object has members.
  const total = rest['problems_total']
  return {
    // A newer server may know more codes; to this client they are like none that it looks for.
    code: typeof code === 'string' ? (code as ErrorCode) : undefined,
    message: typeof message === 'string' ? message : undefined,
    // The API documents what the lists hold, for all its answers.
    errors: Array.isArray(errors) ? (errors as readonly FieldError[]) : undefined,
    problems: Array.isArray(problems) ? (problems as readonly Problem[]) : undefined,
    problemsTotal: typeof total === 'number' ? total : undefined,
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null // A page of some proxy: the status says all we can know.
  }
}

function describe(response: Response): string {
  const target = response.headers.get('location')
  if (target !== null) return `The server moved to ${target}: use that address as baseUrl.`
  return `The server answered ${response.status} ${response.statusText}`.trimEnd()
}
