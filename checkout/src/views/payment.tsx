import type { CreatePayment, Form } from '@bindery/sdk/generated'
import { useState } from 'preact/hooks'
import { showMoney } from '../form/numbers.ts'
import type { Entered } from '../pay/way.ts'
import { debitId, wayOf } from '../pay/ways.tsx'
import { isHeld } from '../sale/hand-over.ts'
import type { Opened, PayForm, State, StepProps } from '../sale/sale.ts'
import { DocumentList } from './documents.tsx'
import { Heading } from './heading.tsx'
import { Amount, CoverLine } from './price.tsx'
import { WayChoice, wayButton } from './way-choice.tsx'

type Method = Form['subscription_plans'][number]['methods'][number]

/** The amount, and the plan's payment methods that this page supports. */
export function Payment({ sale, state, opened }: StepProps) {
  const { words, locale, form } = opened
  const amount =
    state.priced === null
      ? ''
      : showMoney(state.priced.quote.gross_payment_amount, locale.tag, form.currency)
  const isWaiting = state.isPending && !isToFillIn(state)
  return (
    <>
      {!isWaiting && (
        <section class="card price-card" part="card price">
          <p class="eyebrow">{words.offerNumber(state.made?.offer.insurer_policy_id ?? '')}</p>
          <Amount state={state} opened={opened} />
          <CoverLine state={state} opened={opened} />
        </section>
      )}
      {!isWaiting &&
        (state.handover?.view() ?? (
          <DocumentList state={state} opened={opened} intro={words.documentsOffer} />
        ))}
      {(state.isPending || !isHeld(state)) && (
        <Ways
          state={state}
          opened={opened}
          amount={amount}
          pay={(request) => void sale.pay(request)}
          chooseWay={sale.chooseWay}
          payer={payerOf(state)}
          filledIn={sale.filledIn}
          giveUp={() => void sale.giveUp()}
          back={() => void sale.back('review')}
        />
      )}
    </>
  )
}

const textOf = ({ answers }: State, id: string): string => answers[id]?.text ?? ''

function payerOf(state: State): Payer {
  const names = [textOf(state, 'policy.first_name'), textOf(state, 'policy.last_name')]
  return { name: names.join(' ').trim(), email: textOf(state, 'policy.email') }
}

/** Whether the pending payment waits for a form on this page. */
function isToFillIn({ action, payForm }: State): boolean {
  return action?.type === 'stripe' && payForm !== null
}

type Payer = Parameters<PayForm>[0]['payer']
const unknownPayer: Payer = { name: '', email: '' }

interface WaysProps {
  readonly state: State
  readonly opened: Opened
  readonly amount: string
  readonly pay: (request: Pick<CreatePayment, 'provider' | 'method' | 'sandbox'>) => void
  readonly chooseWay?: (way: string) => void
  readonly payer?: Payer
  readonly filledIn: () => Promise<void>
  readonly giveUp: () => void
  readonly back?: () => void
}

/** The payment methods of a plan, or the wait for the bank. */
export function Ways(props: WaysProps) {
  const { state, opened, amount, pay, chooseWay, back } = props
  const [entered, setEntered] = useState<Entered>({})
  const [own, setOwn] = useState<string | null>(null)
  const { words, plan } = opened
  const offered = plan.methods.flatMap((method) => {
    const way = wayOf(method)
    return way === undefined ? [] : [{ method, way, id: idOf(method) }]
  })
  const wanted = chooseWay === undefined ? own : state.way
  const chosen = offered.find(({ id }) => id === wanted) ?? offered[0]
  if (state.isPending) return <Pending {...props} />
  if (chosen === undefined) return <p class="card kind">{words.payNone}</p>
  return (
    <>
      <WayChoice
        offered={offered}
        chosen={chosen}
        choose={chooseWay ?? setOwn}
        entered={entered}
        enter={setEntered}
        isBusy={state.isBusy}
        words={words}
      />
      <div class="actions">
        {back !== undefined && (
          <button
            type="button"
            class="secondary"
            part="button secondary"
            disabled={state.isBusy}
            onClick={back}
          >
            {words.back}
          </button>
        )}
        <button
          type="button"
          class="primary"
          part="button primary"
          aria-disabled={state.isBusy}
          onClick={() => pay({ ...namesOf(chosen.method), ...chosen.way.paymentOptions(entered) })}
        >
          {state.isBusy ? words.paying : wayButton(chosen.way, amount, words)}
        </button>
      </div>
    </>
  )
}

/** The form of a payment service, or the wait for the bank. */
function Pending({ state, opened, amount, payer, filledIn, giveUp }: WaysProps) {
  const { words } = opened
  const { action, payForm: PayForm, pendingId, pendingWay } = state
  const isForm = action?.type === 'stripe' || (action === null && pendingWay === debitId)
  if (isForm && PayForm !== null) {
    return (
      <PayForm
        action={action}
        method={pendingWay?.split('/')[1] ?? ''}
        amount={amount}
        opened={opened}
        payer={payer ?? unknownPayer}
        isBusy={state.isBusy}
        filledIn={filledIn}
        giveUp={giveUp}
      />
    )
  }
  const confirmAt = action?.url
  return (
    <section class="card waiting" part="card" role="status">
      <span class="spinner" aria-hidden="true" />
      <Heading of="card">
        {confirmAt === undefined ? words.payPendingTitle : words.payConfirmTitle}
      </Heading>
      {confirmAt !== undefined && (
        <a
          class="primary"
          part="button primary"
          href={confirmAt}
          target="_blank"
          rel="noopener noreferrer"
        >
          {words.payConfirm} <span class="hidden">{words.opensNew}</span>
        </a>
      )}
      <p>{words.payPending}</p>
      {pendingId !== null && (
        <button type="button" class="link" part="link" onClick={giveUp}>
          {words.payOtherWay}
        </button>
      )}
    </section>
  )
}

function namesOf({ provider, method }: Method): Pick<CreatePayment, 'provider' | 'method'> {
  return { provider, method }
}

function idOf({ provider, method }: Method): string {
  return `${provider}/${method}`
}
