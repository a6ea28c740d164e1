import { BinderyError } from '@bindery/sdk'
import { Button } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useWords } from '../words/language.ts'
import { CopyId } from './copy-id.tsx'
import { frameWords } from './words.ts'

/** What a read has brought: its skeleton, why it failed, or what is made of it. */
export function Loaded<Data>({
  query,
  lines = 6,
  children,
}: {
  readonly query: Pick<UseQueryResult<Data>, 'data' | 'error' | 'refetch'>
  readonly lines?: number
  readonly children: (data: Data) => ReactNode
}) {
  if (query.data !== undefined) return children(query.data)
  if (query.error !== null) return <Failed error={query.error} again={() => void query.refetch()} />
  return <Skeleton lines={lines} />
}

/** Grey lines where text will be, so that nothing jumps when it comes. */
export function Skeleton({ lines = 6 }: { readonly lines?: number }) {
  const words = useWords(frameWords)
  return (
    <div className="skeleton" role="status" aria-label={words.loading}>
      {Array.from({ length: lines }, (_, line) => (
        <span key={line} className={`skeleton-${line % 4}`} />
      ))}
    </div>
  )
}

/** Why there is nothing, and the first act. */
export function Empty({
  title,
  children,
  act,
}: {
  readonly title: string
  readonly children?: ReactNode
  readonly act?: ReactNode
}) {
  return (
    <div className="state">
      <h2>{title}</h2>
      <p>{children}</p>
      {act}
    </div>
  )
}

/** What failed, where it happened: what to do, and the request to name to an operator. */
export function Failed({
  error,
  again,
}: {
  readonly error: Error
  readonly again?: (() => void) | undefined
}) {
  const words = useWords(frameWords)
  const refused = error instanceof BinderyError ? error : null
  const permission = missingPermission(refused)
  const isForbidden = permission !== null
  return (
    <div className="state state-failed" role="alert">
      <h2>{isForbidden ? words.forbidden : words.failed}</h2>
      <p>{isForbidden ? words.forbiddenHint(permission) : error.message}</p>
      {refused !== null && refused.errors.length > 0 && (
        <ul>
          {refused.errors.map(({ path, message }) => (
            <li key={`${path} ${message}`}>
              {path}: {message}
            </li>
          ))}
        </ul>
      )}
      {refused?.requestId != null && (
        <p className="quiet">
          {words.request} <CopyId id={refused.requestId} />
        </p>
      )}
      {again !== undefined && !isForbidden && (
        <Button variant="default" onClick={again}>
          {words.again}
        </Button>
      )}
    </div>
  )
}

/** The server names it in the message. */
function missingPermission(refused: BinderyError | null): string | null {
  if (refused?.code !== 'permission_missing') return null
  const [permission = null] = /[a-z_]+\.[a-z_]+/.exec(refused.message) ?? []
  return permission
}

/** A state by a dot and a word: never by its colour alone. */
export function Status({ tone, children }: { readonly tone: Tone; readonly children: ReactNode }) {
  return (
    <span className="status">
      <span className={`dot dot-${tone}`} aria-hidden="true" />
      {children}
    </span>
  )
}

/** Failed; needs a person; settled; under way or over. */
export type Tone = 'failed' | 'attention' | 'settled' | 'quiet'
