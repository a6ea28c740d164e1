import { useLayoutEffect, useRef } from 'preact/hooks'
import { type Opened, type Sale, type State, steps } from '../sale/sale.ts'
import type { Words } from '../words/words.ts'
import { Brand, Footer } from './brand.tsx'
import { wholeDay } from './cover.tsx'
import { Heading } from './heading.tsx'
import { Icon } from './icons.tsx'
import { Payment } from './payment.tsx'
import { PricePanel } from './price.tsx'
import { Done, Person, PriceStep, Questions, Review } from './steps.tsx'

/** The whole page of a sale. */
export function Checkout({ sale, state }: { readonly sale: Sale; readonly state: State }) {
  const root = useRef<HTMLDivElement>(null)
  const { opened, failure, words, focus } = state
  // The focus moves before the next key is handled, because that key is meant for the new page.
  useLayoutEffect(() => {
    if (focus.count > 0 && root.current !== null) lookAt(root.current, focus.at)
  }, [focus.count])
  if (failure !== null) {
    return (
      <div class="frame">
        <p class="card bad" role="alert">
          {words[failure]}
        </p>
        {failure === 'missing' && <Reload words={words} />}
      </div>
    )
  }
  if (state.page !== null) {
    const { language, direction } = opened?.locale ?? {}
    return (
      <div class="frame" ref={root} lang={language} dir={direction}>
        {state.page()}
      </div>
    )
  }
  if (opened === null) {
    return (
      <div class="frame loading" aria-busy="true">
        <p class="help" role="status">
          {state.isLost ? words.lost : words.loading}
        </p>
      </div>
    )
  }
  const { locale } = opened
  const withPanel = state.step === 'questions' || state.step === 'person' || state.step === 'review'
  return (
    <div class="frame" ref={root} lang={locale.language} dir={locale.direction}>
      <Header sale={sale} state={state} opened={opened} />
      {state.step !== 'done' && <Progress sale={sale} state={state} words={words} />}
      <div class={`body${withPanel ? ' with-panel' : ''}`}>
        <form
          class="main"
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            void sale.next()
          }}
        >
          <Heading of="step">{titleOf(state, opened)}</Heading>
          <Notices state={state} words={words} />
          <StepView sale={sale} state={state} opened={opened} />
          {state.step !== 'payment' && state.step !== 'done' && (
            <Actions sale={sale} state={state} words={words} />
          )}
          {state.panel?.()}
        </form>
        {withPanel && <PricePanel state={state} opened={opened} />}
      </div>
      <Footer opened={opened} />
    </div>
  )
}

function lookAt(root: HTMLElement, at: string): void {
  const found =
    at === 'heading'
      ? root.querySelector<HTMLElement>('[data-focus=heading]')
      : root.querySelector<HTMLElement>(`#${CSS.escape(at)}, #${CSS.escape(`${at}-0`)}`)
  found?.focus({ preventScroll: at === 'heading' })
  if (at === 'heading') {
    const top = root.getBoundingClientRect().top
    if (top < 0) root.scrollIntoView({ block: 'start' })
  }
}

function StepView(props: { sale: Sale; state: State; opened: Opened }) {
  switch (props.state.step) {
    case 'questions':
      return <Questions {...props} />
    case 'price':
      return <PriceStep {...props} />
    case 'person':
      return <Person {...props} />
    case 'review':
      return <Review {...props} />
    case 'payment':
      return <Payment {...props} />
    case 'done':
      return <Done {...props} />
  }
}

function Header({ sale, state, opened }: { sale: Sale; state: State; opened: Opened }) {
  const { form, locale, words } = opened
  return (
    <header class="head" part="header">
      <Brand opened={opened} fileAt={sale.fileAt} />
      {form.languages.length > 1 && state.step !== 'done' && (
        <div class="languages" role="group" aria-label={words.language}>
          {form.languages.map((language) => (
            <button
              key={language}
              type="button"
              class="quiet"
              lang={language}
              aria-pressed={language === locale.language}
              onClick={() => void sale.choose({ language })}
            >
              {language.toUpperCase()}
            </button>
          ))}
        </div>
      )}
    </header>
  )
}

