import { Modal } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { shownCalls } from '../api/use-call.ts'
import { useWords } from '../words/language.ts'
import { CallsAsCode } from './calls-as-code.tsx'
import { frameWords } from './words.ts'

/** The calls that made the page, for whoever wants to make them without it. */
export function AsCode({ onClose }: { readonly onClose: () => void }) {
  const words = useWords(frameWords)
  const cache = useQueryClient()
  const [calls] = useState(() => shownCalls(cache))
  return (
    <Modal
      opened
      onClose={onClose}
      title={words.asCodeTitle}
      size={720}
      closeButtonProps={{ 'aria-label': words.close }}
    >
      <p className="quiet">{calls.length === 0 ? words.noCalls : words.asCodeHint}</p>
      <CallsAsCode calls={calls} />
    </Modal>
  )
}
