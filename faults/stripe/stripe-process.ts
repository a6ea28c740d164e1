import { type IncomingMessage, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Stripe } from 'stripe'
import { StripeFailure } from '@bindery/server/test/builders/stripe/account.ts'
import {
  type Fault,
  type FakeStripe,
  openFakeStripe,
} from '@bindery/server/test/builders/stripe/fake-stripe.ts'
import { randomOf } from '../random.ts'
import { shownBy, webhookSecret } from './at-stripe.ts'

/*
 * Stripe as a process of its own: it survives whatever is killed, remembers what it did, and is out of
 * sorts now and then by the seed.
 */

const outOfSortsChance = 0.1
const faultKinds = { lost: 1, hangs: 2, fails: 1, fails_after: 2, busy: 2, cut: 2 } as const
/** When an event is delivered; what is never delivered is found by asking. */
const deliveries = { before: 3, after: 5, twice: 2, late: 2, never: 0.5 } as const
const deliveryPauseMaxMs = 300
const latePauseMs = 5_000
const deliveryTimeoutMs = 5_000
const againMs = 500

const die = randomOf(Number(process.argv[2]))
let isCalm = false
let hooks: readonly [string, ...string[]] | null = null
let seen = 0
/** Events whose delivery was not answered with yes. */
const untaken = new Set<Stripe.Event>()
const refusals: string[] = []

const stripe: FakeStripe = await openFakeStripe(() => Temporal.Now.instant(), {
  drawFault: (): Fault['kind'] | null =>
    !isCalm && die.chance(outOfSortsChance) ? die.weigh(faultKinds) : null,
  beforeAnswer: reportEvents,
})

/** Delivers what has happened since the last time: some of it before the caller is answered. */
async function reportEvents(): Promise<void> {
  const events = stripe.account.events.slice(seen)
  seen = stripe.account.events.length
  for (const event of events) {
    const delivery = isCalm ? 'after' : die.weigh(deliveries)
    if (delivery === 'never') continue
    untaken.add(event)
    if (delivery === 'before') await deliver(event)
    else void deliverLater(event, delivery)
  }
}

async function deliverLater(event: Stripe.Event, delivery: 'after' | 'twice' | 'late') {
  await sleep(delivery === 'late' ? latePauseMs : die.between(0, deliveryPauseMaxMs))
  await Promise.all([deliver(event), delivery === 'twice' ? deliver(event) : null])
}

async function deliver(event: Stripe.Event): Promise<void> {
  if (hooks === null) return
  const { payload, headers } = stripe.signed(event, webhookSecret)
  try {
    const response = await fetch(die.pick(hooks), {
      method: 'POST',
      headers,
      body: payload,
      signal: AbortSignal.timeout(deliveryTimeoutMs),
    })
    const answer = await response.text()
    if (response.ok) untaken.delete(event)
    else if (response.status !== 503) refusals.push(`${event.type} ${response.status} ${answer}`)
  } catch {
    // Nobody is there: it is sent again.
  }
}

/** The customer on the page fills in the form, or confirms what the bank asks. */
function fillInForm(intent: Stripe.PaymentIntent): void {
  try {
    if (intent.status === 'requires_action') stripe.account.authenticate(intent.id)
    else stripe.account.confirmIntent(intent.id, { payment_method: 'pm_card_visa' })
  } catch (error) {
    if (!(error instanceof StripeFailure)) throw error // It is decided already.
  }
}

/** Whether its customer has something to do, and is there to do it. */
function waitsForCustomer({
  status,
  setup_future_usage,
  last_payment_error,
}: Stripe.PaymentIntent) {
  if (status === 'requires_action') return true
  const isFirst = setup_future_usage !== null
  const isAsked = last_payment_error?.code === 'authentication_required'
  return status === 'requires_payment_method' && (isFirst || isAsked)
}

/** From now on nothing goes wrong, all customers finish what they began, and every event is taken. */
async function calmDown(): Promise<void> {
  isCalm = true
  for (const intent of stripe.account.intents.values()) {
    if (waitsForCustomer(intent)) fillInForm(intent)
  }
  await reportEvents()
  while (untaken.size > 0) {
    await Promise.all([...untaken].map(deliver))
    if (untaken.size > 0) await sleep(againMs)
  }
}

async function order(request: IncomingMessage): Promise<unknown> {
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://127.0.0.1')
  switch (pathname) {
    case '/hooks': {
      const [first, ...others] = searchParams.getAll('url')
      hooks = first === undefined ? null : [first, ...others]
      return null
    }
    case '/form': {
      for (const intent of stripe.account.intents.values()) {
        const isOf = intent.metadata['bindery_policy'] === searchParams.get('policy')
        if (isOf && waitsForCustomer(intent)) fillInForm(intent)
      }
      await reportEvents()
      return null
    }
    case '/calm':
      return calmDown()
    default:
      return { ...shownBy(stripe), refusals }
  }
}

const control = createServer((request, response) => {
  order(request).then(
    (answer) => response.end(JSON.stringify(answer ?? null)),
    (error: unknown) => response.writeHead(500).end(String(error)),
  )
})
control.listen(0, '127.0.0.1', () => {
  const { port } = control.address() as AddressInfo // It listens on a port.
  process.stdout.write(`${JSON.stringify({ api: stripe.settings.address?.port, control: port })}\n`)
})
/** It is of no use without the harness. */
process.stdin.resume().once('end', () => process.exit(0))
