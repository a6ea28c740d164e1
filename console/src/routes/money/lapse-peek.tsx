import type { RowOf } from '@bindery/sdk'
import { Button, TextInput } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useAct } from '../../api/use-call.ts'
import { CallsAsCode } from '../../frame/calls-as-code.tsx'
import { CopyId } from '../../frame/copy-id.tsx'
import { Failed } from '../../frame/states.tsx'
import { showToast } from '../../frame/toasts.tsx'
import { Facts } from '../../list/peek.tsx'
import { useMay } from '../../session/me.ts'
import { useMoments, useMoney } from '../../words/formats.ts'
import { useWords } from '../../words/language.ts'
import { lapseWords } from './lapse-words.ts'
import { personOf } from './person-of.ts'

type DunningCase = RowOf<'searchDunning'>

/** A lapse whose notice is not proven any more: why, and what a person decides about it. */
export function LapsePeek({ of }: { readonly of: DunningCase }) {
  const words = useWords(lapseWords)
  const { day, time } = useMoments()
  const money = useMoney()
  const may = useMay('policies.reinstate')
  return (
    <>
      <Facts
        of={[
          [words.customer, personOf(of)],
          [words.overdue, money(of.overdue, of.currency)],
          [words.since, day(of.overdue_since)],
          [words.grace, of.grace_until && day(of.grace_until)],
          [words.lapsed, of.closed_at && time(of.closed_at)],
          [words.unproven, of.unproven_since && day(of.unproven_since)],
          [words.id, <CopyId key="id" id={of.id} />],
        ]}
      />
      <h3>{words.why}</h3>
      <p>{words.whyText}</p>
      <p>
        <Link to={`/policies/${of.policy_id}`}>{words.toPolicy}</Link>
      </p>
      <h3>{words.decide}</h3>
      {may ? <Decide caseId={of.id} /> : <p className="quiet">{words.lacks}</p>}
    </>
  )
}

function Decide({ caseId }: { readonly caseId: string }) {
  const words = useWords(lapseWords)
  const [reason, setReason] = useState('')
  const voided = useAct('decideLapse', () => showToast(words.voided))
  const upheld = useAct('decideLapse', () => showToast(words.upheld))
  const isDone = voided.isSuccess || upheld.isSuccess
  const isReady = reason.trim() !== '' && !isDone
  const deciding = (decision: 'void' | 'uphold') => ({
    params: { caseId },
    body: { decision, reason: reason.trim() },
  })
  const error = voided.error ?? upheld.error
  return (
    <>
      <TextInput
        label={words.reason}
        description={words.reasonHint}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      <div className="review">
        <p className="quiet">{words.voidHint}</p>
        <Button
          disabled={!isReady}
          loading={voided.isPending}
          onClick={() => voided.mutate(deciding('void'))}
        >
          {words.void}
        </Button>
      </div>
      <div className="review">
        <p className="quiet">{words.upholdHint}</p>
        <Button
          variant="default"
          disabled={!isReady}
          loading={upheld.isPending}
          onClick={() => upheld.mutate(deciding('uphold'))}
        >
          {words.uphold}
        </Button>
        {error !== null && <Failed error={error} />}
      </div>
      <CallsAsCode calls={[{ id: 'decideLapse', request: deciding('void') }]} />
    </>
  )
}
