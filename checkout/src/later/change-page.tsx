import type { CreatePayment, Quote } from '@bindery/sdk/generated'
import { showDay } from '../form/dates.ts'
import { showMoney } from '../form/numbers.ts'
import type { Opened, Sale, State, Store } from '../sale/sale.ts'
import { openedOf } from '../sale/state.ts'
import { Brand, Contact, Footer } from '../views/brand.tsx'
import { Told } from '../views/checkout.tsx'
import { Ways } from '../views/payment.tsx'
import { periodOf } from '../views/price.tsx'
import { SectionView } from '../views/section.tsx'
import type { Field } from '../form/field.ts'
import { Heading } from '../views/heading.tsx'
import { DocumentList } from '../views/documents.tsx'
import { type Change, isOpen } from './change-sale.ts'
import type { laterWords } from './words.ts'

interface ChangeProps {
  readonly store: Store
  readonly sale: Sale
  readonly change: Change
  readonly words: ReturnType<typeof laterWords>
  readonly order: () => void
  readonly pay: (way: Pick<CreatePayment, 'provider' | 'method' | 'sandbox'>) => void
  readonly giveUp: () => void
}

/** The form of a change, with what it comes to beside it; then its payment, then that it is done. */
export function ChangePage(props: ChangeProps) {
  const { store, sale, change, words } = props
  const state = store.get()
  const opened = openedOf(store)
  const { policy } = change
  const day = showDay(policy.effective_date, opened.locale.tag)
  const title = change.done ? words.changeDone : words.changeTitle
  return (
    <>
      <header class="head" part="header">
        <Brand opened={opened} fileAt={sale.fileAt} />
      </header>
      <div class={`body${change.due === null && !change.done ? ' with-panel' : ''}`}>
        <form
          class="main"
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            props.order()
          }}
        >
          <Heading of="step">{title}</Heading>
          <p class="help">{words.changeOf(policy.insurer_policy_id, day)}</p>
          <Told state={state} words={opened.words} />
          {!policy.is_endorsable && !change.done && change.due === null && (
            <div class="card kind">
              <p>{words.changeNotNow}</p>
              <Contact opened={opened} />
            </div>
          )}
          {policy.is_endorsable && !change.done && change.due === null && <Fields {...props} />}
          {!change.done && change.due !== null && <Due {...props} due={change.due} />}
          {change.done && <DocumentList state={state} opened={opened} intro="" />}
        </form>
        {change.due === null && !change.done && (
          <Difference state={state} opened={opened} change={change} words={words} />
        )}
      </div>
      <Footer opened={opened} />
    </>
  )
}

function Fields({ store, sale, change, words }: ChangeProps) {
  const state = store.get()
  const opened = openedOf(store)
  const sections = opened.quoteSections.map((section) => ({
    ...section,
    fields: section.fields.flatMap((field) => openPart(field, change)),
  }))
  const isReady = state.pricing === 'told' && change.quote !== null
  return (
    <>
      {sections.map((section) => (
        <SectionView
          key={section.title}
          sale={sale}
          state={state}
          opened={opened}
          section={section}
        />
      ))}
      <div class="actions">
        <button
          type="submit"
          class="primary"
          part="button primary"
          aria-disabled={state.isBusy || !isReady}
        >
          {state.isBusy ? opened.words.loading : words.changeNow}
        </button>
      </div>
    </>
  )
}

/** What of a field may change: of some lists only what stands in their rows. */
function openPart(field: Field, change: Change): Field[] {
  const isFree = isOpen(change.policy, field.question.name)
  if (isFree || field.list === undefined) return isFree ? [field] : []
  const fields = field.list.fields.flatMap((one) => openPart(one, change))
  return fields.length === 0 ? [] : [{ ...field, list: { ...field.list, fields, isFixed: true } }]
}

function Difference({
  state,
  opened,
  change,
  words,
}: Pick<ChangeProps, 'change' | 'words'> & {
  readonly state: State
  readonly opened: Opened
}) {
  const { locale, form } = opened
  const money = (amount: number) => showMoney(amount, locale.tag, form.currency)
  const quote = state.pricing === 'open' ? null : (change.quote?.quote ?? null)
  return (
    <aside class="price-panel" part="price" aria-label={opened.words.yourPrice}>
      <div class={`amount ${state.pricing}`} role="status" aria-busy={state.pricing === 'asking'}>
        {state.pricing === 'knockout' && <p>{opened.words.knockoutTitle}</p>}
        {quote === null ? (
          <p>{words.changeNothing(money(change.policy.gross_payment_amount))}</p>
        ) : (
          <>
            <s class="before">{money(change.policy.gross_payment_amount)}</s>{' '}
            <span class="sum" part="sum">
              {money(quote.gross_payment_amount)}
            </span>{' '}
            <span class="period">{periodOf(quote, opened)}</span>
            <p class="help">{settled(quote, money, words, locale.tag)}</p>
          </>
        )}
      </div>
    </aside>
  )
}

function settled(
  { endorsement: change }: Quote,
  money: (amount: number) => string,
  words: ChangeProps['words'],
  tag: string,
): string {
  if (change === undefined) return ''
  const sum = money(Math.abs(change.amount))
  const on = change.settled_on === null ? '' : showDay(change.settled_on, tag)
  switch (change.settled_by) {
    case 'payment':
      return words.changePay(sum)
    case 'instalment':
      return words.changeInstalment(sum, on)
    case 'credit':
      return words.changeCredit(sum)
    case 'refund':
      return words.changeRefund(sum)
    default:
      return words.changeFree
  }
}

function Due({
  store,
  change,
  due,
  words,
  pay,
  giveUp,
}: ChangeProps & { due: NonNullable<Change['due']> }) {
  const state = store.get()
  const opened = openedOf(store)
  const amount = showMoney(due.amount, opened.locale.tag, due.currency)
  return (
    <>
      <p class="card" part="card">
        {words.changeDue(amount, showDay(due.pay_until, opened.locale.tag))}
      </p>
      <Ways
        state={state}
        opened={opened}
        amount={amount}
        key={change.policy.policy_id}
        pay={pay}
        giveUp={giveUp}
      />
      {!state.isPending && (
        <p class="after">
          <button
            type="button"
            class="link"
            part="link"
            disabled={state.isBusy}
            onClick={() => {
              change.due = null
              store.set({ notice: null })
            }}
          >
            {words.changeInstead}
          </button>
        </p>
      )}
    </>
  )
}
