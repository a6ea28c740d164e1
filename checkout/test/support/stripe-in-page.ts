import { cards } from '@bindery/server/test/builders/stripe/cards.ts'
import { StripeFailure } from '@bindery/server/test/builders/stripe/account.ts'
import { type StripeStage, deliver } from '@bindery/server/test/builders/stripe/stripe-stage.ts'
import type { Page, Route } from 'playwright-core'

type Stage = Pick<StripeStage, 'insurerId' | 'platform' | 'stripe'>

/**
 * Stands in for the script of Stripe, its frame and the page of a bank: it confirms at the fake of
 * Stripe, whose events reach the platform as they do in life. It loads from the same origins.
 */
export async function stripeOn(page: Page, stage: Stage): Promise<void> {
  const { stripe } = stage
  let sent = stripe.account.events.length
  const deliverNew = async () => {
    const events = stripe.account.events.slice(sent)
    sent += events.length
    for (const event of events) await deliver(stage, event)
  }
  await page.route('https://js.stripe.com/*/stripe.js', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: script }),
  )
  await page.route('https://js.stripe.com/*/elements.html?*', (route) => {
    const id = new URL(route.request().url()).searchParams.get('intent') ?? ''
    const { payment_method_types: types } = stripe.account.intent(id)
    return html(route, frame(types.includes('sepa_debit')))
  })
  await page.route('https://api.stripe.com/v1/payment_intents/*/confirm', async (route) => {
    const form = new URLSearchParams(route.request().postData() ?? '')
    const [, id = ''] = /payment_intents\/(\w+)\//.exec(route.request().url()) ?? []
    const { client_secret: secret } = stripe.account.intent(id)
    if (form.get('key') !== stripe.keys.publishable || form.get('client_secret') !== secret) {
      return json(route, 401, { error: { type: 'invalid_request_error' } })
    }
    const { status, body } = confirmed(stage, id, form)
    await deliverNew()
    return json(route, status, body)
  })
  await page.route('https://hooks.stripe.example/3ds/*', async (route) => {
    const address = new URL(route.request().url())
    const id = address.pathname.split('/').at(-1) ?? ''
    const answer = address.searchParams.get('answer')
    if (answer === null) return html(route, bank)
    const { next_action: action, client_secret: secret } = stripe.account.intent(id)
    const back = new URL(action?.redirect_to_url?.return_url ?? '')
    stripe.account.authenticate(id, answer === 'yes')
    await deliverNew()
    back.searchParams.set('payment_intent', id)
    back.searchParams.set('payment_intent_client_secret', secret ?? '')
    back.searchParams.set('redirect_status', answer === 'yes' ? 'succeeded' : 'failed')
    return html(route, `<script>location.replace(${JSON.stringify(back.href)})</script>`)
  })
}

/** The bank asks in a window over the page, and the customer closes it. */
export async function refuseOnce(page: Page): Promise<void> {
  const code = 'payment_intent_authentication_failure'
  const message = 'We could not authenticate you.'
  const error = { type: 'invalid_request_error', code, message }
  await page.route('https://api.stripe.com/**', (route) => json(route, 402, { error }), {
    times: 1,
  })
}

function confirmed({ stripe }: Stage, id: string, form: URLSearchParams) {
  const last4 = (form.get('number') ?? '').replaceAll(' ', '').slice(-4)
  const [named] = Object.entries(cards).find(([, card]) => card.last4 === last4) ?? []
  const given = { payment_method: named ?? '', return_url: form.get('return_url') ?? '' }
  try {
    return { status: 200, body: stripe.account.confirmIntent(id, given) }
  } catch (error) {
    if (!(error instanceof StripeFailure)) throw error
    return { status: error.status, body: { error: error.body } }
  }
}

const html = (route: Route, body: string) => route.fulfill({ contentType: 'text/html', body })

const json = (route: Route, status: number, body: object) =>
  route.fulfill({ status, json: body, headers: { 'access-control-allow-origin': '*' } })

