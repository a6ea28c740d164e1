import type { RowOf } from '@bindery/sdk'
import type { Tone } from '../../frame/states.tsx'
import { choicesOf } from '../../list/column.ts'
import { useColumnKinds } from '../../list/column-kinds.tsx'
import { List } from '../../list/list.tsx'
import { type ListPlace, listPage } from '../../list/list-page.tsx'
import { useWords } from '../../words/language.ts'
import { plainName } from '../policy/use-form.ts'
import { ReconciliationPeek } from './reconciliation-peek.tsx'
import { reconciliationWords } from './reconciliation-words.ts'
import { ReconciledAccounts } from './reconciled-accounts.tsx'
import { moneyTitles } from './titles.ts'

type Item = RowOf<'searchReconciliation'>

const tones: Readonly<Record<Item['state'], Tone>> = {
  matched: 'settled',
  waiting: 'quiet',
  unmatched: 'attention',
  accepted: 'quiet',
}

/** Money at payment providers beside what is known of it here. */
export function ReconciliationList(place: ListPlace) {
  const words = useWords(reconciliationWords)
  const { text, moment, money, state, id } = useColumnKinds<Item>()
  const problems: Readonly<Record<string, string>> = words.problems
  return (
    <List
      {...place}
      call="searchReconciliation"
      keyOf={(item) => item.id}
      head={place.fixed === undefined && <ReconciledAccounts />}
      peek={(item) => ({
        title: words.kinds[item.kind],
        content: <ReconciliationPeek key={item.id} item={item} />,
      })}
      columns={[
        moment('happened', words.happened, (item) => item.happened_at),
        text('kind', words.kind, (item) => words.kinds[item.kind], { width: 150 }),
        state('state', words.state, (item) => item.state, words.states, tones, { width: 100 }),
        text(
          'problem',
          words.problem,
          ({ problem }) => (problem === null ? null : (problems[problem] ?? problem)),
          { grows: true, width: 140 },
        ),
        money('there', words.there, (item) => item.amount),
        money('here', words.here, (item) => item.own_amount),
        money('difference', words.difference, (item) => item.difference),
        money('fee', words.fee, (item) => item.fee, { isExtra: true, width: 150 }),
        text('provider', words.provider, (item) => plainName(item.provider), { width: 100 }),
        text('reference', words.reference, (item) => item.reference, {
          isExtra: true,
          width: 200,
        }),
        id('payment', words.payment, (item) => item.payment_id),
        id('id', words.id, (item) => item.id),
      ]}
      filters={[
        { name: 'state', title: words.state, choices: choicesOf(words.states) },
        { name: 'problem', title: words.problem, choices: choicesOf(words.problems) },
        { name: 'from', title: words.from, isDay: true },
        { name: 'to', title: words.to, isDay: true },
      ]}
      empty={{ title: words.none, hint: words.noneHint }}
    />
  )
}

export const page = listPage(moneyTitles, 'reconciliation', ReconciliationList)
