import type { PayByLink, PaymentLink } from '@bindery/sdk/generated'
import { render } from 'preact'
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { showDay } from '../form/dates.ts'
import { type Locale, localeOf } from '../form/locale.ts'
import { showMoney } from '../form/numbers.ts'
import { handoverWords } from '../later/hand-over-words.ts'
import { StripeForm } from '../later/stripe-form.tsx'
import type { Entered } from '../pay/way.ts'
import { debitId, wayOf } from '../pay/ways.tsx'
import css from '../style.css'
import { DocumentLinks } from '../views/documents.tsx'
import { Heading } from '../views/heading.tsx'
import { Icon } from '../views/icons.tsx'
import { WayChoice, wayButton } from '../views/way-choice.tsx'
import type { Words } from '../words/words.ts'
import transferCss from './transfer-style.css'
import { Transfer, transferWay } from './transfer.tsx'
import { type UsedLink, isHeld, useLink } from './use-link.ts'
import { type PayLinkWords, wordsFor } from './words.ts'

const nobody = { name: '', email: '' }

interface Spoken {
  readonly own: PayLinkWords
  readonly words: Words
  readonly locale: Locale
}

function Page() {
  const used = useLink()
  const { link, failure, problem } = used
  const root = useRef<HTMLDivElement>(null)
  // Kept here, so that who pays again finds the method that they have chosen.
  const [wanted, choose] = useState('')
  const { language, own, words } = wordsFor([
    ...(link === null ? [] : [link.language]),
    ...navigator.languages,
  ])
  const spoken = { own, words, locale: localeOf(language, navigator.languages) }
  useEffect(() => {
    document.documentElement.lang = language
    document.title = own.title
  }, [language])
  const step = failure ?? (link === null ? null : stepOf(link))
  const before = useRef(step)
  // What was focused is gone with its step: who cannot see the page hears what came instead.
  useLayoutEffect(() => {
    const isLater = before.current !== null && before.current !== step
    before.current = step
    if (isLater) root.current?.querySelector<HTMLElement>('[data-focus=heading]')?.focus()
  }, [step])
  const { changed, busy, documentsFirst } = own
  const messages = { ...words, changed, busy, documentsFirst }
  const failures = {
    unknown: own.unknown,
    elsewhere: own.elsewhere,
    lost: words.lost,
    busy: own.busy,
  }
  const isOpen = failure === null && link !== null
  return (
    <div class="frame narrow" lang={language} ref={root}>
      <Heading of="step">{isOpen ? titleOf(link, own) : own.title}</Heading>
      {isOpen ? (
        <div class="main">
          {problem !== null && (
            <div class="notices" role="alert">
              <p class={`notice ${problem === 'changed' ? '' : 'bad'}`}>{messages[problem]}</p>
            </div>
          )}
          <Facts link={link} spoken={spoken} />
          <Step used={used} link={link} spoken={spoken} wanted={wanted} choose={choose} />
        </div>
      ) : (
        <p class="card" part="card" role="status">
          {failure === null ? words.loading : failures[failure]}
        </p>
      )}
    </div>
  )
}

type StepName = 'ways' | 'form' | 'transfer' | 'debit' | 'bank' | 'paid' | 'closed'

function stepOf({ status, payment }: PaymentLink): StepName {
  if (status === 'open') return 'ways'
  if (status !== 'pending') return status
  const type = payment?.next_action?.type
  if (type === 'stripe') return 'form'
  if (type === 'bank_transfer') return 'transfer'
  const isDebit = `${payment?.provider}/${payment?.method}` === debitId
  return isDebit && type === undefined ? 'debit' : 'bank'
}

function titleOf(link: PaymentLink, own: PayLinkWords): string {
  switch (stepOf(link)) {
    case 'paid':
      return own.paid
    case 'closed':
      return own.closed
    case 'debit':
      return own.debit
    case 'bank':
      return link.payment?.next_action === undefined ? own.pending : own.title
    default:
      return own.title
  }
}

interface StepProps {
  readonly used: UsedLink
  readonly link: PaymentLink
  readonly spoken: Spoken
  /** The method that was chosen last: `provider/method`. */
  readonly wanted: string
  readonly choose: (id: string) => void
}

