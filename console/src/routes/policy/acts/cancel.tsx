import { useState } from 'react'
import { useCall } from '../../../api/use-call.ts'
import { useMoments } from '../../../words/formats.ts'
import { useWords } from '../../../words/language.ts'
import { useToday } from '../use-today.ts'
import { kindWords } from '../kind-words.ts'
import { useText } from '../use-form.ts'
import type { SheetProps } from './sheet-props.ts'
import { ChoiceField, DayField, LongField } from '../../../act/fields.tsx'
import { TransactionSheet } from './transaction-sheet.tsx'
import { actWords } from './words.ts'

export function CancelSheet({ policy, onClose }: SheetProps) {
  const words = useWords(actWords)
  const kinds = useWords(kindWords)
  const textOf = useText()
  const { day } = useMoments()
  const today = useToday(policy)
  const { data: version } = useCall('showProductVersion', {
    params: { versionId: policy.product_version_id },
  })
  const [lastDay, setLastDay] = useState(today)
  const [reason, setReason] = useState('')
  const [kind, setKind] = useState('')
  const [code, setCode] = useState('')
  const [receivedOn, setReceivedOn] = useState(today)
  const [occurredOn, setOccurredOn] = useState('')
  const named = version?.cancellation_kinds ?? []
  const reasons = named.find((one) => one.kind === kind)?.reasons ?? []
  const ground = reasons.find((one) => one.code === code)
  const terms = {
    termination_date: lastDay,
    ...(kind === '' ? {} : { cancellation_kind: kind as 'customer', received_on: receivedOn }),
    ...(ground === undefined ? {} : { cancellation_reason_code: code }),
    ...(ground?.needs_event_date === true ? { occurred_on: occurredOn } : {}),
  }
  const isReady =
    lastDay !== '' &&
    reason.trim() !== '' &&
    (ground?.needs_event_date !== true || occurredOn !== '')
  return (
    <TransactionSheet
      title={words.cancelTitle}
      policy={policy}
      id="cancelPolicy"
      verb={(preview) => words.cancelVerb(day(preview.termination_date ?? lastDay))}
      isReady={isReady}
      mine={[words.cancelVerb(day(lastDay)), reason]}
      prepare={() => ({ cancellation: terms })}
      requestOf={(_, { params, headers, previewToken }) => ({
        params,
        headers,
        body: { ...terms, cancellation_reason: reason.trim(), preview_token: previewToken },
      })}
      onClose={onClose}
    >
      <DayField label={words.terminationDate} value={lastDay} onChange={setLastDay} />
      {named.length > 0 && (
        <ChoiceField
          label={words.who}
          value={kind}
          onChange={(next) => {
            setKind(next)
            setCode('')
          }}
          choices={[
            { value: '', label: '–' },
            ...named.map((one) => ({ value: one.kind, label: kinds.cancellationKind[one.kind] })),
          ]}
        />
      )}
      {reasons.length > 0 && (
        <ChoiceField
          label={words.code}
          value={code}
          onChange={setCode}
          choices={[
            { value: '', label: words.noGround },
            ...reasons.map((one) => ({ value: one.code, label: textOf(one.labels, one.code) })),
          ]}
        />
      )}
      {kind !== '' && (
        <DayField label={words.receivedOn} value={receivedOn} onChange={setReceivedOn} />
      )}
      {ground?.needs_event_date === true && (
        <DayField label={words.occurredOn} value={occurredOn} onChange={setOccurredOn} />
      )}
      <LongField label={words.reason} value={reason} onChange={setReason} />
    </TransactionSheet>
  )
}
