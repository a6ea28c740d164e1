import type { RowOf } from '@bindery/sdk'
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { filled } from '../../act/filled.ts'
import { LongField } from '../../act/fields.tsx'
import { useAct } from '../../api/use-call.ts'
import { Failed } from '../../frame/states.tsx'
import { showToast } from '../../frame/toasts.tsx'
import { Facts } from '../../list/peek.tsx'
import { useMay, useMe } from '../../session/me.ts'
import { useMoments, useMoney } from '../../words/formats.ts'
import { useWords } from '../../words/language.ts'
import { workWords } from './words.ts'

type Approval = RowOf<'searchApprovals'>

/** What is requested, and the decision of a second person. */
export function ApprovalPeek({ approval }: { readonly approval: Approval }) {
  const words = useWords(workWords)
  const money = useMoney()
  const { time } = useMoments()
  const { person } = useMe()
  const mayDecide = useMay('approvals.decide')
  const isMine = approval.requested_by?.user_id === person.id
  const { amount, currency, subject_id: subject } = approval
  const body = Object.entries(approval.body ?? {}).filter(
    ([name, value]) => name !== 'reason' && typeof value !== 'object',
  )
  return (
    <>
      <Facts
        of={[
          [words.status, words.approvalStates[approval.status]],
          [words.amount, amount !== null && currency !== null && money(amount, currency)],
          [words.reason, approval.reason],
          [words.requestedBy, approval.requested_by?.name ?? words.someone],
          [words.created, time(approval.created_at)],
          [words.expires, approval.status === 'pending' && time(approval.expires_at)],
          [words.decidedBy, approval.decided_by?.name],
          [words.comment, approval.comment],
          [
            words.about,
            subject?.startsWith('pol_') && (
              <Link to="/policies/$policyId" params={{ policyId: subject }}>
                {words.aboutPolicy}
              </Link>
            ),
          ],
        ]}
      />
      {body.length > 0 && (
        <>
          <h3>{words.whatIsAsked}</h3>
          <Facts of={body.map(([name, value]) => [name, String(value)] as const)} />
        </>
      )}
      {approval.status === 'pending' && mayDecide && !isMine && <Decide id={approval.id} />}
      {approval.status === 'pending' && isMine && <Withdraw id={approval.id} />}
    </>
  )
}

function Decide({ id }: { readonly id: string }) {
  const words = useWords(workWords)
  const [comment, setComment] = useState('')
  const approve = useAct('approveRequest', () => showToast(words.approved))
  const decline = useAct('declineRequest', () => showToast(words.declined))
  const error = approve.error ?? decline.error
  const params = { approvalId: id }
  const written = comment.trim()
  return (
    <div className="review review-form">
      <LongField label={words.comment} value={comment} onChange={setComment} isOptional />
      <div className="act-row">
        <Button
          size="xs"
          loading={approve.isPending}
          onClick={() => approve.mutate({ params, body: filled({ comment }) })}
        >
          {words.approve}
        </Button>
        <Button
          size="xs"
          variant="default"
          loading={decline.isPending}
          disabled={written === ''}
          title={written === '' ? words.declineNeedsComment : undefined}
          onClick={() => decline.mutate({ params, body: { comment: written } })}
        >
          {words.decline}
        </Button>
      </div>
      {error !== null && <Failed error={error} />}
    </div>
  )
}

function Withdraw({ id }: { readonly id: string }) {
  const words = useWords(workWords)
  const withdraw = useAct('withdrawRequest', () => showToast(words.withdrawn))
  return (
    <div className="review">
      <Button
        size="xs"
        variant="default"
        loading={withdraw.isPending}
        onClick={() => withdraw.mutate({ params: { approvalId: id } })}
      >
        {words.withdraw}
      </Button>
      {withdraw.error !== null && <Failed error={withdraw.error} />}
    </div>
  )
}
