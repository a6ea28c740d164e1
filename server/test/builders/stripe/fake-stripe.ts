import { type Server, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Stripe } from 'stripe'
import type { StripeSettings } from '../../../src/settings/index.ts'
import { FakeAccount, StripeFailure } from './account.ts'
import { named } from './objects.ts'
import { signedEvent } from './signed-event.ts'
import { type Form, readForm, recordIn, textIn } from './read-form.ts'

/**
 * What goes wrong with the next request that fits: `lost` is never done nor answered, `hangs` is done
 * and not answered, `fails` is answered 500 before it is done and `fails_after` after; both answers
 * are kept for the key. `busy` is refused and not kept; `cut` closes the connection after it was done.
 */
export interface Fault {
  readonly on: RegExp
  readonly kind: 'lost' | 'hangs' | 'fails' | 'fails_after' | 'busy' | 'cut'
  /** How many requests; one by default. */
  times?: number
}

interface Kept {
  readonly request: string
  readonly status: number
  readonly body: string
}

export interface FakeStripe {
  readonly account: FakeAccount
  readonly settings: StripeSettings
  readonly keys: { readonly secret: string; readonly publishable: string }
  readonly faults: Fault[]
  /** Each request as `POST /v1/refunds`, in their order. */
  readonly asked: string[]
  /** The key is accepted no longer, until it is restored. */
  revokeKey(): void
  /** Whether the key may read the balance; true at first. */
  mayReadBalance: boolean
  restoreKey(): void
  /** Forgets the answers that it keeps, as Stripe does after 24 hours. */
  forgetKeys(): void
  /** An event as Stripe sends it, signed. */
  signed(
    event: Stripe.Event,
    secret: string,
    changes?: object,
  ): { readonly payload: string; readonly headers: Record<string, string> }
  close(): Promise<void>
}

/** Stripe's API as far as it is used here, with a memory; the real package is pointed at it. */
export async function openFakeStripe(
  now: () => Temporal.Instant,
  options: {
    readonly secretKey?: string
    readonly accountId?: string
    /** What goes wrong with a request for which nothing is planned in `faults`. */
    readonly drawFault?: (request: string) => Fault['kind'] | null
    /** Runs between what a request did and its answer. */
    readonly beforeAnswer?: () => Promise<void>
  } = {},
): Promise<FakeStripe> {
  let made = 0
  const seconds = () => Math.floor(now().epochMilliseconds / 1000)
  const world = { now: seconds, id: (prefix: string) => `${prefix}_fake${++made}` }
  const { secretKey = 'sk_test_fakefakefake', accountId = 'acct_fake' } = options
  const account = new FakeAccount(accountId, world)
  const keys = { secret: secretKey, publishable: 'pk_test_fakefakefake' }
  const kept = new Map<string, Kept>()
  const faults: Fault[] = []
  const asked: string[] = []
  let isRevoked = false

  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const url = new URL(request.url ?? '', 'http://stripe.example')
      const asking = `${request.method} ${url.pathname}`
      asked.push(asking)
      const fault = nextFault(faults, asking) ?? options.drawFault?.(asking) ?? null
      if (fault === 'lost') return
      const isGet = request.method === 'GET'
      const text = isGet ? url.searchParams.toString() : Buffer.concat(chunks).toString()
      const key = String(request.headers['idempotency-key'] ?? '')
      const send = (status: number, body: string) =>
        response.writeHead(status, { 'content-type': 'application/json' }).end(body)
      const { authorization } = request.headers
      const isForm =
        authorization === `Bearer ${keys.publishable}` && isOfForm(account, asking, readForm(text))
      if (isRevoked || !(isForm || authorization === `Bearer ${keys.secret}`)) {
        send(401, errorBody({ type: 'invalid_request_error', message: 'Invalid API Key' }))
        return
      }
      if (fault === 'busy') {
        send(
          429,
          errorBody({ type: 'invalid_request_error', code: 'rate_limit', message: 'Slow down.' }),
        )
        return
      }
      if (!fake.mayReadBalance && url.pathname.startsWith('/v1/balance_transactions')) {
        const message = 'The provided key does not have the required permissions.'
        send(
          403,
          errorBody({ type: 'invalid_request_error', code: 'more_permissions_required', message }),
        )
        return
      }
      const before = key === '' || isGet ? undefined : kept.get(key)
      if (before !== undefined) {
        if (before.request === `${asking} ${text}`) send(before.status, before.body)
        else
          send(
            400,
            errorBody({ type: 'idempotency_error', message: 'Another request has this key.' }),
          )
        return
      }
      const failure = errorBody({ type: 'api_error', message: 'Something went wrong.' })
      let [status, body] = [500, failure]
      if (fault !== 'fails') {
        const done = answer(account, request.method ?? '', url.pathname, readForm(text))
        if (fault !== 'fails_after') [status, body] = [done.status, JSON.stringify(done.body)]
      }
      if (key !== '' && !isGet) kept.set(key, { request: `${asking} ${text}`, status, body })
      const end = () => {
        if (fault === 'hangs') return
        if (fault === 'cut') request.socket.destroy()
        else send(status, body)
      }
      if (options.beforeAnswer === undefined) end()
      else void options.beforeAnswer().then(end)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // It listens on a port.
  const fake: FakeStripe = {
    account,
    keys,
    mayReadBalance: true,
    faults,
    asked,
    settings: {
      // Only who shall get no answer is soon tired of waiting: any other may take a busy machine long.
      get timeoutMs() {
        return faults.some(({ kind }) => isUnanswered(kind)) ? 1_000 : 60_000
      },
      address: { protocol: 'http', host: '127.0.0.1', port },
    },
    revokeKey: () => {
      isRevoked = true
    },
    restoreKey: () => {
      isRevoked = false
    },
    forgetKeys: () => kept.clear(),
    signed: (event, secret, changes = {}) => signedEvent({ ...event, ...changes }, secret, now()),
    close: () => closed(server),
  }
  return fake
}

