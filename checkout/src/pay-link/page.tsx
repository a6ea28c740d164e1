import type { PayByLink, PaymentLink } from '@bindery/sdk/generated'
import { render } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { Refused, ask } from '../api/ask.ts'
import { showDay } from '../form/dates.ts'
import { localeOf } from '../form/locale.ts'
import { showMoney } from '../form/numbers.ts'
import { StripeForm } from '../later/stripe-form.tsx'
import { readReturn } from '../pay/return.ts'
import type { Entered } from '../pay/way.ts'
import { debitId, wayOf } from '../pay/ways.tsx'
import css from '../style.css'
import { Heading } from '../views/heading.tsx'
import { Icon } from '../views/icons.tsx'
import { type PayLinkWords, wordsFor } from './words.ts'

const pollMs = 3_000
const nobody = { name: '', email: '' }

const returned = readReturn()
const here = new URL(location.href)
const [policyId = ''] = here.pathname.split('/').slice(-1)
const token = here.hash.slice(1)
const base = new URL(
  `../payment_links/${encodeURIComponent(policyId)}`,
  here.origin + here.pathname,
)

const showLink = () => ask<PaymentLink>(base, { headers: { 'payment-token': token } })
const post = (path: string, body: object) =>
  ask<PaymentLink>(new URL(`${base.pathname}/${path}`, base), { method: 'POST', body })

type Failure = 'unknown' | 'lost'

function Page() {
  const [link, setLink] = useState<PaymentLink | Failure | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<'payDeclined' | 'lost' | 'documentsFirst' | null>(
    returned === 'failed' ? 'payDeclined' : null,
  )
  const known = link === null || typeof link === 'string' ? null : link
  const { language, own, words } = wordsFor([
    ...(known === null ? [] : [known.language]),
    ...navigator.languages,
  ])
  const locale = localeOf(language, navigator.languages)

  const load = async () => {
    try {
      const now = await showLink()
      if (known?.payment !== undefined && now.status === 'open') setProblem('payDeclined')
      setLink(now)
    } catch (error) {
      if (error instanceof Refused) setLink('unknown')
      else if (known === null) setLink('lost')
    }
  }
  const act = async (path: string, body: object) => {
    if (isBusy) return
    setBusy(true)
    setProblem(null)
    try {
      const now = await post(path, body)
      setLink(now)
      if (path === 'payments' && now.status === 'open') setProblem('payDeclined')
    } catch (error) {
      if (error instanceof Refused && error.code === 'handover_incomplete') {
        setProblem('documentsFirst')
        return setBusy(false)
      }
      // Whether it arrived is not known: what the link is for now says so.
      setProblem('lost')
      await load()
    }
    setBusy(false)
  }

  useEffect(() => void load(), [])
  useEffect(() => {
    const isWaiting = link === 'lost' || (known?.status === 'pending' && !isForm(known))
    if (!isWaiting) return undefined
    const timer = setTimeout(() => void load(), pollMs)
    return () => clearTimeout(timer)
  }, [link])
  useEffect(() => {
    document.documentElement.lang = language
    document.title = own.title
  }, [language])

  if (known === null) {
    const text = { unknown: own.unknown, lost: words.lost }
    return (
      <div class="frame narrow">
        <Heading of="step">{own.title}</Heading>
        <p class="card" part="card" role="status">
          {typeof link === 'string' ? text[link] : words.loading}
        </p>
      </div>
    )
  }
  const amount = showMoney(known.amount, locale.tag, known.currency)
  const { payment } = known
  const action = payment?.next_action ?? null
  const isDebit = payment !== undefined && `${payment.provider}/${payment.method}` === debitId
  return (
    <div class="frame narrow" lang={language}>
      <Heading of="step">{titleOf(known, own)}</Heading>
      <div class="main">
        {problem !== null && (
          <div class="notices" role="alert">
            <p class="notice bad">
              {problem === 'documentsFirst' ? own.documentsFirst : words[problem]}
            </p>
          </div>
        )}
        <Facts link={known} amount={amount} own={own} tag={locale.tag} />
        {known.status === 'paid' && <p class="help">{own.paidNote}</p>}
        {known.status === 'closed' && <p class="help">{own.closedNote}</p>}
        {known.status === 'open' && (
          <Ways
            link={known}
            isBusy={isBusy}
            amount={amount}
            words={words}
            own={own}
            pay={(body) => void act('payments', { token, ...body })}
          />
        )}
        {payment !== undefined && (isForm(known) || (isDebit && action === null)) && (
          <StripeForm
            action={action}
            method={payment.method}
            amount={amount}
            opened={{ locale, words }}
            payer={nobody}
            isBusy={isBusy}
            filledIn={load}
            giveUp={() => void act('void', { token })}
          />
        )}
        {payment !== undefined && !isForm(known) && !(isDebit && action === null) && (
          <section class="card waiting" part="card" role="status">
            <span class="spinner" aria-hidden="true" />
            <p>{action?.url === undefined ? own.pendingNote : words.payConfirmTitle}</p>
            {action?.url !== undefined && (
              <a class="primary" href={action.url} target="_blank" rel="noopener noreferrer">
                {words.payConfirm} <span class="hidden">{words.opensNew}</span>
              </a>
            )}
            {action !== null && (
              <button type="button" class="link" onClick={() => void act('void', { token })}>
                {words.payOtherWay}
              </button>
            )}
          </section>
        )}
      </div>
    </div>
  )
}

