import { useState } from 'react'
import { useMoments } from '../../../words/formats.ts'
import { useWords } from '../../../words/language.ts'
import { plusDays, useToday } from '../use-today.ts'
import { ActSheet } from '../../../act/act-sheet.tsx'
import type { SheetProps } from './sheet-props.ts'
import { DayField, LongField } from '../../../act/fields.tsx'
import { actWords } from './words.ts'

export function HoldSheet({ policy, onClose }: SheetProps) {
  const words = useWords(actWords)
  const { day } = useMoments()
  const today = useToday(policy)
  const [until, setUntil] = useState(plusDays(today, 14))
  const [reason, setReason] = useState('')
  const isReady = until !== '' && reason.trim() !== ''
  return (
    <ActSheet
      title={words.hold}
      id="holdDunning"
      verb={words.hold}
      effect={isReady ? words.effects.hold(day(until)) : ''}
      request={isReady ? { body: { policy_id: policy.id, until, reason: reason.trim() } } : null}
      facts={[
        [words.holdUntil, until === '' ? '' : day(until)],
        [words.reason, reason],
      ]}
      onClose={onClose}
    >
      <p className="quiet">{words.holdHint}</p>
      <DayField label={words.holdUntil} value={until} onChange={setUntil} min={today} />
      <LongField label={words.reason} value={reason} onChange={setReason} />
    </ActSheet>
  )
}
