import { BinderyError } from '@bindery/sdk'
import { Failure, exitCodes } from '../failure.ts'

/** The message for an error: the reason, and the next step. */
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
        'Check that the platform is running there. Start it with npm start, or name another address with --url or BINDERY_URL.',
        { cause: error },
      )
    case 'unavailable':
      return new Failure(
        exitCodes.unreachable,
        message,
        'Try again in a moment, or run bindery doctor.',
        { cause: error },
      )
    case 'authentication':
      return failed('The server does not know this key. Check --key, BINDERY_KEY or demo.json.')
    case 'forbidden':
      if (error.code === 'approval_needs_person')
        return failed('Set BINDERY_KEY to your personal token, which begins with ut_.')
      return error.code === null || error.code === 'not_an_insurer'
        ? new Failure(
            exitCodes.failed,
            'This key has no permission: it is not the key of an insurer.',
            "Use an insurer's secret key.",
            { cause: error },
          )
        : failed('')
    case 'validation':
      return failed(problems.length > 0 ? nothingChanged(error) : fieldsOf(error))
    case 'versionMismatch':
      return failed('The policy has changed. Check it with bindery policies show and try again.')
    case 'rateLimited':
    case 'conflict':
      return failed('Try again in a moment.')
    case 'timeout':
      return failed('The server continues the work. Check again in a moment.')
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
  // Errors without a rule are already part of the message.
  const described = errors.filter(({ code, rules }) => code === 'required' || rules !== undefined)
  return described.map(describeField).join(' ')
}

/** The options of request members that have another name on the command line. */
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
    ? 'Check that this is the address of a Bindery server.'
    : `See the log of the server for request ${requestId}.`
}

/** The fix for a file error. */
function fileFix(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'EACCES' || code === 'EPERM')
    return 'Check the owner and the permissions of the file.'
  if (code === 'ENOENT') return 'Check the path.'
  return ''
}
