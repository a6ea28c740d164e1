import { useState } from 'react'
import { client } from '../../../api/client.ts'
import { useWords } from '../../../words/language.ts'
import { useMoments } from '../../../words/formats.ts'
import { useToday } from '../use-today.ts'
import { useFormOf, useText } from '../use-form.ts'
import type { SheetProps } from './sheet-props.ts'
import { ChoiceField, DayField } from '../../../act/fields.tsx'
import { TransactionSheet } from './transaction-sheet.tsx'
import { actWords } from './words.ts'

/** Another payment plan, priced anew, from the first billing period that is not charged yet. */
export function PlanSheet({ policy, onClose }: SheetProps) {
  const words = useWords(actWords)
  const textOf = useText()
  const { day } = useMoments()
  const { data: form } = useFormOf(policy)
  const others = (form?.subscription_plans ?? []).filter(
    ({ id }) => id !== policy.subscription_plan_id,
  )
  const [planId, setPlanId] = useState('')
  const [from, setFrom] = useState(useToday(policy))
  const chosen = others.find(({ id }) => id === planId) ?? others[0]
  const name = chosen === undefined ? '' : textOf(chosen.names, chosen.name)
  return (
    <TransactionSheet
      title={words.changePlan}
      policy={policy}
      id="endorsePolicy"
      verb={() => words.planVerb}
      isReady={chosen !== undefined && from !== ''}
      mine={[`${words.plan}: ${name}`, `${words.from} ${day(from)}`]}
      prepare={async () => {
        const { token } = await client.call('createQuote', {
          body: {
            policy_id: policy.id,
            effective_date: from,
            subscription_plan_id: chosen?.id ?? '',
            data: {},
          },
        })
        return { endorsement: { quote_token: token } }
      }}
      requestOf={({ endorsement }, { params, headers, previewToken }) => ({
        params,
        headers,
        body: { ...endorsement, preview_token: previewToken },
      })}
      onClose={onClose}
    >
      <ChoiceField
        label={words.plan}
        value={chosen?.id ?? ''}
        onChange={setPlanId}
        choices={others.map((one) => ({ value: one.id, label: textOf(one.names, one.name) }))}
      />
      <DayField label={words.from} value={from} onChange={setFrom} />
    </TransactionSheet>
  )
}
