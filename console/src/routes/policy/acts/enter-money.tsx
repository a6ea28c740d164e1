import { filled } from '../../../act/filled.ts'
import { useState } from 'react'
import { useMoney } from '../../../words/formats.ts'
import { useWords } from '../../../words/language.ts'
import { ActSheet } from '../../../act/act-sheet.tsx'
import type { SheetProps } from './sheet-props.ts'
import { useReadAmount } from '../../../act/amount.ts'
import { ChoiceField, LongField, TextField } from '../../../act/fields.tsx'
import { actWords } from './words.ts'

/** Goodwill in favour of the customer, or a fee. */
export function EnterSheet({ policy, onClose }: SheetProps) {
  const words = useWords(actWords)
  const money = useMoney()
  const read = useReadAmount(policy.currency)
  const [kind, setKind] = useState<'goodwill' | 'fee'>('goodwill')
  const [written, setWritten] = useState('')
  const [text, setText] = useState('')
  const [reason, setReason] = useState('')
  const amount = read(written)
  const isReady =
    amount !== null && amount > 0 && reason.trim() !== '' && (kind !== 'fee' || text.trim() !== '')
  const shown = amount === null ? '' : money(amount, policy.currency)
  return (
    <ActSheet
      title={words.enter}
      id="enterMoney"
      verb={words.enterVerb(shown)}
      effect={words.effects.enter}
      request={
        isReady
          ? {
              params: { policyId: policy.id },
              body: { kind, amount, reason: reason.trim(), ...filled({ text }) },
            }
          : null
      }
      facts={[
        [words.enterKind, words[kind]],
        [words.amount, shown],
        [words.text, text],
        [words.reason, reason],
      ]}
      onClose={onClose}
    >
      <ChoiceField
        label={words.enterKind}
        value={kind}
        onChange={(next) => setKind(next === 'fee' ? 'fee' : 'goodwill')}
        choices={[
          { value: 'goodwill', label: words.goodwill },
          { value: 'fee', label: words.fee },
        ]}
      />
      <TextField
        label={`${words.amount} (${policy.currency.toUpperCase()})`}
        value={written}
        onChange={setWritten}
      />
      <TextField label={words.text} value={text} onChange={setText} isOptional={kind !== 'fee'} />
      <LongField label={words.reason} value={reason} onChange={setReason} />
    </ActSheet>
  )
}
