import { useWords } from '../words/language.ts'
import { overlay } from './overlay.ts'
import { useShortcut } from './shortcuts.ts'
import { frameWords } from './words.ts'

const isApple = navigator.platform.startsWith('Mac')

export function SearchButton() {
  const words = useWords(frameWords)
  const open = () => overlay.set('palette')
  useShortcut('mod+k', words.search, open)
  useShortcut('/', words.search, open)
  useShortcut('?', words.keyboardTitle, () => overlay.set('keyboard'))
  return (
    <button type="button" className="search-button" onClick={open}>
      <span className="not-on-phone">{words.search}</span>
      <span className="on-phone">{words.searchShort}</span>
      <kbd>{isApple ? '⌘K' : `${words.controlKey} K`}</kbd>
    </button>
  )
}
