import { useRouter } from '@tanstack/react-router'
import { useWords } from '../words/language.ts'
import { useShortcut } from './shortcuts.ts'
import { frameWords } from './words.ts'

/** True from Escape until the page that it leads to has seen it. */
let isOnTheWay = false

/** Escape leads from the page of a thing back to where it was opened. */
export function useWayBack(): void {
  const words = useWords(frameWords)
  const { history } = useRouter()
  useShortcut('Escape', words.closeOrBack, () => {
    if (!history.canGoBack()) return
    isOnTheWay = true
    history.back()
  })
}

/** Whether somebody came back by Escape: a list then has the focus on the row, not on the heading. */
export function cameBack(): boolean {
  const came = isOnTheWay
  isOnTheWay = false
  return came
}
