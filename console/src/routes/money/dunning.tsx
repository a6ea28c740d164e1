import type { RowOf } from '@bindery/sdk'
import type { Tone } from '../../frame/states.tsx'
import { choicesOf } from '../../list/column.ts'
import { useColumnKinds } from '../../list/column-kinds.tsx'
import { List } from '../../list/list.tsx'
import { type ListPlace, listPage } from '../../list/list-page.tsx'
import { useWords } from '../../words/language.ts'
import { LapsePeek } from './lapse-peek.tsx'
import { lapseWords } from './lapse-words.ts'
import { personOf } from './person-of.ts'
import { moneyTitles } from './titles.ts'
import { moneyWords } from './words.ts'

type DunningCase = RowOf<'searchDunning'>

const tones: Readonly<Record<DunningCase['state'], Tone>> = {
  open: 'attention',
  cured: 'settled',
  lapsed: 'failed',
  ended: 'quiet',
}

export function DunningList(place: ListPlace) {
  const words = useWords(moneyWords)
  const lapse = useWords(lapseWords)
  const { text, day, money, state, id, names } = useColumnKinds<DunningCase>()
  const isInDoubt = place.fixed?.['lapse_unproven'] === 'true'
  return (
    <List
      {...place}
      call="searchDunning"
      keyOf={(one) => one.id}
      {...(isInDoubt
        ? {
            peek: (one: DunningCase) => ({
              title: lapse.title(one.policy_number ?? ''),
              content: <LapsePeek key={one.id} of={one} />,
            }),
          }
        : { pathOf: (one: DunningCase) => `/policies/${one.policy_id}` })}
      columns={[
        text('policy', words.policy, (one) => one.policy_number),
        text('customer', words.customer, personOf, { grows: true }),
        day('since', words.overdueSince, (one) => one.overdue_since),
        state('state', words.state, (one) => one.state, words.dunningStates, tones),
        text('step', words.step, (one) => words.dunningSteps[one.step], {
          width: 160,
        }),
        money('overdue', words.overdue, (one) => one.overdue),
        {
          ...text('reminders', words.reminders, (one) => String(one.reminders)),
          isNumber: true,
        },
        day('grace', words.grace, (one) => one.grace_until),
        text('waitsFor', words.waitsFor, (one) =>
          one.state === 'open' && one.waits_for !== null ? words.noticeProofs[one.waits_for] : null,
        ),
        text('product', words.product, (one) => names.product(one.product_id)),
        id('id', words.id, (one) => one.id),
      ]}
      filters={[
        { name: 'state', title: words.state, choices: choicesOf(words.dunningStates) },
        { name: 'step', title: words.step, choices: choicesOf(words.dunningSteps) },
        {
          name: 'lapse_unproven',
          title: words.lapses,
          choices: [{ value: 'true', title: words.lapsesInDoubt }],
          isExtra: true,
        },
        { name: 'product_id', title: words.product, choices: names.products },
        { name: 'from', title: words.from, isDay: true, isExtra: true },
        { name: 'to', title: words.to, isDay: true, isExtra: true },
      ]}
      empty={
        isInDoubt
          ? { title: lapse.none, hint: lapse.noneHint }
          : { title: words.noDunning, hint: words.noDunningHint }
      }
    />
  )
}

export const page = listPage(moneyTitles, 'dunning', DunningList)
