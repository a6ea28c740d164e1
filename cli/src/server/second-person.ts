import { BinderyError } from '@bindery/sdk'
import { Failure, exitCodes } from '../failure.ts'
import { shellWord } from '../output/shell-word.ts'

/** A call as it was sent, with the key that it was sent with. */
interface SentCall {
  readonly method: string
  readonly url: string
  /** Empty without one. */
  readonly body: string
  readonly isOfPerson: boolean
}

/** Remembers the call that the server has refused, so that it can be requested. */
export function rememberRefused(fetcher: typeof fetch = fetch) {
  let refused: SentCall | null = null
  return {
    fetch: async (...[input, init]: Parameters<typeof fetch>): Promise<Response> => {
      const response = await fetcher(input, init)
      if (response.status === 403) {
        const { method, url, headers } = new Request(input, { ...init, body: null })
        const body = typeof init?.body === 'string' ? init.body : ''
        const isOfPerson = headers.get('authorization')?.startsWith('Bearer ut_') === true
        refused = { method, url, body, isOfPerson }
      }
      return response
    },
    /** Names the command that requests the call if it needs a second person; other errors pass. */
    explain(error: unknown, { url }: { readonly url?: string }): unknown {
      const isNeeded = error instanceof BinderyError && error.code === 'second_person_required'
      if (!isNeeded || refused === null) return error
      const command = [...requestOf(refused), ...(url === undefined ? [] : ['--url', url])]
      const fix = [
        'Request it, and let somebody else approve it:',
        `    ${command.map(shellWord).join(' ')} --reason "..."`,
        ...(refused.isOfPerson
          ? []
          : ['  A key cannot request it: set BINDERY_KEY to your personal token first.']),
      ]
      const message = 'This needs a second person.'
      return new Failure(exitCodes.failed, message, fix.join('\n'), { cause: error })
    },
  }
}

function requestOf({ method, url, body }: SentCall): string[] {
  const { pathname, search } = new URL(url)
  // The server may be below a path of its own.
  const path = pathname.slice(pathname.indexOf('/manage/'))
  const isEmpty = body === '' || body === '{}'
  const words = ['bindery', 'approvals', 'request', method, `${path}${search}`]
  return isEmpty ? words : [...words, '--body', body]
}
