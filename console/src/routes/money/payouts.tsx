import type { RowOf } from '@bindery/sdk'
import { Page } from '../../frame/page.tsx'
import type { Tone } from '../../frame/states.tsx'
import { choicesOf } from '../../list/column.ts'
import { useColumnKinds } from '../../list/column-kinds.tsx'
import { List } from '../../list/list.tsx'
import type { ListPlace } from '../../list/list-page.tsx'
import { useMoney } from '../../words/formats.ts'
import { useWords } from '../../words/language.ts'
import { personOf } from './person-of.ts'
import { PayoutBatch } from './payout-batch.tsx'
import { PayoutPeek } from './payout-peek.tsx'
import { moneyTitles } from './titles.ts'
import { moneyWords } from './words.ts'

type Payout = RowOf<'searchPayouts'>

const tones: Readonly<Record<Payout['state'], Tone>> = {
  needs_account: 'attention',
  pending: 'attention',
  exported: 'quiet',
  done: 'settled',
  cancelled: 'quiet',
}

export function PayoutList(place: ListPlace) {
  const words = useWords(moneyWords)
  const amount = useMoney()
  const { text, day, moment, money, state, id } = useColumnKinds<Payout>()
  return (
    <List
      {...place}
      call="searchPayouts"
      keyOf={(payout) => payout.id}
      peek={(payout) => ({
        title: amount(payout.amount, payout.currency),
        content: <PayoutPeek key={payout.id} id={payout.id} />,
      })}
      columns={[
        moment('created', words.created, (payout) => payout.created_at),
        state('state', words.state, (payout) => payout.state, words.payoutStates, tones, {
          width: 150,
        }),
        text('policy', words.policy, (payout) => payout.policy_number),
        text('customer', words.customer, personOf, { grows: true }),
        money('amount', words.amount, (payout) => payout.amount),
        text('problem', words.problem, ({ problem }) =>
          problem === null ? null : words.payoutProblems[problem],
        ),
        text('account', words.whereTo, ({ account }) =>
          account === null ? null : `${account.country} … ${account.last4}`,
        ),
        day('due', words.due, (payout) => payout.due_date),
        day('paid', words.paidOn, (payout) => payout.paid_on),
        text('note', words.note, (payout) => payout.note, { grows: true }),
        id('id', words.id, (payout) => payout.id),
      ]}
      filters={[
        { name: 'state', title: words.state, choices: choicesOf(words.payoutStates) },
        { name: 'problem', title: words.problem, choices: choicesOf(words.payoutProblems) },
      ]}
      empty={{ title: words.noPayouts, hint: words.noPayoutsHint }}
    />
  )
}

function Payouts() {
  const { payouts: title } = useWords(moneyTitles)
  return (
    <Page title={title} isWide acts={<PayoutBatch />}>
      <PayoutList title={title} />
    </Page>
  )
}

export { Payouts as page }
