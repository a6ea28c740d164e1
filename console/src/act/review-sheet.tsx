import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import type { ShownCall } from '../code/shown-call.ts'
import { SecondPersonNeeded } from '../api/second-person-needed.ts'
import { Failed } from '../frame/states.tsx'
import { useWords } from '../words/language.ts'
import { ActAsCode } from './act-as-code.tsx'
import { Sheet } from './sheet.tsx'
import { sheetWords } from './words.ts'

/** What an act will do, and how it is carried out. */
export interface Reviewed {
  readonly content: ReactNode
  /** What the button says that carries it out. */
  readonly verb: string
  readonly call: ShownCall
  readonly isSending: boolean
  readonly send: () => void
  readonly change: () => void
}

/** An act in two steps: filled in, then reviewed and carried out. */
export function ReviewSheet({
  title,
  isReady,
  isReviewing = false,
  review,
  reviewed,
  error,
  children,
  onClose,
}: {
  readonly title: string
  readonly isReady: boolean
  readonly isReviewing?: boolean
  readonly review: () => void
  /** Null as long as it is being filled in. */
  readonly reviewed: Reviewed | null
  readonly error: Error | null
  readonly children: ReactNode
  readonly onClose: () => void
}) {
  const words = useWords(sheetWords)
  const failed = error === null ? null : <Failed error={error} />
  if (reviewed === null) {
    return (
      <Sheet title={title} onClose={onClose}>
        <form
          className="sheet-form"
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            if (isReady && !isReviewing) review()
          }}
        >
          {children}
          {failed}
          <div className="sheet-acts">
            <Button type="submit" disabled={!isReady || isReviewing}>
              {isReviewing ? words.reviewing : words.review}
            </Button>
          </div>
        </form>
      </Sheet>
    )
  }
  const { content, verb, call, isSending, send, change } = reviewed
  return (
    <Sheet title={title} onClose={onClose}>
      <div className="sheet-form">
        {content}
        {failed}
        <div className="sheet-acts">
          {!(error instanceof SecondPersonNeeded) && (
            <Button disabled={isSending} onClick={send} data-autofocus>
              {isSending ? words.sending : verb}
            </Button>
          )}
          <Button variant="default" disabled={isSending} onClick={change}>
            {words.again}
          </Button>
        </div>
        <ActAsCode call={call} />
      </div>
    </Sheet>
  )
}