/** Whether the form of a page may ask for it, which knows the secret of one intent. */
function isOfForm({ intents }: FakeAccount, asking: string, form: Form): boolean {
  const [, id = ''] = /^POST \/v1\/payment_intents\/(\w+)\/confirm$/.exec(asking) ?? []
  const secret = intents.get(id)?.client_secret ?? null
  return secret !== null && textIn(form, 'client_secret') === secret
}

const isUnanswered = (kind: Fault['kind']) => kind === 'lost' || kind === 'hangs'

function nextFault(faults: Fault[], named: string): Fault['kind'] | null {
  const at = faults.findIndex(({ on }) => on.test(named))
  const fault = faults[at]
  if (fault === undefined) return null
  const times = (fault.times ?? 1) - 1
  if (times > 0) fault.times = times
  else faults.splice(at, 1)
  return fault.kind
}

const errorBody = (error: object) => JSON.stringify({ error })

function answer(
  account: FakeAccount,
  method: string,
  path: string,
  form: Form,
): { readonly status: number; readonly body: object } {
  try {
    return { status: 200, body: route(account, method, path, form) }
  } catch (error) {
    if (!(error instanceof StripeFailure)) throw error
    return { status: error.status, body: { error: error.body } }
  }
}

function route(account: FakeAccount, method: string, path: string, form: Form): object {
  const [, , resource = '', id = '', verb = ''] = path.split('/')
  const expand = Object.values(recordIn(form, 'expand'))
  switch (`${method} ${resource}${id === '' ? '' : '/:id'}${verb === '' ? '' : `/${verb}`}`) {
    case 'GET account':
      return account.account()
    case 'POST customers':
      return account.createCustomer(form)
    case 'POST payment_intents':
      return account.createIntent(form)
    case 'GET payment_intents':
      return list(intentsFor(account, textIn(form, 'customer')), form, path, (one) =>
        account.expanded(
          one,
          expand.map((name) => name.replace('data.', '')),
        ),
      )
    case 'GET payment_intents/:id': {
      const isDue = account.intent(id).status === 'processing' && !account.holdsDebits
      return account.expanded(isDue ? account.settleDebit(id) : account.intent(id), expand)
    }
    case 'GET mandates/:id':
      return account.mandates.get(id) ?? missing(id)
    case 'POST payment_intents/:id/confirm':
      return account.expanded(account.confirmIntent(id, form), expand)
    case 'POST payment_intents/:id/cancel':
      return account.cancelIntent(id)
    case 'POST setup_intents':
      return account.createSetup(form)
    case 'GET setup_intents':
      return list([...account.setups.values()], form, path)
    case 'GET setup_intents/:id':
      return account.expanded(account.setups.get(id) ?? missing(id), expand)
    case 'POST refunds':
      return account.createRefund(form)
    case 'GET refunds':
      return list([...account.refunds.values()], form, path)
    case 'GET disputes':
      return list([...account.disputes.values()], form, path)
    case 'GET balance_transactions':
      return list(account.balanceTransactions, form, path, (one) =>
        expand.includes('data.source') ? account.withSource(one) : one,
      )
    case 'GET events':
      return list(account.events, form, path)
    default:
      throw new StripeFailure(404, {
        type: 'invalid_request_error',
        message: `Unrecognized request URL (${method}: ${path}).`,
      })
  }
}

/** Those of a customer, where one is named. */
function intentsFor({ intents }: FakeAccount, customer: string | null): Stripe.PaymentIntent[] {
  const all = [...intents.values()]
  return customer === null ? all : all.filter((one) => named(one.customer) === customer)
}

function missing(id: string): never {
  throw new StripeFailure(404, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    message: `No such object: '${id}'`,
  })
}

/** Newest first, page by page. */
function list<Row extends { readonly id: string; readonly created: number }>(
  rows: readonly Row[],
  form: Form,
  url: string,
  show: (row: Row) => object = (row) => row,
): object {
  const created = recordIn(form, 'created')
  const intent = textIn(form, 'payment_intent')
  const types = Object.values(recordIn(form, 'types'))
  const all = rows.toReversed().filter((row) => {
    const { payment_intent: of, type } = row as Row & { payment_intent?: string; type?: string }
    const isAfter = row.created >= Number(created['gte'] ?? 0)
    const isBefore = row.created <= Number(created['lte'] ?? Number.MAX_SAFE_INTEGER)
    const isOf = intent === null || of === intent
    return isAfter && isBefore && isOf && (types.length === 0 || types.includes(type ?? ''))
  })
  const after = textIn(form, 'starting_after')
  const from = after === null ? 0 : all.findIndex(({ id }) => id === after) + 1
  const limit = Number(textIn(form, 'limit') ?? 10)
  const page = all.slice(from, from + limit)
  return { object: 'list', url, has_more: from + limit < all.length, data: page.map(show) }
}

function closed(server: Server): Promise<void> {
  server.closeAllConnections()
  return new Promise((resolve, reject) => {
    server.close((error) => (error === undefined ? resolve() : reject(error)))
  })
}
