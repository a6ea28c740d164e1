import { AsCode } from './as-code.tsx'
import { CheatSheet } from './cheat-sheet.tsx'
import { type Overlay, overlay } from './overlay.ts'
import { Palette } from './palette.tsx'

/** The file that is loaded when the first of them is opened. */
export function Overlays({ opened }: { readonly opened: Overlay }) {
  const close = () => overlay.set(null)
  if (opened === 'palette') return <Palette onClose={close} />
  if (opened === 'keyboard') return <CheatSheet onClose={close} />
  return <AsCode onClose={close} />
}
