import type { Response } from 'light-my-request'
import { pendingPayment } from '../builders/pending-payment.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { JsonObject } from '../../src/kernel/index.ts'
import { demoAccount, foreignInsurer, newKey, revokedKey } from '../builders/credentials.ts'
import { changeLink } from '../builders/endorsement-link.ts'
import { mandateLink } from '../builders/mandate-link.ts'
import { soldByCard } from '../builders/mandate.ts'
import { leadRequest, savedLead } from '../builders/lead.ts'
import { type Seller, madeOffer, sellerOn, soldPolicy } from '../builders/sale.ts'
import { type TestPlatform, openTestPlatform } from '../support/platform.ts'

let platform: TestPlatform
let owner: Seller
let callers: Readonly<Record<Caller, Seller>>
beforeAll(async () => {
  platform = await openTestPlatform({ leavesDocuments: true })
  owner = sellerOn(platform)
  callers = await openCallers()
})
afterAll(() => platform.close())

const callerNames = [
  'nobody',
  'own public key',
  'own secret key',
  'other distributor, public',
  'other distributor',
  'insurer',
  'foreign insurer',
  'own live key',
  'live insurer',
  'revoked key',
] as const
type Caller = (typeof callerNames)[number]

/**
 * Who gets what on a test sale of the first distributor, in the order of the callers above. A live
 * key may quote what is published, and sees small records, which are of neither mode.
 */
const matrix: Readonly<Record<string, readonly number[]>> = {
  'show form': [401, 200, 200, 404, 404, 200, 404, 200, 200, 401],
  'create quote': [401, 200, 200, 404, 404, 200, 404, 200, 200, 401],
  'create lead': [401, 200, 200, 404, 404, 200, 404, 200, 200, 401],
  'show lead': [401, 404, 200, 404, 404, 200, 404, 404, 404, 401],
  'open lead': [401, 200, 200, 404, 404, 200, 404, 404, 404, 401],
  'create offer': [401, 200, 200, 400, 400, 200, 400, 400, 400, 401],
  'show offer': [401, 401, 200, 401, 403, 200, 403, 404, 404, 401],
  'create payment': [401, 200, 200, 401, 401, 200, 401, 401, 401, 401],
  'show payment': [401, 401, 200, 401, 404, 200, 404, 404, 404, 401],
  'show payment by token': [401, 200, 200, 404, 404, 200, 404, 404, 404, 401],
  'void payment': [401, 200, 200, 404, 404, 200, 404, 404, 404, 401],
  'show policy': [401, 200, 200, 404, 404, 200, 404, 404, 404, 401],
  'show account': [401, 401, 200, 401, 404, 200, 404, 404, 404, 401],
  'show mandates': [401, 401, 200, 401, 404, 200, 404, 404, 404, 401],
  'revoke mandate': [401, 401, 200, 401, 404, 200, 404, 404, 404, 401],
  'create mandate link': [401, 401, 200, 401, 404, 200, 404, 404, 404, 401],
  'show mandate link': [401, 200, 200, 404, 404, 200, 404, 404, 404, 401],
  'give mandate by link': [401, 200, 200, 404, 404, 200, 404, 404, 404, 401],
  'preview transaction': [401, 401, 200, 401, 404, 200, 404, 404, 404, 401],
  'reinstate policy': [401, 401, 202, 401, 404, 202, 404, 404, 404, 401],
  'create change link': [401, 401, 200, 401, 404, 200, 404, 404, 404, 401],
  'show endorsement': [401, 401, 200, 401, 404, 200, 404, 404, 404, 401],
  'show endorsement by link': [401, 200, 200, 404, 404, 200, 404, 404, 404, 401],
  'change policy': [401, 401, 202, 401, 404, 202, 404, 404, 404, 401],
  'cancel policy': [401, 401, 202, 401, 404, 202, 404, 404, 404, 401],
  'show version status': [401, 401, 200, 401, 404, 200, 404, 404, 404, 401],
  'show distributor': [401, 401, 200, 401, 404, 200, 404, 200, 200, 401],
  'show item': [401, 401, 200, 401, 200, 200, 404, 200, 200, 401],
  'show touchpoint': [401, 401, 200, 401, 404, 200, 404, 200, 200, 401],
}

