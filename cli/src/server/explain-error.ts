import { BinderyError } from '@bindery/sdk'
import { Failure, exitCodes } from '../failure.ts'

/** What a person reads when something went wrong: the reason, and the next step. */
export function explainError(error: unknown): Failure {
  if (error instanceof BinderyError) return explainAnswer(error)
  const message = error instanceof Error ? error.message : String(error)
  return new Failure(exitCodes.failed, message, fileFix(error), { cause: error })
}

function explainAnswer(error: BinderyError): Failure {
  const { kind, message, problems } = error
  const failed = (fix: string) =>
    new Failure(exitCodes.failed, message, fix, { problems, cause: error })
  switch (kind) {
    case 'network':
      return new Failure(
        exitCodes.unreachable,
        message,
        'Is the platform running there? Start it with npm start, or name another with --url or BINDERY_URL.',
        { cause: error },
      )
    case 'unavailable':
      return new Failure(
        exitCodes.unreachable,
        message,
        'Try again in a moment; bindery doctor tells more.',
        { cause: error },
      )
    case 'authentication':
      return failed('The server does not know this key. Check --key, BINDERY_KEY or demo.json.')
    case 'forbidden':
      return new Failure(
        exitCodes.failed,
        'This key may not do that: it is not the key of an insurer.',
        "Use an insurer's secret key.",
        { cause: error },
      )
    case 'validation':
      return failed(problems.length > 0 ? nothingChanged(error) : fieldsOf(error))
    case 'versionMismatch':
      return failed('Look at it again with bindery policies show, and decide anew.')
    case 'rateLimited':
    case 'conflict':
      return failed('Try again in a moment.')
    case 'timeout':
      return failed('It goes on without us; look again in a moment.')
    case 'unexpected':
      return failed(requestOf(error))
    case 'notFound':
    case 'refused':
    case 'calculation':
    case 'knockout':
      return failed('')
  }
}

function nothingChanged({ problems, problemsTotal }: BinderyError): string {
  const shown = problems.length
  if (problemsTotal <= shown) return 'Nothing was changed.'
  return `These are the first ${shown} of ${problemsTotal}. Nothing was changed.`
}

function fieldsOf({ errors }: BinderyError): string {
  // Where no rule is named the message has said it.
  const told = errors.filter(({ code, rules }) => code === 'required' || rules !== undefined)
  return told.map(describeField).join(' ')
}

/** What a person has to write for a member of a request that has another name there. */
const optionOf: Readonly<Record<string, string>> = {
  cancellation_reason: '--reason',
  key_field: '--key-field',
  name: '--name',
}

function describeField({ field, code, rules, message }: BinderyError['errors'][number]): string {
  if (code === 'required') return `${optionOf[field] ?? field} is missing.`
  if (rules?.includes('unique') === true) return `Choose another ${field}.`
  return `${optionOf[field] ?? field}: ${message}`
}

function requestOf({ requestId }: BinderyError): string {
  return requestId === null
    ? 'Is this the address of a Bindery server?'
    : `The logs of the server tell more about request ${requestId}.`
}

/** Files are where a command line fails most often apart from the server. */
function fileFix(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'EACCES' || code === 'EPERM') return 'Check whose file it is and who may read it.'
  if (code === 'ENOENT') return 'Check the path.'
  return ''
}
