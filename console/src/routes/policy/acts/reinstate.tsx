import { Radio } from '@mantine/core'
import { useState } from 'react'
import { useWords } from '../../../words/language.ts'
import type { SheetProps } from './act-menu.tsx'
import { TransactionSheet } from './transaction-sheet.tsx'
import { actWords } from './words.ts'

export function ReinstateSheet({ policy, onClose }: SheetProps) {
  const words = useWords(actWords)
  const [hasGap, setGap] = useState(false)
  const terms = { gap: hasGap }
  return (
    <TransactionSheet
      title={words.reinstate}
      policy={policy}
      id="reinstatePolicy"
      verb={() => words.reinstateVerb}
      isReady
      mine={[words.reinstate, hasGap ? words.withGap : words.withoutGap]}
      prepare={() => ({ reinstatement: terms })}
      requestOf={(_, { params, headers, previewToken }) => ({
        params,
        headers,
        body: { ...terms, preview_token: previewToken },
      })}
      onClose={onClose}
    >
      <Radio.Group
        value={String(hasGap)}
        onChange={(next) => setGap(next === 'true')}
        label={words.reinstate}
      >
        <Radio value="false" label={words.withoutGap} />
        <Radio value="true" label={words.withGap} />
      </Radio.Group>
    </TransactionSheet>
  )
}
