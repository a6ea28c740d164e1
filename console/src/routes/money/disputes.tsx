import type { RowOf } from '@bindery/sdk'
import type { Tone } from '../../frame/states.tsx'
import { choicesOf } from '../../list/column.ts'
import { useColumnKinds } from '../../list/column-kinds.tsx'
import { List } from '../../list/list.tsx'
import { type ListPlace, listPage } from '../../list/list-page.tsx'
import { useMoney } from '../../words/formats.ts'
import { useWords } from '../../words/language.ts'
import { plainName } from '../policy/use-form.ts'
import { DisputePeek } from './dispute-peek.tsx'
import { disputeWords } from './dispute-words.ts'
import { personOf } from './person-of.ts'
import { moneyTitles } from './titles.ts'

type Dispute = RowOf<'searchDisputes'>

const tones: Readonly<Record<Dispute['state'], Tone>> = {
  needs_response: 'attention',
  under_review: 'quiet',
  won: 'settled',
  lost: 'failed',
  warning_needs_response: 'attention',
  warning_under_review: 'quiet',
  warning_closed: 'settled',
  prevented: 'settled',
  unclear: 'attention',
}

/** Payments that customers dispute at their bank. */
export function DisputeList(place: ListPlace) {
  const words = useWords(disputeWords)
  const inMoney = useMoney()
  const { text, moment, money, state, id } = useColumnKinds<Dispute>()
  return (
    <List
      {...place}
      call="searchDisputes"
      keyOf={(dispute) => dispute.id}
      peek={(dispute) => ({
        title: words.title(inMoney(dispute.amount, dispute.currency)),
        content: <DisputePeek dispute={dispute} />,
      })}
      columns={[
        moment('due', words.due, (dispute) => dispute.evidence_due_at),
        money('amount', words.amount, (dispute) => dispute.amount),
        text('policy', words.policy, (dispute) => dispute.policy_number),
        text('customer', words.customer, personOf, { width: 150 }),
        state('state', words.state, (dispute) => dispute.state, words.states, tones, {
          width: 200,
        }),
        text('reason', words.reason, (dispute) => plainName(dispute.reason), {
          grows: true,
          width: 150,
        }),
        text('provider', words.provider, (dispute) => plainName(dispute.provider), {
          isExtra: true,
          width: 100,
        }),
        moment('opened', words.opened, (dispute) => dispute.opened_at),
        money('fee', words.fee, (dispute) => dispute.fee, { isExtra: true, width: 150 }),
        text('reference', words.reference, (dispute) => dispute.reference, {
          isExtra: true,
          width: 200,
        }),
        id('payment', words.payment, (dispute) => dispute.payment_id),
        id('id', words.id, (dispute) => dispute.id),
      ]}
      filters={[{ name: 'state', title: words.state, choices: choicesOf(words.states) }]}
      empty={{ title: words.none, hint: words.noneHint }}
    />
  )
}

export const page = listPage(moneyTitles, 'disputes', DisputeList)