const calls: Readonly<Record<string, (caller: Seller) => Promise<Response>>> = {
  'show form': (caller) =>
    caller.get(`/integrations/${platform.demo.products['cyber']?.integration_id}/form`),
  'create quote': (caller) => caller.quote(),
  'create lead': (caller) => caller.post('/leads', leadRequest(platform)),
  'show lead': async (caller) => caller.get(`/leads/${(await savedLead(platform)).id}`),
  'open lead': async (caller) => {
    const { id, token } = await savedLead(platform)
    return caller.get(`/leads/${id}`, { 'lead-token': token })
  },
  'create offer': async (caller) =>
    caller.offer((await owner.quote()).json<{ token: string }>().token),
  'show offer': async (caller) => caller.get(`/offers/${(await madeOffer(owner)).id}`),
  'create payment': async (caller) => caller.pay(await madeOffer(owner)),
  'show payment': async (caller) => caller.get(`/payments/${(await soldPolicy(owner)).payment_id}`),
  'show payment by token': async (caller) => {
    const { id, token } = await pendingPayment(owner)
    return caller.get(`/payments/${id}`, { 'payment-token': token })
  },
  'void payment': async (caller) => {
    const { id, token } = await pendingPayment(owner)
    return caller.post(`/payments/${id}/void`, { token })
  },
  'show policy': async (caller) => caller.get(`/policies/${(await soldPolicy(owner)).id}`),
  'show account': async (caller) => caller.get(`/policies/${(await soldPolicy(owner)).id}/account`),
  'preview transaction': async (caller) => {
    const policy = await soldPolicy(owner)
    return caller.previewCancellation(policy.id, policy.version_id)
  },
  'reinstate policy': async (caller) => {
    const policy = await soldPolicy(owner)
    await owner.cancel(policy.id, policy.version_id)
    await platform.runDue()
    const held = (await owner.get(`/policies/${policy.id}`)).json<{ version_id: string }>()
    return caller.reinstate(policy.id, held.version_id)
  },
  'show mandates': async (caller) =>
    caller.get(`/policies/${(await soldByCard(owner)).id}/mandates`),
  'revoke mandate': async (caller) => {
    const { id, mandateId } = await soldByCard(owner)
    const reason = 'The card is closed.'
    return caller.post(`/policies/${id}/mandates/${mandateId}/revoke`, { reason })
  },
  'create mandate link': async (caller) =>
    caller.post(`/policies/${(await soldByCard(owner)).id}/mandate_links`, {}),
  'show mandate link': async (caller) => {
    const { id } = await soldByCard(owner)
    const headers = { 'mandate-token': await mandateLink(owner, id) }
    return caller.get(`/policies/${id}/mandate_link`, headers)
  },
  'give mandate by link': async (caller) => {
    const { id } = await soldByCard(owner)
    const headers = { 'mandate-token': await mandateLink(owner, id) }
    const body = { provider: 'sandbox', method: 'card' }
    return caller.post(`/policies/${id}/mandate_setups`, body, headers)
  },
  'create change link': async (caller) =>
    caller.post(`/policies/${(await soldPolicy(owner)).id}/endorsement_links`, {}),
  'show endorsement': async (caller) =>
    caller.get(`/policies/${(await soldPolicy(owner)).id}/endorsement`),
  'show endorsement by link': async (caller) => {
    const { id } = await soldPolicy(owner)
    const { token } = await changeLink(owner, id)
    return caller.get(`/policies/${id}/endorsement`, { 'endorsement-token': token })
  },
  'change policy': async (caller) => {
    const policy = await soldPolicy(owner)
    return caller.endorse(policy.id, policy.version_id, { data: { company_city: 'Potsdam' } })
  },
  'cancel policy': async (caller) => {
    const policy = await soldPolicy(owner)
    return caller.cancel(policy.id, policy.version_id)
  },
  'show version status': async (caller) => {
    const policy = await soldPolicy(owner)
    return caller.get(`/policies/${policy.id}/versions/${policy.version_id}/status`)
  },
  'show distributor': async (caller) =>
    caller.get(`/distributors/${(await demoAccount(platform, 'alpine-brokers')).id}`),
  'show item': (caller) => caller.get(`/items/${platform.demo.products['cyber']?.item_id}`),
  'show touchpoint': (caller) =>
    caller.get(`/touchpoints/${platform.demo.products['cyber']?.integration_id}`),
}