const isForm = ({ payment }: PaymentLink) => payment?.next_action?.type === 'stripe'

/** A payment that its customer has to complete is not under way yet. */
function titleOf({ status, payment }: PaymentLink, own: PayLinkWords): string {
  if (payment?.next_action !== undefined) return own.title
  return { open: own.title, pending: own.pending, paid: own.paid, closed: own.closed }[status]
}

function Facts({
  link,
  amount,
  own,
  tag,
}: {
  readonly link: PaymentLink
  readonly amount: string
  readonly own: PayLinkWords
  readonly tag: string
}) {
  const { first_day: first, last_day: last, due_date: due } = link
  const rows = [
    [own.number, link.policy_number],
    ...(first === null || last === null
      ? []
      : [[own.period, `${showDay(first, tag)} – ${showDay(last, tag)}`]]),
    ...(due === null || link.status !== 'open' ? [] : [[own.due, showDay(due, tag)]]),
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
      <p class="sum">{amount}</p>
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

function Ways({
  link,
  isBusy,
  amount,
  words,
  own,
  pay,
}: {
  readonly link: PaymentLink
  readonly isBusy: boolean
  readonly amount: string
  readonly words: ReturnType<typeof wordsFor>['words']
  readonly own: PayLinkWords
  readonly pay: (way: Omit<PayByLink, 'token'>) => void
}) {
  const [wanted, setWanted] = useState('')
  const [entered, setEntered] = useState<Entered>({})
  const offered = link.methods.flatMap((one) => {
    const way = wayOf({ ...one, collects_elsewhere: false })
    return way === undefined ? [] : [{ ...one, way, id: `${one.provider}/${one.method}` }]
  })
  const chosen = offered.find(({ id }) => id === wanted) ?? offered[0]
  if (chosen === undefined) return <p class="card kind">{own.none}</p>
  const { View } = chosen.way
  return (
    <>
      <fieldset class="card" part="card" disabled={isBusy}>
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
                onChange={() => setWanted(id)}
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
        <button
          type="button"
          class="primary"
          part="button primary"
          aria-disabled={isBusy}
          onClick={() => {
            const { provider, method, way } = chosen
            pay({ provider, method, provider_options: way.paymentOptions(entered) })
          }}
        >
          {isBusy ? words.paying : chosen.way.button === 'pay' ? words.pay(amount) : words.continue}
        </button>
      </div>
    </>
  )
}

// Another link of the same policy differs in its fragment alone, for which no browser loads a page.
addEventListener('hashchange', () => location.reload())

/** A shadow root, as around the checkout: the styles and the form of Stripe are the same. */
const main = document.querySelector('main')
if (main !== null) {
  const root = main.attachShadow({ mode: 'open' })
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css)
  root.adoptedStyleSheets = [sheet]
  render(<Page />, root)
}
