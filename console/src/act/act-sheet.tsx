import type { Answer, CallRequest, OperationId } from '@bindery/sdk'
import { type ReactNode, useState } from 'react'
import { useAct } from '../api/use-call.ts'
import { showToast } from '../frame/toasts.tsx'
import { useWords } from '../words/language.ts'
import { ReviewSheet } from './review-sheet.tsx'
import { Values } from './values.tsx'
import { sheetWords } from './words.ts'

/** An act that needs no price: filled in, its effect stated in a sentence, and confirmed. */
export function ActSheet<Id extends OperationId>({
  title,
  id,
  verb,
  effect,
  request,
  facts,
  children,
  then,
  onClose,
}: {
  readonly title: string
  readonly id: Id
  readonly verb: string
  readonly effect: string
  /** Null as long as something is missing. */
  readonly request: CallRequest<Id> | null
  /** What was entered, as it is reviewed. */
  readonly facts: readonly (readonly [string, string])[]
  readonly children: ReactNode
  readonly then?: (answer: Answer<Id>) => void
  readonly onClose: () => void
}) {
  const words = useWords(sheetWords)
  const [isReviewed, setReviewed] = useState(false)
  const act = useAct(id, (answer) => {
    showToast(words.doneOf(title))
    onClose()
    then?.(answer)
  })
  return (
    <ReviewSheet
      title={title}
      isReady={request !== null}
      review={() => setReviewed(true)}
      error={act.error}
      onClose={onClose}
      reviewed={
        !isReviewed || request === null
          ? null
          : {
              content: (
                <>
                  <p>{effect}</p>
                  <Values of={facts} />
                </>
              ),
              verb,
              call: { id, request },
              isSending: act.isPending,
              send: () => act.mutate(request),
              change: () => {
                act.reset()
                setReviewed(false)
              },
            }
      }
    >
      {children}
    </ReviewSheet>
  )
}
