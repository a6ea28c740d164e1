import { useWords } from '../words/language.ts'
import { showToast } from './toasts.tsx'
import { frameWords } from './words.ts'

/** An id that a click copies. `short` shows its last letters. */
export function CopyId({ id, short = false }: { readonly id: string; readonly short?: boolean }) {
  const words = useWords(frameWords)
  const shown = short ? `…${id.slice(-6)}` : id
  return (
    <button
      type="button"
      className="copy-id"
      title={id}
      aria-label={`${words.copy}: ${shown}`}
      onClick={(event) => {
        event.stopPropagation()
        void copy(id).then(() => showToast(`${words.copied}: ${id}`))
      }}
    >
      {shown}
    </button>
  )
}

/** Pages without TLS have no clipboard of their own: then a selected field is copied. */
export async function copy(text: string): Promise<void> {
  if (isSecureContext) return navigator.clipboard.writeText(text)
  const field = document.createElement('textarea')
  field.value = text
  document.body.append(field)
  field.select()
  document.execCommand('copy')
  field.remove()
  return undefined
}
