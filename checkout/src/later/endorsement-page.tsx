import type { CreatePayment, Quote } from '@bindery/sdk/generated'
import { showDay } from '../form/dates.ts'
import { showMoney } from '../form/numbers.ts'
import type { Opened, Sale, State, Store } from '../sale/sale.ts'
import { openedOf } from '../sale/state.ts'
import { Brand, Contact, Footer } from '../views/brand.tsx'
import { Notices } from '../views/checkout.tsx'
import { Ways } from '../views/payment.tsx'
import { periodOf } from '../views/price.tsx'
import { SectionView } from '../views/section.tsx'
import { openPart } from './endorsable.ts'
import { Heading } from '../views/heading.tsx'
import { DocumentList } from '../views/documents.tsx'
import type { Endorsement } from './endorsement.ts'
import type { laterWords } from './words.ts'

interface EndorsementProps {
  readonly store: Store
  readonly sale: Sale
  readonly endorsement: Endorsement
  readonly words: ReturnType<typeof laterWords>
  readonly submit: () => void
  readonly pay: (way: Pick<CreatePayment, 'provider' | 'method' | 'sandbox'>) => void
  readonly filledIn: () => Promise<void>
  readonly giveUp: () => void
}

/** The form of an endorsement with its price, then its payment, then its confirmation. */
export function EndorsementPage(props: EndorsementProps) {
  const { store, sale, endorsement, words } = props
  const state = store.get()
  const opened = openedOf(store)
  const { policy } = endorsement
  const day = showDay(policy.effective_date, opened.locale.tag)
  const title = endorsement.done ? words.endorsementDone : words.endorsementTitle
  return (
    <>
      <header class="head" part="header">
        <Brand opened={opened} fileAt={sale.fileAt} />
      </header>
      <div class={`body${endorsement.due === null && !endorsement.done ? ' with-panel' : ''}`}>
        <form
          class="main"
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            props.submit()
          }}
        >
          <Heading of="step">{title}</Heading>
          <p class="help">{words.endorsementOf(policy.insurer_policy_id, day)}</p>
          <Notices state={state} words={opened.words} />
          {!policy.is_endorsable && !endorsement.done && endorsement.due === null && (
            <div class="card kind">
              <p>{words.endorsementNotNow}</p>
              <Contact opened={opened} />
            </div>
          )}
          {policy.is_endorsable && !endorsement.done && endorsement.due === null && (
            <Fields {...props} />
          )}
          {!endorsement.done && endorsement.due !== null && (
            <Due {...props} due={endorsement.due} />
          )}
          {endorsement.done && <DocumentList state={state} opened={opened} intro="" />}
        </form>
        {endorsement.due === null && !endorsement.done && (
          <Difference state={state} opened={opened} endorsement={endorsement} words={words} />
        )}
      </div>
      <Footer opened={opened} />
    </>
  )
}

function Fields({ store, sale, endorsement, words }: EndorsementProps) {
  const state = store.get()
  const opened = openedOf(store)
  const sections = opened.quoteSections.map((section) => ({
    ...section,
    fields: section.fields.flatMap((field) => openPart(field, endorsement.policy)),
  }))
  const isReady = state.pricing === 'quoted' && endorsement.quote !== null
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
          {state.isBusy ? opened.words.loading : words.endorsementNow}
        </button>
      </div>
    </>
  )
}

function Difference({
  state,
  opened,
  endorsement,
  words,
}: Pick<EndorsementProps, 'endorsement' | 'words'> & {
  readonly state: State
  readonly opened: Opened
}) {
  const { locale, form } = opened
  const money = (amount: number) => showMoney(amount, locale.tag, form.currency)
  const quote = state.pricing === 'open' ? null : (endorsement.quote?.quote ?? null)
  return (
    <aside class="price-panel" part="price" aria-label={opened.words.yourPrice}>
      <div class={`amount ${state.pricing}`} role="status" aria-busy={state.pricing === 'asking'}>
        {state.pricing === 'knockout' && <p>{opened.words.knockoutTitle}</p>}
        {quote === null ? (
          <p>{words.endorsementNothing(money(endorsement.policy.gross_payment_amount))}</p>
        ) : (
          <>
            <s class="before">{money(endorsement.policy.gross_payment_amount)}</s>{' '}
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
  { endorsement }: Quote,
  money: (amount: number) => string,
  words: EndorsementProps['words'],
  tag: string,
): string {
  if (endorsement === undefined) return ''
  const sum = money(Math.abs(endorsement.amount))
  const on = endorsement.settled_on === null ? '' : showDay(endorsement.settled_on, tag)
  switch (endorsement.settled_by) {
    case 'payment':
      return words.endorsementPay(sum)
    case 'instalment':
      return words.endorsementInstalment(sum, on)
    case 'credit':
      return words.endorsementCredit(sum)
    case 'refund':
      return words.endorsementRefund(sum)
    default:
      return words.endorsementFree
  }
}

function Due({
  store,
  endorsement,
  due,
  words,
  pay,
  filledIn,
  giveUp,
}: EndorsementProps & { due: NonNullable<Endorsement['due']> }) {
  const state = store.get()
  const opened = openedOf(store)
  const amount = showMoney(due.amount, opened.locale.tag, due.currency)
  return (
    <>
      <p class="card" part="card">
        {words.endorsementDue(amount, showDay(due.pay_until, opened.locale.tag))}
      </p>
      <Ways
        state={state}
        opened={opened}
        amount={amount}
        key={endorsement.policy.policy_id}
        pay={pay}
        filledIn={filledIn}
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
              endorsement.due = null
              store.set({ notice: null })
            }}
          >
            {words.endorsementInstead}
          </button>
        </p>
      )}
    </>
  )
}
