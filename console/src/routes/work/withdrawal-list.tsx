import type { RowOf } from '@bindery/sdk'
import type { Tone } from '../../frame/states.tsx'
import { choicesOf } from '../../list/column.ts'
import { useColumnKinds } from '../../list/column-kinds.tsx'
import { List } from '../../list/list.tsx'
import type { ListPlace } from '../../list/list-page.tsx'
import { useWords } from '../../words/language.ts'
import { WithdrawalPeek, whyItWaits } from './withdrawal-peek.tsx'
import { withdrawalWords } from './withdrawal-words.ts'

type Withdrawal = RowOf<'searchWithdrawals'>

const tones: Readonly<Record<Withdrawal['state'], Tone>> = {
  open: 'attention',
  settled: 'settled',
  refused: 'quiet',
}

/** Withdrawals that customers have declared. */
export function WithdrawalList(place: ListPlace) {
  const words = useWords(withdrawalWords)
  const { text, moment, state, id } = useColumnKinds<Withdrawal>()
  return (
    <List
      {...place}
      call="searchWithdrawals"
      keyOf={(one) => one.id}
      peek={(one) => ({
        title: one.policy_number,
        content: <WithdrawalPeek key={one.id} withdrawal={one} />,
      })}
      columns={[
        text('number', words.number, (one) => one.policy_number, { width: 160 }),
        text('name', words.name, (one) => one.name, { width: 180 }),
        text('email', words.email, (one) => one.email, { width: 200 }),
        state('state', words.state, (one) => one.state, words.states, tones),
        text('problem', words.problem, (one) => whyItWaits(words, one), {
          grows: true,
          width: 200,
        }),
        moment('received', words.received, (one) => one.received_at),
        id('id', words.id, (one) => one.id),
      ]}
      filters={[{ name: 'state', title: words.state, choices: choicesOf(words.states) }]}
      empty={{ title: words.none, hint: words.noneHint }}
    />
  )
}
