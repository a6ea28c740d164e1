import type { NextAction } from '@bindery/sdk/generated'
import type { ComponentProps } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { linkKey } from '../pay/return.ts'
import type { PayForm } from '../sale/sale.ts'
import { Heading } from '../views/heading.tsx'
import { appearanceIn } from './stripe-appearance.ts'
import { type Stripe, type StripeElements, type StripeError, loadStripe } from './stripe-script.ts'
import { stripeWords } from './stripe-words.ts'

interface Opened {
  readonly stripe: Stripe
  readonly elements: StripeElements
}

/** Where the form stands: in the page around the element, for Stripe reaches into no shadow root. */
const slot = 'payment-form'
const darkness = '(prefers-color-scheme: dark)'

export function saysElsewhere(language: string): string {
  return stripeWords(language).elsewhere
}

/** The form of Stripe, with the button that pays; or the wait for a debit, which takes days. */
export function StripeForm(props: ComponentProps<PayForm>) {
  const { action, opened } = props
  if (action !== null) return <Form {...props} action={action} />
  const own = stripeWords(opened.locale.language)
  return (
    <section class="card waiting" part="card" role="status">
      <Heading of="card">{own.waitTitle}</Heading>
      <p>{own.wait}</p>
    </section>
  )
}

function Form(props: ComponentProps<PayForm> & { readonly action: NextAction }) {
  const { action, method, amount, opened, isBusy, filledIn, giveUp, isCurrent } = props
  const { words, locale } = opened
  const { language } = locale
  const own = stripeWords(language)
  const isDebit = method === 'sepa_debit'
  const root = useRef<HTMLDivElement>(null)
  const form = useRef<Opened | null>(null)
  const isSending = useRef(false)
  const [attempt, setAttempt] = useState(1)
  const [status, setStatus] = useState<'loading' | 'ready' | 'missing' | 'sending'>('loading')
  const [problem, setProblem] = useState<string | null>(null)

  useEffect(() => {
    const place = document.createElement('div')
    place.slot = slot
    // Stripe's frame knows no dark scheme, and would get a white ground in one: its colours are ours.
    place.style.colorScheme = 'light'
    hostOf(root.current).append(place)
    let end = () => {}
    let isOver = false
    setStatus('loading')
    void loadStripe()
      .then((factory) => {
        if (isOver || root.current === null) return
        const stripe = factory(action.publishable_key ?? '')
        const clientSecret = action.client_secret ?? ''
        const appearance = appearanceIn(root.current)
        const elements = stripe.elements({ clientSecret, locale: language, appearance })
        const element = elements.create('payment', optionsOf(props))
        element.on('ready', () => setStatus('ready'))
        element.on('loaderror', () => setStatus('missing'))
        element.mount(place)
        form.current = { stripe, elements }
        end = () => element.destroy()
      })
      .catch(() => {
        if (!isOver) setStatus('missing')
      })
    return () => {
      isOver = true
      form.current = null
      end()
      place.remove()
    }
  }, [action.client_secret, attempt])

  useEffect(() => {
    form.current?.elements.update({ locale: language })
  }, [language])

  useEffect(() => {
    const scheme = matchMedia(darkness)
    const repaint = () => {
      if (root.current === null) return
      form.current?.elements.update({ appearance: appearanceIn(root.current) })
    }
    scheme.addEventListener('change', repaint)
    return () => scheme.removeEventListener('change', repaint)
  }, [])

  const pay = async () => {
    if (form.current === null || isSending.current || status !== 'ready' || isBusy) return
    isSending.current = true
    setStatus('sending')
    setProblem(null)
    if (isCurrent !== undefined && !(await isCurrent())) return
    if (form.current === null) return
    const { stripe, elements } = form.current
    const confirmParams = { return_url: returnAddress() }
    const { error } = await stripe
      .confirmPayment({ elements, confirmParams, redirect: 'if_required' })
      .catch(() => ({ error: { type: 'none', code: '', message: '' } }))
    if (error !== undefined) setProblem(textOf(error, own))
    // Whatever Stripe says here, the server knows what came of it.
    if (error?.type !== 'validation_error') await filledIn()
    isSending.current = false
    setStatus((now) => (now === 'sending' ? 'ready' : now))
  }

  const isWaiting = status === 'sending' || isBusy
  return (
    <>
      <section class="card pay-form" part="card">
        <Heading of="card">{isDebit ? own.debitTitle : own.cardTitle}</Heading>
        <p class="help">{own.byStripe}</p>
        <div ref={root} class={status === 'missing' ? 'hidden' : 'place'}>
          {status === 'loading' && (
            <p class="help" role="status">
              {words.loading}
            </p>
          )}
          <slot name={slot} />
        </div>
        <div role="alert">
          {status === 'missing' && <p class="notice bad">{own.missing}</p>}
          {problem !== null && <p class="notice bad">{problem}</p>}
        </div>
      </section>
      <div class="actions">
        {giveUp !== null && (
          <button
            type="button"
            class="secondary"
            part="button secondary"
            disabled={isWaiting}
            onClick={giveUp}
          >
            {words.payOtherWay}
          </button>
        )}
        {status === 'missing' ? (
          <button
            type="button"
            class="primary"
            part="button primary"
            onClick={() => {
              setAttempt(attempt + 1)
              // It may have been paid in another window, for which there is no form.
              void filledIn()
            }}
          >
            {own.again}
          </button>
        ) : (
          <button
            type="button"
            class="primary"
            part="button primary"
            aria-disabled={isWaiting || status === 'loading'}
            onClick={() => void pay()}
          >
            {isWaiting ? words.paying : words.pay(amount)}
          </button>
        )}
      </div>
    </>
  )
}

/** Where the bank is to send the customer: here, without what a fragment says to us alone. */
function returnAddress(): string {
  const address = new URL(location.href)
  try {
    if (address.hash !== '') sessionStorage.setItem(linkKey, address.hash)
  } catch {
    // Where the browser keeps nothing, the customer opens the link again.
  }
  address.hash = ''
  return address.href
}

function hostOf(element: HTMLElement | null): Element {
  const root = element?.getRootNode()
  if (!(root instanceof ShadowRoot)) throw new Error('the form is not in its element')
  return root.host
}

/** A debit needs the name and the address for its notices, which the customer has entered already. */
function optionsOf({ method, payer }: ComponentProps<PayForm>): object {
  const { name, email } = payer
  if (method !== 'sepa_debit' || name === '' || email === '') return {}
  return { defaultValues: { billingDetails: { name, email } } }
}

function textOf(
  { type, code, message = '' }: StripeError,
  own: ReturnType<typeof stripeWords>,
): string {
  if (type === 'validation_error') return message
  // What the bank says comes in the language of the form.
  const isDeclined = type === 'card_error' || code === 'payment_intent_authentication_failure'
  return isDeclined ? `${message} ${own.tryAgain}`.trim() : own.unknown
}