describe.each(Object.entries(matrix))('%s', (route, codes) => {
  it.each(callerNames.map((caller, at) => [caller, codes[at] ?? 0] as const))(
    'answers %s with %i',
    async (caller, code) => {
      const call = calls[route]
      if (call === undefined) throw new Error(`there is no call ${route}`)
      const response = await call(callers[caller])
      expect(response.statusCode).toBe(code)
      if (code >= 400) expectRefusal(response, route, code)
    },
  )
})

const phrases: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
}

/** A refusal shows the status, at most a code and a message besides, and nothing of the sale. */
function expectRefusal(response: Response, route: string, code: number): void {
  const isSilent = code === 403 || (route.startsWith('show payment') && code === 404)
  expect(response.json()).toStrictEqual({
    status: phrases[code],
    ...(isSilent ? {} : { code: expect.any(String), message: expect.any(String) }),
  })
  expect(response.body).not.toMatch(/Hanna|Brandt|CYB-/)
}

describe('a call that was refused', () => {
  it('changed nothing', async () => {
    const offer = await madeOffer(owner)
    const policy = await soldPolicy(owner)
    for (const name of [
      'nobody',
      'other distributor',
      'foreign insurer',
      'own live key',
    ] as const) {
      await callers[name].pay(offer)
      await callers[name].cancel(policy.id, policy.version_id)
    }
    expect((await owner.get(`/policies/${offer.id}`)).json()).toMatchObject({ status: 'ready' })
    expect((await owner.get(`/policies/${policy.id}`)).json()).toMatchObject({
      status: 'paid',
      is_locked: false,
    })
  })
})

describe('live data', () => {
  it('does not exist for test keys, neither the distributor’s nor the insurer’s', async () => {
    const live = callers['own live key']
    const policy = await soldPolicy(live)
    for (const name of ['own secret key', 'own public key', 'insurer'] as const) {
      const response = await callers[name].get(`/policies/${policy.id}`)
      expect(response.statusCode).toBe(404)
    }
    const insurer = await callers['live insurer'].get(`/policies/${policy.id}`)
    expect(insurer.json<JsonObject>()['id']).toBe(policy.id)
  })

  it('is not sold on a quote of test mode, nor the other way round', async () => {
    const live = callers['own live key']
    const { token } = (await live.quote()).json<{ token: string }>()
    expect((await owner.offer(token)).statusCode).toBe(400)
    expect((await live.offer(token)).statusCode).toBe(200)
  })
})

describe('an insurer', () => {
  it('sees what each of its distributors sold', async () => {
    const { integration_id: webshop } = platform.demo.products['cyber'] ?? {}
    const partner = await partnerIntegration(webshop ?? '')
    const policy = await soldPolicy(callers['other distributor'], {
      quote: { body: { integration_id: partner } },
    })
    const seen = await callers['insurer'].get(`/policies/${policy.id}`)
    expect(seen.json()).toMatchObject({ distributor_key: 'harbour-partners' })
    expect((await owner.get(`/policies/${policy.id}`)).statusCode).toBe(404)
  })
})

/** The other integration of the same product. */
async function partnerIntegration(webshop: string): Promise<string> {
  const { rows } = await platform.db.pool.query<{ id: string }>(
    `select other.id from integrations one join integrations other using (product_id)
     where one.id = $1 and other.id <> $1`,
    [webshop],
  )
  return rows[0]?.id ?? ''
}

async function openCallers(): Promise<Record<Caller, Seller>> {
  const { keys, other, insurer } = platform.demo
  const revoked = await revokedKey(platform, await demoAccount(platform, 'alpine-brokers'))
  const foreign = await newKey(platform, await foreignInsurer(platform))
  const secret = (secretKey: string) => sellerOn(platform, { secretKey })
  return {
    nobody: withoutKey(),
    'own public key': sellerOn(platform, { publicKey: keys.test.public }),
    'own secret key': owner,
    'other distributor, public': sellerOn(platform, { publicKey: other.test.public }),
    'other distributor': secret(other.test.secret),
    insurer: secret(insurer.test.secret),
    'foreign insurer': secret(foreign.key),
    'own live key': secret(keys.live.secret),
    'live insurer': secret(insurer.live.secret),
    'revoked key': secret(revoked),
  }
}

/** A seller whose requests carry no key at all: an empty public key counts as none. */
function withoutKey(): Seller {
  return sellerOn(platform, { publicKey: '' })
}
