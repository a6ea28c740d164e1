import { filled } from '../../../act/filled.ts'
import { useState } from 'react'
import { useMoney } from '../../../words/formats.ts'
import { useWords } from '../../../words/language.ts'
import { ActSheet } from '../../../act/act-sheet.tsx'
import type { SheetProps } from './sheet-props.ts'
import { useReadAmount } from '../../../act/amount.ts'
import { LongField, TextField } from '../../../act/fields.tsx'
import { actWords } from './words.ts'

/** Credit goes back to the customer. */
export function PayOutSheet({ policy, onClose }: SheetProps) {
  const words = useWords(actWords)
  const money = useMoney()
  const read = useReadAmount(policy.currency)
  const [written, setWritten] = useState('')
  const [iban, setIban] = useState('')
  const [holder, setHolder] = useState('')
  const [reason, setReason] = useState('')
  const amount = written.trim() === '' ? null : read(written)
  const isReady = reason.trim() !== '' && (written.trim() === '' || (amount !== null && amount > 0))
  const shown = amount === null ? words.payOutAll : money(amount, policy.currency)
  return (
    <ActSheet
      title={words.payOut}
      id="payOutCredit"
      verb={words.payOutVerb(shown)}
      effect={words.effects.payOut}
      request={
        isReady
          ? {
              params: { policyId: policy.id },
              body: { reason: reason.trim(), ...filled({ amount, iban, holder }) },
            }
          : null
      }
      facts={[
        [words.amount, shown],
        [words.iban, iban],
        [words.holder, holder],
        [words.reason, reason],
      ]}
      onClose={onClose}
    >
      <TextField
        label={`${words.amount} (${policy.currency.toUpperCase()})`}
        description={words.payOutHint}
        value={written}
        onChange={setWritten}
        isOptional
      />
      <TextField label={words.iban} value={iban} onChange={setIban} isOptional />
      <TextField label={words.holder} value={holder} onChange={setHolder} isOptional />
      <LongField label={words.reason} value={reason} onChange={setReason} />
    </ActSheet>
  )
}
