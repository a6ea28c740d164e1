import { Button } from '@mantine/core'
import { Sheet } from '../../act/sheet.tsx'
import { copy } from '../../frame/copy-id.tsx'
import { showToast } from '../../frame/toasts.tsx'
import { frameWords } from '../../frame/words.ts'
import { useWords } from '../../words/language.ts'

/** A secret that is never shown again. */
export function ShownOnce({
  title,
  hint,
  secret,
  onClose,
}: {
  readonly title: string
  readonly hint: string
  readonly secret: string
  readonly onClose: () => void
}) {
  const words = useWords(frameWords)
  return (
    <Sheet title={title} onClose={onClose}>
      <div className="sheet-form">
        <p>{hint}</p>
        <pre className="code" tabIndex={0}>
          {secret}
        </pre>
        <div className="sheet-acts">
          <Button onClick={() => void copy(secret).then(() => showToast(words.copied))}>
            {words.copy}
          </Button>
        </div>
      </div>
    </Sheet>
  )
}
