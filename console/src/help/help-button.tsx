import { useLocation, useRouter } from '@tanstack/react-router'
import { useCommands } from '../frame/commands.ts'
import { useShortcut } from '../frame/shortcuts.ts'
import { useWords } from '../words/language.ts'
import { guideOf, openGuide } from './guides.ts'
import { frameWords } from '../frame/words.ts'

/** Opens the guide to what is on the page. */
export function HelpButton() {
  const words = useWords(frameWords)
  const { basepath } = useRouter()
  const path = useLocation({ select: ({ pathname }) => pathname })
  const open = () =>
    openGuide.set(guideOf(path.startsWith(basepath) ? path.slice(basepath.length) : path))
  useShortcut('h', words.help, open)
  useCommands([{ id: 'help', group: words.navigation, title: words.help, hint: 'h', run: open }])
  return (
    <button type="button" className="quiet-button help-button" onClick={open}>
      {words.help}
    </button>
  )
}
