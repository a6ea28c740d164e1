import type { RowOf } from '@bindery/sdk'
import type { Tone } from '../../frame/states.tsx'
import { choicesOf } from '../../list/column.ts'
import { useColumnKinds } from '../../list/column-kinds.tsx'
import { List } from '../../list/list.tsx'
import { type ListPlace, listPage } from '../../list/list-page.tsx'
import { useWords } from '../../words/language.ts'
import { salesTitles } from './titles.ts'
import { salesWords } from './words.ts'

type Renewal = RowOf<'searchRenewals'>

const tones: Readonly<Record<Renewal['state'], Tone>> = {
  scheduled: 'quiet',
  offered: 'quiet',
  accepted: 'settled',
  declined: 'quiet',
  blocked: 'attention',
  knocked_out: 'failed',
  voided: 'quiet',
  done: 'settled',
}

export function RenewalList(place: ListPlace) {
  const words = useWords(salesWords)
  const { text, day, moment, money, state, id } = useColumnKinds<Renewal>()
  return (
    <List
      {...place}
      call="searchRenewals"
      keyOf={(renewal) => `${renewal.policy_id} ${renewal.first_day}`}
      pathOf={(renewal) => `/policies/${renewal.policy_id}`}
      columns={[
        day('first_day', words.firstDay, (renewal) => renewal.first_day),
        state('state', words.status, (renewal) => renewal.state, words.renewalStates, tones),
        text('kind', words.kind, (renewal) => words.renewalKinds[renewal.kind]),
        money('before', words.before, (one) => one.gross_payment_amount_before),
        money('next', words.next, (one) => one.gross_payment_amount),
        text('why', words.why, (one) => one.problems.map(asText).join(', '), {
          grows: true,
        }),
        moment('offered', words.renewalStates.offered, (one) => one.offered_at, {
          isExtra: true,
        }),
        id('policy', words.policy, (one) => one.policy_id, { isExtra: false }),
      ]}
      filters={[
        { name: 'state', title: words.status, choices: choicesOf(words.renewalStates) },
        { name: 'from', title: words.from, isDay: true },
        { name: 'to', title: words.to, isDay: true },
      ]}
      empty={{ title: words.noRenewals, hint: words.noRenewalsHint }}
    />
  )
}

function asText(problem: Renewal['problems'][number]): string {
  return typeof problem === 'string' ? problem : problem.message
}

export const page = listPage(salesTitles, 'renewals', RenewalList)
