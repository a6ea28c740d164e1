import { useWords } from '../words/language.ts'
import { overlay } from './overlay.ts'
import { frameWords } from './words.ts'

const isApple = navigator.platform.startsWith('Mac')

export function SearchButton() {
  const words = useWords(frameWords)
  return (
    <button type="button" className="search-button" onClick={() => overlay.set('palette')}>
      <span className="not-on-phone">{words.search}</span>
      <span className="on-phone">{words.searchShort}</span>
      <kbd>{isApple ? '⌘K' : `${words.controlKey} K`}</kbd>
    </button>
  )
}