function Step(props: StepProps) {
  const { used, link, spoken } = props
  const { own, words, locale } = spoken
  const { act, load, isBusy } = used
  const { payment } = link
  const action = payment?.next_action ?? null
  const giveUp = link.is_voidable ? () => void act('void', {}) : null
  switch (stepOf(link)) {
    case 'ways':
      return (
        <>
          <Documents link={link} words={words} />
          {!isHeld(link) && <Ways {...props} />}
        </>
      )
    case 'paid':
      return <p class="help">{own.paidNote}</p>
    case 'closed':
      return <p class="help">{own.closedNote}</p>
    case 'debit':
      return <p class="help">{own.debitNote}</p>
    case 'form':
      return (
        <StripeForm
          action={action}
          method={payment?.method ?? ''}
          amount={showMoney(link.amount, locale.tag, link.currency)}
          opened={spoken}
          payer={nobody}
          isBusy={isBusy}
          filledIn={async () => void (await load())}
          isCurrent={async () => {
            const now = await load()
            // Without an answer nothing is known against it.
            return now === null || now.payment?.id === payment?.id
          }}
          giveUp={giveUp}
        />
      )
    case 'transfer':
      return (
        <>
          {action !== null && (
            <Transfer
              action={action}
              amount={showMoney(link.amount, locale.tag, link.currency)}
              own={own}
            />
          )}
          <OtherWay giveUp={giveUp} words={words} />
        </>
      )
    case 'bank':
      return (
        <section class="card waiting" part="card" role="status">
          <span class="spinner" aria-hidden="true" />
          <p>{action?.url === undefined ? own.pendingNote : words.payConfirmTitle}</p>
          {action?.url !== undefined && (
            <a class="primary" href={action.url} target="_blank" rel="noopener noreferrer">
              {words.payConfirm} <span class="hidden">{words.opensNew}</span>
            </a>
          )}
          {action !== null && <OtherWay giveUp={giveUp} words={words} />}
        </section>
      )
  }
}

/** What the customer receives before a payment that concludes a contract. */
function Documents({ link, words }: { readonly link: PaymentLink; readonly words: Words }) {
  const { handover, language } = link
  if (handover === undefined) return null
  const own = handoverWords(language)
  const links = handover.documents.map(({ name, href, by }) => ({
    name,
    href,
    note: by === 'mail' ? own.sent : by === 'download' ? own.opened : own.notOpened,
  }))
  return (
    <section class="card handover" part="card">
      <Heading of="card">{own.title}</Heading>
      <p class="help" role="status">
        {handover.complete ? own.complete : own.open}
      </p>
      <DocumentLinks links={links} words={words} />
    </section>
  )
}

function OtherWay({
  giveUp,
  words,
}: {
  readonly giveUp: (() => void) | null
  readonly words: Words
}) {
  if (giveUp === null) return null
  return (
    <button type="button" class="link" onClick={giveUp}>
      {words.payOtherWay}
    </button>
  )
}

function Facts({ link, spoken }: Pick<StepProps, 'link' | 'spoken'>) {
  const { own, locale } = spoken
  const { first_day: first, last_day: last, due_date: due } = link
  const rows = [
    [own.number, link.policy_number],
    ...(first === null || last === null
      ? []
      : [[own.period, `${showDay(first, locale.tag)} – ${showDay(last, locale.tag)}`]]),
    ...(due === null || link.status !== 'open' ? [] : [[own.due, showDay(due, locale.tag)]]),
  ] as const
  return (
    <section class="card price-card summary" part="card price">
      {link.status === 'paid' && (
        <span class="seal">
          <Icon name="check" />
        </span>
      )}
      <p class="eyebrow">
        {own.to(link.insurer_name)} · {link.product_name}
      </p>
      <p class="sum">{showMoney(link.amount, locale.tag, link.currency)}</p>
      <dl>
        {rows.map(([term, text]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      {!link.livemode && <p class="help">{own.test}</p>}
    </section>
  )
}

function Ways({ used, link, spoken, wanted, choose }: StepProps) {
  const { own, words, locale } = spoken
  const { act, isBusy } = used
  const [entered, setEntered] = useState<Entered>({})
  const offered = link.methods.flatMap((one) => {
    const isTransfer = one.provider === 'bank_transfer'
    const way = isTransfer ? transferWay(own) : wayOf({ ...one, collects_elsewhere: false })
    return way === undefined ? [] : [{ ...one, way, id: `${one.provider}/${one.method}` }]
  })
  const chosen = offered.find(({ id }) => id === wanted) ?? offered[0]
  if (chosen === undefined) return <p class="card kind">{own.none}</p>
  const pay = () => {
    const { provider, method, way } = chosen
    const provider_options = way.paymentOptions(entered)
    const body: Omit<PayByLink, 'token'> = { provider, method, provider_options }
    void act('payments', body)
  }
  return (
    <>
      <WayChoice
        offered={offered}
        chosen={chosen}
        choose={choose}
        entered={entered}
        enter={setEntered}
        isBusy={isBusy}
        words={words}
      />
      <div class="actions">
        <button
          type="button"
          class="primary"
          part="button primary"
          aria-disabled={isBusy}
          onClick={pay}
        >
          {isBusy
            ? words.paying
            : wayButton(chosen.way, showMoney(link.amount, locale.tag, link.currency), words)}
        </button>
      </div>
    </>
  )
}

/** A shadow root, as around the checkout: the styles and the form of Stripe are the same. */
const main = document.querySelector('main')
if (main !== null) {
  const root = main.attachShadow({ mode: 'open' })
  root.adoptedStyleSheets = [css, transferCss].map((text) => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(text)
    return sheet
  })
  render(<Page />, root)
}
