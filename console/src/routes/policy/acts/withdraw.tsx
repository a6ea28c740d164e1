import { useState } from 'react'
import { useMoments } from '../../../words/formats.ts'
import { useWords } from '../../../words/language.ts'
import { useToday } from '../use-today.ts'
import type { SheetProps } from './sheet-props.ts'
import { DayField } from '../../../act/fields.tsx'
import { TransactionSheet } from './transaction-sheet.tsx'
import { actWords } from './words.ts'

/** A customer has withdrawn by letter: the day of sending decides, the day of receipt ends cover. */
export function WithdrawSheet({ policy, onClose }: SheetProps) {
  const words = useWords(actWords)
  const { day } = useMoments()
  const today = useToday(policy)
  const [receivedOn, setReceivedOn] = useState(today)
  const [sentOn, setSentOn] = useState('')
  const terms = { received_on: receivedOn, sent_on: sentOn }
  return (
    <TransactionSheet
      title={words.withdraw}
      policy={policy}
      id="withdrawPolicy"
      verb={() => words.withdrawVerb}
      isReady={receivedOn !== '' && sentOn !== ''}
      mine={[`${words.letterReceived} ${day(receivedOn)}`]}
      prepare={() => ({ withdrawal: terms })}
      requestOf={(_, { params, headers, previewToken }) => ({
        params,
        headers,
        body: { ...terms, preview_token: previewToken },
      })}
      onClose={onClose}
    >
      <p className="quiet">{words.withdrawHint}</p>
      <DayField label={words.sentOn} value={sentOn} onChange={setSentOn} max={today} />
      <DayField
        label={words.letterReceived}
        value={receivedOn}
        onChange={setReceivedOn}
        max={today}
      />
    </TransactionSheet>
  )
}
