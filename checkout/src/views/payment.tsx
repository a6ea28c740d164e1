import type { CreatePayment, Form } from '@bindery/sdk/generated'
import { useState } from 'preact/hooks'
import { showMoney } from '../form/numbers.ts'
import type { Entered, Way } from '../pay/way.ts'
import { wayOf } from '../pay/ways.tsx'
import type { Opened, State, StepProps } from '../sale/sale.ts'
import { DocumentList } from './documents.tsx'
import { Heading } from './heading.tsx'
import { Amount, CoverLine } from './price.tsx'

type Method = Form['subscription_plans'][number]['methods'][number]

/** The amount, and the plan's payment methods that this page supports. */
export function Payment({ sale, state, opened }: StepProps) {
  const { words, locale, form } = opened
  const amount =
    state.priced === null
      ? ''
      : showMoney(state.priced.quote.gross_payment_amount, locale.tag, form.currency)
  return (
    <>
      {!state.isPending && (
        <section class="card price-card" part="card price">
          <p class="eyebrow">{words.offerNumber(state.made?.offer.insurer_policy_id ?? '')}</p>
          <Amount state={state} opened={opened} />
          <CoverLine state={state} opened={opened} />
        </section>
      )}
      {!state.isPending && (
        <DocumentList state={state} opened={opened} intro={words.documentsOffer} />
      )}
      <Ways
        state={state}
        opened={opened}
        amount={amount}
        pay={(request) => void sale.pay(request)}
        chooseWay={sale.chooseWay}
        giveUp={() => void sale.giveUp()}
        back={() => sale.back('review')}
      />
    </>
  )
}

interface WaysProps {
  readonly state: State
  readonly opened: Opened
  readonly amount: string
  readonly pay: (request: Pick<CreatePayment, 'provider' | 'method' | 'sandbox'>) => void
  readonly chooseWay?: (way: string) => void
  readonly giveUp?: () => void
  readonly back?: () => void
}

/** The payment methods of a plan, or the wait for the bank. */
export function Ways({ state, opened, amount, pay, chooseWay, giveUp, back }: WaysProps) {
  const [entered, setEntered] = useState<Entered>({})
  const [own, setOwn] = useState<string | null>(null)
  const { words, plan } = opened
  const offered = plan.methods.flatMap((method) => {
    const way = wayOf(method)
    return way === undefined ? [] : [{ method, way, id: idOf(method) }]
  })
  const wanted = chooseWay === undefined ? own : state.way
  const chosen = offered.find(({ id }) => id === wanted) ?? offered[0]
  if (state.isPending) {
    return (
      <section class="card waiting" part="card" role="status">
        <span class="spinner" aria-hidden="true" />
        <Heading of="card">
          {state.confirmAt === null ? words.payPendingTitle : words.payConfirmTitle}
        </Heading>
        {state.confirmAt !== null && (
          <a
            class="primary"
            part="button primary"
            href={state.confirmAt}
            target="_blank"
            rel="noopener noreferrer"
          >
            {words.payConfirm} <span class="hidden">{words.opensNew}</span>
          </a>
        )}
        <p>{words.payPending}</p>
        {state.pendingId !== null && giveUp !== undefined && (
          <button type="button" class="link" part="link" onClick={giveUp}>
            {words.payOtherWay}
          </button>
        )}
      </section>
    )
  }
  if (chosen === undefined) return <p class="card kind">{words.payNone}</p>
  const { View } = chosen.way
  return (
    <>
      <fieldset class="card" part="card" disabled={state.isBusy}>
        <legend>
          <Heading of="card">{words.payWith}</Heading>
        </legend>
        <div class="choices tall">
          {offered.map(({ id, way }) => (
            <label key={id} class="choice" part="choice">
              <input
                type="radio"
                name="way"
                value={id}
                checked={id === chosen.id}
                onChange={() => (chooseWay ?? setOwn)(id)}
              />
              <span>
                {way.title(words)}
                <small>{way.note(words)}</small>
              </span>
            </label>
          ))}
        </div>
        {View !== undefined && (
          <View
            words={words}
            entered={entered}
            enter={(name, value) => setEntered({ ...entered, [name]: value })}
          />
        )}
      </fieldset>
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
          {state.isBusy ? words.paying : buttonText(chosen.way, amount, opened.words)}
        </button>
      </div>
    </>
  )
}

function namesOf({ provider, method }: Method): Pick<CreatePayment, 'provider' | 'method'> {
  return { provider, method }
}

function idOf({ provider, method }: Method): string {
  return `${provider}/${method}`
}

function buttonText(way: Way, amount: string, words: StepProps['opened']['words']): string {
  return way.takesMoney ? words.pay(amount) : words.payRequest(amount)
}
