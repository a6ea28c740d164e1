import type { RowOf } from '@bindery/sdk'
import { Page } from '../../frame/page.tsx'
import type { Tone } from '../../frame/states.tsx'
import { choicesOf } from '../../list/column.ts'
import { useColumnKinds } from '../../list/column-kinds.tsx'
import { List } from '../../list/list.tsx'
import { useWords } from '../../words/language.ts'
import { moneyTitles, moneyWords } from './words.ts'

type Payout = RowOf<'searchPayouts'>

const tones: Readonly<Record<Payout['state'], Tone>> = {
  needs_account: 'attention',
  pending: 'attention',
  exported: 'quiet',
  done: 'settled',
  cancelled: 'quiet',
}

function Payouts() {
  const words = useWords(moneyWords)
  const { payouts: title } = useWords(moneyTitles)
  const { text, day, moment, money, state, id } = useColumnKinds()
  return (
    <Page title={title} isWide>
      <List
        title={title}
        call="searchPayouts"
        keyOf={(payout) => payout.id}
        pathOf={(payout) => `/policies/${payout.policy_id}`}
        columns={[
          moment<Payout>('created', words.created, (payout) => payout.created_at),
          state<Payout, Payout['state']>(
            'state',
            words.state,
            (payout) => payout.state,
            words.payoutStates,
            tones,
            { width: 150 },
          ),
          money<Payout>('amount', words.amount, (payout) => payout.amount),
          text<Payout>('problem', words.problem, ({ problem }) =>
            problem === null ? null : words.payoutProblems[problem],
          ),
          text<Payout>('account', words.whereTo, ({ account }) =>
            account === null ? null : `${account.country} … ${account.last4}`,
          ),
          day<Payout>('due', words.due, (payout) => payout.due_date),
          day<Payout>('paid', words.paidOn, (payout) => payout.paid_on),
          text<Payout>('note', words.note, (payout) => payout.note, { grows: true }),
          id<Payout>('id', words.id, (payout) => payout.id),
        ]}
        filters={[
          { name: 'state', title: words.state, choices: choicesOf(words.payoutStates) },
          { name: 'problem', title: words.problem, choices: choicesOf(words.payoutProblems) },
        ]}
        empty={{ title: words.noPayouts, hint: words.noPayoutsHint }}
      />
    </Page>
  )
}

export { Payouts as page }
