import type { RowOf } from '@bindery/sdk'
import { Status, type Tone } from '../../frame/states.tsx'
import { choicesOf } from '../../list/column.ts'
import { useColumnKinds } from '../../list/column-kinds.tsx'
import { List } from '../../list/list.tsx'
import { type ListPlace, listPage } from '../../list/list-page.tsx'
import { useWords } from '../../words/language.ts'
import { plainName } from '../policy/use-form.ts'
import { moneyTitles } from './titles.ts'
import { moneyWords } from './words.ts'

type Payment = RowOf<'searchPayments'>

const tones: Readonly<Record<Payment['status'], Tone>> = {
  pending: 'quiet',
  ok: 'settled',
  failed: 'failed',
}

export function PaymentList(place: ListPlace) {
  const words = useWords(moneyWords)
  const { text, moment, money, id, names } = useColumnKinds<Payment>()
  const methods: Readonly<Record<string, string>> = words.methods
  const stateOf = ({ status, doubts }: Payment) =>
    doubts.length > 0 ? words.inDoubt : words.paymentStates[status]
  return (
    <List
      {...place}
      call="searchPayments"
      keyOf={(payment) => payment.id}
      pathOf={(payment) => `/policies/${payment.policy_id}`}
      columns={[
        moment('begun', words.begun, (payment) => payment.created_at),
        text('customer', words.customer, nameOf, { grows: true, width: 160 }),
        {
          id: 'state',
          title: words.state,
          width: 120,
          text: stateOf,
          cell: (payment) => (
            <Status tone={payment.doubts.length > 0 ? 'attention' : tones[payment.status]}>
              {stateOf(payment)}
            </Status>
          ),
        },
        money('amount', words.amount, (payment) => payment.amount),
        text('method', words.method, ({ method }) => methods[method] ?? method),
        text('provider', words.provider, (payment) => plainName(payment.provider), {
          isExtra: true,
        }),
        text('product', words.product, (one) => names.product(one.product_id)),
        id('invoice', words.invoice, (payment) => payment.invoice_id),
        id('id', words.id, (payment) => payment.id),
      ]}
      filters={[
        { name: 'number', title: words.policy },
        { name: 'name', title: words.customer },
        { name: 'status', title: words.state, choices: choicesOf(words.paymentStates) },
        {
          name: 'in_doubt',
          title: words.inDoubt,
          choices: [{ value: 'true', title: words.onlyDoubt }],
        },
        { name: 'product_id', title: words.product, choices: names.products, isExtra: true },
        { name: 'created_from', title: words.from, isDay: true, isExtra: true },
        { name: 'created_until', title: words.to, isDay: true, isExtra: true },
      ]}
      empty={{ title: words.noPayments, hint: words.noPaymentsHint }}
    />
  )
}

function nameOf({ first_name, last_name }: Payment): string {
  return `${first_name} ${last_name}`.trim()
}

export const page = listPage(moneyTitles, 'payments', PaymentList)
