import { minorDigits } from '../../kernel/index.ts'
import { Type } from '../wire/type.ts'
import {
  type CustomerReply,
  type MandateSetup,
  type Payment,
  customerAnswers,
  customerAnswersSetup,
  findWaiting,
  findWaitingSetup,
} from '../../payments/index.ts'
import type { App, HttpDeps } from '../deps.ts'
import { pagePolicy } from './page-policy.ts'
import { pageShell } from './page-shell.ts'

/** What a customer confirms: a payment, or a mandate without one. */
type Waiting = Payment | MandateSetup

const anyText = Type.Optional(Type.String())
const address = {
  config: { access: 'open', isRepeatable: true },
  schema: {
    hide: true,
    params: Type.Object({ paymentId: Type.String() }),
    querystring: Type.Object({ token: anyText }),
  },
} as const

/**
 * The page of a simulated bank on which the customer confirms a payment: the target of
 * `next_action`. The token in the address gives access, as with a real bank.
 */
export function addSandboxBank(app: App, deps: HttpDeps): void {
  const policy = pagePolicy("'none'").replace("form-action 'none'", "form-action 'self'")
  const find = async (id: string, token: string): Promise<Waiting | null> =>
    (await findWaiting(deps, id, token)) ?? (await findWaitingSetup(deps, id, token))
  const answer = (waiting: Waiting, reply: CustomerReply): Promise<Waiting> =>
    'amount' in waiting
      ? customerAnswers(deps, waiting, reply)
      : customerAnswersSetup(deps, waiting, reply)
  void app.register(async (scope: App) => {
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: 1_000 },
      async (_request: unknown, body: string) => Object.fromEntries(new URLSearchParams(body)),
    )
    scope.get('/sandbox-bank/:paymentId', address, async (request, reply) => {
      const { params, query } = request
      const payment = await find(params.paymentId, query.token ?? '')
      return reply
        .code(payment === null ? 404 : 200)
        .header('content-security-policy', policy)
        .type('text/html; charset=utf-8')
        .send(page(payment))
    })
    scope.post('/sandbox-bank/:paymentId', address, async (request, reply) => {
      const { params, query } = request
      const token = query.token ?? ''
      const waiting = await find(params.paymentId, token)
      const isConfirmed = Reflect.get(Object(request.body), 'answer') === 'ok'
      const payment = waiting === null ? null : await answer(waiting, { token, isConfirmed })
      return reply
        .code(payment === null ? 404 : 200)
        .header('content-security-policy', policy)
        .type('text/html; charset=utf-8')
        .send(page(payment))
    })
  })
}

/** The content depends on the payment only, so that a reload shows the same. */
function page(payment: Waiting | null): string {
  const shown = payment === null ? '<p>There is no such payment.</p>' : content(payment)
  return pageShell({
    title: 'Sandbox bank',
    style: '../checkout/shop.css',
    bodyClass: 'bank',
    body: `<main>\n<h1>Sandbox bank</h1>\n${shown}\n</main>`,
  })
}

function content(waiting: Waiting): string {
  const { status } = waiting
  if (status === 'ok') return '<p>Confirmed. You can close this window.</p>'
  if (!('amount' in waiting)) {
    if (status === 'failed') return '<p>Not confirmed. You can close this window.</p>'
    return `<p>Allow your insurer to collect instalments from this card? Test mode: no money moves.</p>
${decision}`
  }
  if (status === 'failed') return '<p>Not paid. You can close this window.</p>'
  const { amount, currency } = waiting
  const digits = minorDigits(currency)
  const shown = { minimumFractionDigits: digits, maximumFractionDigits: digits }
  const sum = new Intl.NumberFormat('en', { style: 'currency', currency, ...shown })
  return `<p>Pay ${sum.format(amount / 10 ** digits)}? Test mode: no money moves.</p>
${decision}`
}

const decision = `<form method="post">
<button name="answer" value="ok">Confirm</button>
<button name="answer" value="failed">Decline</button>
</form>`