const bank = `<!doctype html><title>The bank</title><h1>Your bank</h1>
<p>Do you confirm this payment?</p><a href="?answer=yes">Confirm</a> <a href="?answer=no">Cancel</a>`

/** Fields as they stand in the frame of Stripe, in the colours that the page asked for. */
function frame(isDebit: boolean): string {
  const fields = isDebit
    ? [['IBAN', 'number', 'DE00 0000 0000 0000 0000 00']]
    : [
        ['Card number', 'number', '1234 1234 1234 1234'],
        ['Expiry date', 'expiry', 'MM / YY'],
        ['Security code', 'code', 'CVC'],
      ]
  return `<!doctype html><html lang="en"><title>Payment</title><style>
*{box-sizing:border-box}body{margin:0;padding:2px;display:grid;gap:16px;grid-template-columns:1fr 1fr}
label{display:grid;gap:6px;font:500 15px var(--f);color:var(--t)}label:first-child{grid-column:span 2}
input{font:16px var(--f);padding:13px;border:1px solid var(--e);border-radius:var(--r);background:var(--b);color:var(--t);min-width:0}
input::placeholder{color:var(--s)}
</style>${fields
    .map(
      ([label, name, hint]) =>
        `<label>${label}<input name="${name}" placeholder="${hint}"></label>`,
    )
    .join('')}<script>
const { variables: v, rules } = JSON.parse(decodeURIComponent(location.hash.slice(1)))
const set = (name, value) => document.documentElement.style.setProperty(name, value)
set('--t', v.colorText); set('--s', v.colorTextSecondary); set('--b', v.colorBackground); set('--r', v.borderRadius); set('--f', v.fontFamily)
set('--e', rules['.Input'].border.split(' ').at(-1))
addEventListener('input', ({ target }) => parent.postMessage({ [target.name]: target.value }, '*'))
</script></html>`
}

/** All addresses that a script in the page can read, as often as Stripe's own may look. */
export async function seenByStripe(page: Page): Promise<string> {
  return String(await page.evaluate('look(), seenByStripe.join(" ")'))
}

/** As much of the script of Stripe as the checkout uses. */
const script = `
window.seenByStripe = []
window.look = () => seenByStripe.push(
  location.href, document.URL, document.baseURI, document.referrer,
  ...performance.getEntries().map(({ name }) => name),
  ...(window.navigation ? navigation.entries() : []).map(({ url }) => url))
look()
const base = 'https://js.stripe.com/endive'
const idOf = (secret) => secret.split('_secret')[0]
window.Stripe = (key) => ({
  elements(asked) {
    const entered = {}
    const create = () => {
      const frame = document.createElement('iframe')
      const runs = {}
      return {
        on: (event, run) => (runs[event] = run),
        mount(place) {
          frame.title = 'Secure payment input frame'
          frame.style.cssText = 'display:block;border:0;inline-size:100%;block-size:185px'
          const look = encodeURIComponent(JSON.stringify(asked.appearance))
          frame.src = base + '/elements.html?intent=' + idOf(asked.clientSecret) + '#' + look
          frame.addEventListener('load', () => runs.ready())
          addEventListener('message', ({ source, data }) => {
            if (source === frame.contentWindow) Object.assign(entered, data)
          })
          place.append(frame)
        },
        destroy: () => frame.remove(),
      }
    }
    return { secret: asked.clientSecret, entered, create, update() {} }
  },
  async confirmPayment({ elements: { secret, entered }, confirmParams }) {
    const url = 'https://api.stripe.com/v1/payment_intents/' + idOf(secret) + '/confirm'
    look()
    const form = { ...entered, ...confirmParams, key, client_secret: secret }
    const answer = await fetch(url, { method: 'POST', body: new URLSearchParams(form) })
    const { error, next_action: action } = await answer.json()
    if (error) return { error }
    if (!action?.redirect_to_url) return {}
    location.assign(action.redirect_to_url.url)
    return new Promise(() => {})
  },
})`
