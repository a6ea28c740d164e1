import { useRouter } from '@tanstack/react-router'
import { type ReactNode, Suspense, lazy, useLayoutEffect } from 'react'
import { openGuide } from '../help/guides.ts'
import { AwayBanner } from '../session/away-banner.tsx'
import { useMay, useMe } from '../session/me.ts'
import { SessionEnded } from '../session/session-ended.tsx'
import { SessionEndsSoon } from '../session/session-ends-soon.tsx'
import { useStore } from '../store.ts'
import { useWords } from '../words/language.ts'
import { finder } from './commands.ts'
import { overlay } from './overlay.ts'
import { Rail } from './rail.tsx'
import { searchOnServer } from './search.ts'
import { listenForShortcuts, useShortcut } from './shortcuts.ts'
import { Toasts } from './toasts.tsx'
import { frameWords } from './words.ts'

const HelpPanel = lazy(async () => ({
  default: (await import('../help/help-panel.tsx')).HelpPanel,
}))
const Overlays = lazy(async () => ({ default: (await import('./overlays.tsx')).Overlays }))

const openPalette = () => overlay.set('palette')
const openCheatSheet = () => overlay.set('keyboard')

/** What stands around every page, also while a page is being loaded. */
export function Shell({ children }: { readonly children: ReactNode }) {
  const words = useWords(frameWords)
  const { world } = useMe()
  const may = useMay('policies.read')
  const opened = useStore(overlay)
  const guide = useStore(openGuide)
  const router = useRouter()
  // Before anything is seen: whoever is quick has pressed a key by the time effects run.
  useLayoutEffect(listenForShortcuts, [])
  useShortcut('mod+k', words.search, openPalette)
  useShortcut('/', words.search, openPalette)
  useShortcut('?', words.keyboardTitle, openCheatSheet)
  useLayoutEffect(() => {
    const open = (path: string) => void router.navigate({ href: router.basepath + path })
    finder.set(may ? searchOnServer(open) : null)
  }, [router, may])
  return (
    <div className="frame">
      <a className="skip" href="#content">
        {words.skip}
      </a>
      <div className="banners">
        {world.mode === 'test' && <p className="mode-bar">{words.testMode}</p>}
        <AwayBanner />
        <SessionEndsSoon />
      </div>
      <Rail />
      <div className="page">{children}</div>
      {guide !== null && (
        <Suspense>
          <HelpPanel guide={guide} />
        </Suspense>
      )}
      <Toasts />
      <SessionEnded />
      {opened !== null && (
        <Suspense>
          <Overlays opened={opened} />
        </Suspense>
      )}
    </div>
  )
}
