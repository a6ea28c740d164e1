import { useState } from 'react'
import { useMoments } from '../../../words/formats.ts'
import { useWords } from '../../../words/language.ts'
import { useToday } from '../use-today.ts'
import type { SheetProps } from './sheet-props.ts'
import { DayField } from '../../../act/fields.tsx'
import { TransactionSheet } from './transaction-sheet.tsx'
import { actWords } from './words.ts'

export function MoveEndSheet({ policy, onClose }: SheetProps) {
  const words = useWords(actWords)
  const { day } = useMoments()
  const [lastDay, setLastDay] = useState(
    policy.localized_dates.termination_date?.slice(0, 10) ?? useToday(policy),
  )
  const terms = { termination_date: lastDay }
  return (
    <TransactionSheet
      title={words.moveEnd}
      policy={policy}
      id="moveEnd"
      verb={(preview) => words.moveEndVerb(day(preview.termination_date ?? lastDay))}
      isReady={lastDay !== ''}
      mine={[words.moveEndVerb(day(lastDay))]}
      prepare={() => ({ end_move: terms })}
      requestOf={(_, { params, headers, previewToken }) => ({
        params,
        headers,
        body: { ...terms, preview_token: previewToken },
      })}
      onClose={onClose}
    >
      <DayField label={words.terminationDate} value={lastDay} onChange={setLastDay} />
    </TransactionSheet>
  )
}
