import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, Suspense, lazy } from 'react'
import { SecondPersonNeeded } from '../api/second-person-needed.ts'
import { useWords } from '../words/language.ts'
import { Refusal, type RefusalProps } from './refusal.tsx'
import { frameWords } from './words.ts'

const AskSecondPerson = lazy(async () => ({
  default: (await import('../act/ask-second-person.tsx')).AskSecondPerson,
}))

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

/** What failed, where it happened; where only a second person is missing, the way to ask for one. */
export function Failed({ error, again }: RefusalProps) {
  return error instanceof SecondPersonNeeded ? (
    <Suspense fallback={<Skeleton lines={3} />}>
      <AskSecondPerson call={error.call} />
    </Suspense>
  ) : (
    <Refusal error={error} again={again} />
  )
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
