import type { Policy, Renewal } from '@bindery/sdk'
import { useState } from 'react'
import { useMoney, useMoments } from '../../../words/formats.ts'
import { useWords } from '../../../words/language.ts'
import { policyWords } from '../words.ts'
import { ActButton } from './act-button.tsx'
import { ActSheet } from '../../../act/act-sheet.tsx'
import { actWords } from './words.ts'

type Decision = 'accept' | 'decline' | 'retry'

const calls = { accept: 'acceptRenewal', decline: 'declineRenewal', retry: 'retryRenewal' } as const

/** The next term: accepted, declined, or priced again. */
export function RenewalActs({
  policy,
  renewal,
}: {
  readonly policy: Policy
  readonly renewal: Renewal
}) {
  const words = useWords(actWords)
  const ofPolicy = useWords(policyWords)
  const money = useMoney()
  const { day } = useMoments()
  const [opened, setOpened] = useState<Decision | null>(null)
  const titles = {
    accept: words.acceptRenewal,
    decline: words.declineRenewal,
    retry: words.retryRenewal,
  }
  const params = { policyId: policy.id }
  const amount = (cents: number | null) => (cents === null ? '' : money(cents, renewal.currency))
  return (
    <div className="act-row">
      {(['accept', 'decline', 'retry'] as const).map((one) => (
        <ActButton
          key={one}
          label={titles[one]}
          policy={policy}
          allowed={renewal.allowed?.[one]}
          onClick={() => setOpened(one)}
        />
      ))}
      {opened !== null && (
        <ActSheet
          title={titles[opened]}
          id={calls[opened]}
          verb={titles[opened]}
          effect={words.effects[opened]}
          request={opened === 'decline' ? { params } : { params, body: {} }}
          facts={[
            [words.from, day(renewal.first_day)],
            [ofPolicy.before, amount(renewal.gross_payment_amount_before)],
            [ofPolicy.after, amount(renewal.gross_payment_amount)],
          ]}
          onClose={() => setOpened(null)}
        >
          <p>{words.effects[opened]}</p>
        </ActSheet>
      )}
    </div>
  )
}
