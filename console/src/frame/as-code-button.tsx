import { useWords } from '../words/language.ts'
import { overlay } from './overlay.ts'
import { frameWords } from './words.ts'

export function AsCodeButton() {
  const words = useWords(frameWords)
  return (
    <button
      type="button"
      className="quiet-button as-code-button"
      onClick={() => overlay.set('as-code')}
    >
      {words.asCode}
    </button>
  )
}
