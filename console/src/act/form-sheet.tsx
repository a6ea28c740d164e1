import type { CallRequest, OperationId } from '@bindery/sdk'
import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { useAct } from '../api/use-call.ts'
import { SecondPersonNeeded } from '../api/second-person-needed.ts'
import { Failed } from '../frame/states.tsx'
import { showToast } from '../frame/toasts.tsx'
import { useWords } from '../words/language.ts'
import { ActAsCode } from './act-as-code.tsx'
import { Sheet } from './sheet.tsx'
import { sheetWords } from './words.ts'

/** Something that touches neither money nor cover: filled in and saved. */
export function FormSheet<Id extends OperationId>({
  title,
  id,
  verb,
  request,
  children,
  onClose,
}: {
  readonly title: string
  readonly id: Id
  readonly verb: string
  /** Null as long as something is missing. */
  readonly request: CallRequest<Id> | null
  readonly children: ReactNode
  readonly onClose: () => void
}) {
  const words = useWords(sheetWords)
  const act = useAct(id, () => {
    showToast(words.doneOf(title))
    onClose()
  })
  return (
    <Sheet title={title} onClose={onClose}>
      <form
        className="sheet-form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (request !== null && !act.isPending) act.mutate(request)
        }}
      >
        {children}
        {act.error !== null && <Failed error={act.error} />}
        {!(act.error instanceof SecondPersonNeeded) && (
          <div className="sheet-acts">
            <Button type="submit" disabled={request === null || act.isPending}>
              {act.isPending ? words.sending : verb}
            </Button>
          </div>
        )}
        {request !== null && <ActAsCode call={{ id, request }} />}
      </form>
    </Sheet>
  )
}
