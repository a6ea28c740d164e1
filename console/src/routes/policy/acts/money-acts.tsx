import type { Policy } from '@bindery/sdk'
import { useState } from 'react'
import { useCall } from '../../../api/use-call.ts'
import { useWords } from '../../../words/language.ts'
import { ActButton } from './act-button.tsx'
import { EnterSheet } from './enter-money.tsx'
import { HoldSheet } from './hold.tsx'
import { PayOutSheet } from './pay-out.tsx'
import { actWords } from './words.ts'

/** What can be done with the account as a whole. */
export function MoneyActs({ policy }: { readonly policy: Policy }) {
  const words = useWords(actWords)
  const [opened, setOpened] = useState<'enter' | 'payOut' | 'hold' | null>(null)
  const { data } = useCall('showManualEntries', { params: { policyId: policy.id } })
  const close = () => setOpened(null)
  return (
    <div className="act-row">
      <ActButton
        label={words.enter}
        allowed={data?.allowed.enter}
        onClick={() => setOpened('enter')}
      />
      <ActButton
        label={words.payOut}
        allowed={data?.allowed.pay_out}
        onClick={() => setOpened('payOut')}
      />
      <ActButton
        label={words.hold}
        allowed={policy.allowed?.hold_dunning}
        onClick={() => setOpened('hold')}
      />
      {opened === 'enter' && <EnterSheet policy={policy} onClose={close} />}
      {opened === 'payOut' && <PayOutSheet policy={policy} onClose={close} />}
      {opened === 'hold' && <HoldSheet policy={policy} onClose={close} />}
    </div>
  )
}
