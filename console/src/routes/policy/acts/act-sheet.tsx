import type { CallRequest, OperationId } from '@bindery/sdk'
import { Button } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useAct } from '../../../api/use-call.ts'
import { CallsAsCode } from '../../../frame/calls-as-code.tsx'
import { Failed } from '../../../frame/states.tsx'
import { showToast } from '../../../frame/toasts.tsx'
import { useWords } from '../../../words/language.ts'
import { Sheet } from './sheet.tsx'
import { actWords } from './words.ts'

/** An act that needs no price: filled in, its effect stated in a sentence, and confirmed. */
export function ActSheet<Id extends OperationId>({
  title,
  id,
  verb,
  effect,
  request,
  facts,
  children,
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
  readonly onClose: () => void
}) {
  const words = useWords(actWords)
  const [isReviewed, setReviewed] = useState(false)
  const act = useAct(id, () => {
    showToast(words.doneOf(title))
    onClose()
  })
  return (
    <Sheet title={title} onClose={onClose}>
      {!isReviewed || request === null ? (
        <form
          className="sheet-form"
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            if (request !== null) setReviewed(true)
          }}
        >
          {children}
          <div className="sheet-acts">
            <Button type="submit" disabled={request === null}>
              {words.review}
            </Button>
          </div>
        </form>
      ) : (
        <div className="sheet-form">
          <p>{effect}</p>
          <dl className="values">
            {facts
              .filter(([, value]) => value !== '')
              .map(([name, value]) => (
                <div key={name}>
                  <dt>{name}</dt>
                  <dd>
                    <bdi>{value}</bdi>
                  </dd>
                </div>
              ))}
          </dl>
          {act.error !== null && <Failed error={act.error} />}
          <div className="sheet-acts">
            <Button disabled={act.isPending} onClick={() => act.mutate(request)} data-autofocus>
              {act.isPending ? words.sending : verb}
            </Button>
            <Button
              variant="default"
              disabled={act.isPending}
              onClick={() => {
                act.reset()
                setReviewed(false)
              }}
            >
              {words.again}
            </Button>
          </div>
          <details className="sheet-code">
            <summary>{words.asCode}</summary>
            <CallsAsCode calls={[{ id, request }]} />
          </details>
        </div>
      )}
    </Sheet>
  )
}
