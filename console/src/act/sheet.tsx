import { Drawer } from '@mantine/core'
import type { ReactNode } from 'react'
import { useWords } from '../words/language.ts'
import { sheetWords } from './words.ts'

/** A sheet at the side of the page, on which one act is filled in, reviewed and confirmed. */
export function Sheet({
  title,
  onClose,
  children,
}: {
  readonly title: string
  readonly onClose: () => void
  readonly children: ReactNode
}) {
  const words = useWords(sheetWords)
  return (
    <Drawer
      opened
      onClose={onClose}
      title={title}
      position="right"
      size="min(560px, 100vw)"
      className="sheet"
      lockScroll={false}
      transitionProps={{ duration: 0 }}
      closeButtonProps={{ 'aria-label': words.close }}
      // What was typed is not lost by a click beside the sheet.
      closeOnClickOutside={false}
    >
      {children}
    </Drawer>
  )
}
