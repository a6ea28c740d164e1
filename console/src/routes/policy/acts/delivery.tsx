import type { RecordDelivery } from '@bindery/sdk'
import { useState } from 'react'
import { useMoments } from '../../../words/formats.ts'
import { useWords } from '../../../words/language.ts'
import { useToday } from '../use-today.ts'
import { kindWords } from '../kind-words.ts'
import { ActSheet } from '../../../act/act-sheet.tsx'
import type { SheetProps } from './sheet-props.ts'
import { ChoiceField, DayField, TextField } from '../../../act/fields.tsx'
import { actWords } from './words.ts'

type Document = RecordDelivery['document']
const documents: readonly Document[] = ['policy', 'termination', 'renewal_notice']

export function DeliverySheet({ policy, onClose }: SheetProps) {
  const words = useWords(actWords)
  const kinds = useWords(kindWords)
  const { day } = useMoments()
  const today = useToday(policy)
  const [document, setDocument] = useState<Document>('policy')
  const [on, setOn] = useState(today)
  const [evidence, setEvidence] = useState('')
  const isReady = on !== '' && evidence.trim() !== ''
  return (
    <ActSheet
      title={words.delivery}
      id="recordDelivery"
      verb={words.delivery}
      effect={words.effects.delivery}
      request={
        isReady
          ? {
              params: { policyId: policy.id },
              body: { document, delivered_on: on, evidence: evidence.trim() },
            }
          : null
      }
      facts={[
        [words.deliveryOf, kinds.delivery[document]],
        [words.deliveredOn, on === '' ? '' : day(on)],
        [words.evidence, evidence],
      ]}
      onClose={onClose}
    >
      <ChoiceField
        label={words.deliveryOf}
        value={document}
        onChange={(next) => setDocument(next as Document)}
        choices={documents.map((one) => ({ value: one, label: kinds.delivery[one] }))}
      />
      <DayField label={words.deliveredOn} value={on} onChange={setOn} max={today} />
      <TextField
        label={words.evidence}
        description={words.evidenceHint}
        value={evidence}
        onChange={setEvidence}
      />
    </ActSheet>
  )
}
