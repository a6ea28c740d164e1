import { BinderyError, type ErrorKind } from './bindery-error.ts'
import type { FieldError, Problem } from './generated.ts'

/** The shape of all error bodies; a proxy in between may answer anything, so nothing is sure. */
interface ErrorBody {
  readonly message?: string
  readonly errors?: readonly FieldError[]
  readonly problems?: readonly Problem[]
  readonly problemsTotal?: number
}

/** The error that an answer other than success stands for. */
export function readError(response: Response, text: string): BinderyError {
  const { message, errors, problems, problemsTotal } = readBody(text)
  return new BinderyError({
    kind: kindOf(response.status, message, problems),
    status: response.status,
    message: message ?? describe(response),
    errors,
    problems,
    problemsTotal,
    requestId: response.headers.get('x-request-id'),
  })
}

function kindOf(
  status: number,
  message: string | undefined,
  problems: readonly Problem[] | undefined,
): ErrorKind {
  if (status === 422 && problems !== undefined) return 'validation'
  if (status === 422 && message === 'knockout') return 'knockout'
  if (status === 503 && message?.startsWith(explainedCalculation) === true) return 'calculation'
  const kind = kindsByStatus[status]
  if (kind !== undefined) return kind
  return status >= 400 && status < 500 ? 'refused' : 'unexpected'
}

/** Any other 503 may pass; what is explained so is the same next time. */
const explainedCalculation = 'The quote calculation failed at '

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
  const { message, errors, problems, ...rest } = body as Record<string, unknown> // Any object has members.
  const total = rest['problems_total']
  return {
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
