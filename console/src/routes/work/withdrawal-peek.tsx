import type { RowOf } from '@bindery/sdk'
import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useAct } from '../../api/use-call.ts'
import { CopyId } from '../../frame/copy-id.tsx'
import { Failed } from '../../frame/states.tsx'
import { showToast } from '../../frame/toasts.tsx'
import { Facts } from '../../list/peek.tsx'
import { useMoments } from '../../words/formats.ts'
import { useWords } from '../../words/language.ts'
import { withdrawalWords } from './withdrawal-words.ts'

type Withdrawal = RowOf<'searchWithdrawals'>
type Words = ReturnType<typeof useWords<(typeof withdrawalWords)['en']>>

/** In words where there are some, else by its code. */
export function whyItWaits(words: Words, { state, problem }: Withdrawal): string | null {
  if (problem === null) return state === 'open' ? words.running : null
  return Object.entries(words.problems).find(([code]) => code === problem)?.[1] ?? problem
}

/** What was declared, and what a person decides about it. */
export function WithdrawalPeek({ withdrawal }: { readonly withdrawal: Withdrawal }) {
  const words = useWords(withdrawalWords)
  const { time } = useMoments()
  const { settle } = withdrawal.allowed
  return (
    <>
      <Facts
        of={[
          [words.state, words.states[withdrawal.state]],
          [words.problem, whyItWaits(words, withdrawal)],
          [words.number, withdrawal.policy_number],
          [words.name, withdrawal.name],
          [words.email, withdrawal.email],
          [words.received, time(withdrawal.received_at)],
          [words.policy, withdrawal.policy_id && <CopyId id={withdrawal.policy_id} />],
          [words.reason, withdrawal.reason],
          [words.id, <CopyId key="id" id={withdrawal.id} />],
        ]}
      />
      {settle.allowed ? (
        <Settle withdrawal={withdrawal} />
      ) : (
        <p className="quiet">{settle.reason}</p>
      )}
    </>
  )
}

function Settle({ withdrawal }: { readonly withdrawal: Withdrawal }) {
  const words = useWords(withdrawalWords)
  const [policyId, setPolicyId] = useState(withdrawal.policy_id ?? '')
  const [reason, setReason] = useState('')
  const settle = useAct('settleWithdrawal', () => showToast(words.settled))
  const refuse = useAct('settleWithdrawal', () => showToast(words.refused))
  const params = { declarationId: withdrawal.id }
  return (
    <>
      <h3>{words.settleTitle}</h3>
      <p className="quiet">{words.settleHint}</p>
      <TextInput
        label={words.policyId}
        value={policyId}
        onChange={(event) => setPolicyId(event.currentTarget.value)}
      />
      <div className="review">
        <Button
          loading={settle.isPending}
          disabled={policyId.trim() === ''}
          onClick={() =>
            settle.mutate({ params, body: { outcome: 'settled', policy_id: policyId.trim() } })
          }
        >
          {words.settle}
        </Button>
        {settle.error !== null && <Failed error={settle.error} />}
      </div>
      <h3>{words.refuseTitle}</h3>
      <TextInput
        label={words.reason}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      <div className="review">
        <Button
          variant="default"
          loading={refuse.isPending}
          disabled={reason.trim() === ''}
          onClick={() => refuse.mutate({ params, body: { outcome: 'refused', reason } })}
        >
          {words.refuse}
        </Button>
        {refuse.error !== null && <Failed error={refuse.error} />}
      </div>
    </>
  )
}