function titleOf({ step, made }: State, { words, locale }: Opened): string {
  switch (step) {
    case 'questions':
      return words.stepQuestions
    case 'price':
      return words.yourPrice
    case 'person':
      return words.stepPerson
    case 'review':
      return words.reviewTitle
    case 'payment':
      return words.offerTitle
    case 'done':
      if (made === null || made.cover === null) return words.doneTitle
      if (made.cover.in_force) return words.doneNow
      return words.doneFrom(wholeDay(made.cover.start_date, locale.tag))
  }
}

function Progress({ sale, state, words }: { sale: Sale; state: State; words: Words }) {
  const names = {
    questions: words.stepQuestions,
    price: words.stepPrice,
    person: words.stepPerson,
    review: words.stepReview,
    payment: words.stepPayment,
  }
  const listed = steps.filter((step) => step !== 'done')
  const at = steps.indexOf(state.step)
  return (
    <nav class="progress" part="progress" aria-label={words.steps}>
      <p class="compact" aria-hidden="true">
        {words.step(at + 1, listed.length)}
      </p>
      <ol>
        {listed.map((step, index) => (
          <li
            key={step}
            class={index < at ? 'past' : index === at ? 'now' : 'later'}
            aria-current={index === at ? 'step' : undefined}
          >
            {index < at ? (
              <button
                type="button"
                class="quiet"
                disabled={state.isBusy || (state.isPending && state.action?.type !== 'stripe')}
                onClick={() => void sale.back(step)}
              >
                <span class="dot">
                  <Icon name="check" />
                </span>
                <span class="name">{names[step]}</span>
              </button>
            ) : (
              <>
                <span class="dot">{index + 1}</span>
                <span class="name">{names[step]}</span>
              </>
            )}
          </li>
        ))}
      </ol>
    </nav>
  )
}

/** Notices to the customer, visible and read out by screen readers. */
export function Notices({ state, words }: { state: State; words: Words }) {
  return (
    <div class="notices" role="status">
      {state.isLost && <p class="notice kind">{words.lost}</p>}
      {state.notice !== null && (
        <p class={`notice ${state.notice.kind}`} part="notice">
          {state.notice.text}
        </p>
      )}
      {state.notice?.isToReload === true && <Reload words={words} />}
    </div>
  )
}

function Reload({ words }: { words: Words }) {
  return (
    <div class="actions">
      <button
        type="button"
        class="secondary"
        part="button secondary"
        onClick={() => location.reload()}
      >
        {words.reload}
      </button>
    </div>
  )
}

function Actions({ sale, state, words }: { sale: Sale; state: State; words: Words }) {
  const before = steps[steps.indexOf(state.step) - 1]
  // With a knockout the button stays enabled: it leads to the reason.
  const isReady = state.step !== 'price' || ['quoted', 'knockout'].includes(state.pricing)
  return (
    <div class="actions">
      {before !== undefined && (
        <button
          type="button"
          class="secondary"
          part="button secondary"
          disabled={state.isBusy}
          onClick={() => void sale.back(before)}
        >
          {words.back}
        </button>
      )}
      <button
        type="submit"
        class="primary"
        part="button primary"
        aria-disabled={state.isBusy || !isReady}
        onClick={(event) => {
          // The second click of a double-click is not meant for the next step.
          if (event.detail > 1) event.preventDefault()
        }}
      >
        {actionText(sale, state, words)}
      </button>
      <button type="button" class="link save" part="link" onClick={() => void sale.save()}>
        {words.saveLater}
      </button>
    </div>
  )
}

function actionText(sale: Sale, state: State, words: Words): string {
  if (state.isBusy) return words.loading
  if (state.step !== 'review') return words.continue
  return sale.isOffered() ? words.toPayment : words.makeOffer
}
