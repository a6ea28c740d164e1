import type { RowOf } from '@bindery/sdk'
import type { Tone } from '../../frame/states.tsx'
import { choicesOf } from '../../list/column.ts'
import { useColumnKinds } from '../../list/column-kinds.tsx'
import { List } from '../../list/list.tsx'
import type { ListPlace } from '../../list/list-page.tsx'
import { useWords } from '../../words/language.ts'
import { ApprovalPeek } from './approval-peek.tsx'
import { workWords } from './words.ts'

type Approval = RowOf<'searchApprovals'>

const tones: Readonly<Record<Approval['status'], Tone>> = {
  pending: 'attention',
  approved: 'settled',
  declined: 'failed',
  withdrawn: 'quiet',
  expired: 'quiet',
}

/** Acts that wait for a second person, and those that were decided. */
export function ApprovalList(place: ListPlace) {
  const words = useWords(workWords)
  const { text, moment, money, state, id } = useColumnKinds<Approval>()
  return (
    <List
      {...place}
      call="searchApprovals"
      keyOf={(approval) => approval.id}
      peek={(approval) => ({
        title: words.acts[approval.act],
        content: <ApprovalPeek key={approval.id} approval={approval} />,
      })}
      columns={[
        text('act', words.act, (approval) => words.acts[approval.act], { width: 200 }),
        state('status', words.status, (one) => one.status, words.approvalStates, tones),
        money('amount', words.amount, ({ amount, currency }) =>
          currency === null ? null : amount,
        ),
        text('by', words.requestedBy, (one) => one.requested_by?.name ?? words.someone),
        text('reason', words.reason, (one) => one.reason, { grows: true, width: 200 }),
        moment('created', words.created, (one) => one.created_at),
        moment('expires', words.expires, (one) => one.expires_at, { isExtra: true }),
        id('id', 'Id', (one) => one.id),
      ]}
      filters={[{ name: 'status', title: words.status, choices: choicesOf(words.approvalStates) }]}
      empty={{ title: words.noApprovals, hint: words.noApprovalsHint }}
    />
  )
}
