import type { InjectOptions } from 'light-my-request'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { changeLink } from '../builders/endorsement-link.ts'
import { type Seller, sellerOn, soldPolicy } from '../builders/sale.ts'
import { type TestPlatform, openTestPlatform } from '../support/platform.ts'

let platform: TestPlatform
let insurer: Seller
beforeAll(async () => {
  platform = await openTestPlatform()
  insurer = sellerOn(platform, { secretKey: platform.demo.insurer.test.secret })
})
afterAll(() => platform.close())

/** What a page asks for a customer, with the public key of the seller and the token of a link. */
function pageWith(token: string, key = platform.demo.keys.test.public) {
  const send = (method: 'GET' | 'POST' | 'PATCH', path: string, more: InjectOptions = {}) =>
    platform.app.inject({
      method,
      url: `${path}?key=${key}`,
      ...more,
      headers: { 'endorsement-token': token, ...more.headers },
    })
  return {
    open: (id: string) => send('GET', `/policies/${id}/endorsement`),
    quote: (id: string, data: object, more = {}) =>
      send('POST', '/quotes', {
        payload: { policy_id: id, data, ...more },
        headers: { accept: 'application/vnd.bindery.v3+json' },
      }),
    endorse: (id: string, version: string, body: object) =>
      send('PATCH', `/policies/${id}`, { payload: body, headers: { 'if-match': version } }),
    status: (href: string) => send('GET', new URL(href).pathname),
    policy: (id: string) => send('GET', `/policies/${id}`),
    cancel: (id: string, version: string) =>
      send('POST', `/policies/${id}/cancel`, {
        payload: { cancellation_reason: 'x', termination_date: '2027-12-31' },
        headers: { 'if-match': version },
      }),
    pay: (body: object) => send('POST', '/payments', { payload: body }),
  }
}
interface Opened {
  readonly version_id: string
  readonly effective_date: string
  readonly is_endorsable: boolean
  readonly waiting_version_id: string | null
  readonly questions: readonly { readonly name: string }[]
  readonly data: Readonly<Record<string, unknown>>
  readonly gross_payment_amount: number
}

describe('a customer who was given a link', () => {
  it('sees what may be endorsed, what it comes to, requests it and pays for it', async () => {
    const { id } = await soldPolicy(sellerOn(platform))
    const { token } = await changeLink(insurer, id)
    const page = pageWith(token)
    const opened = (await page.open(id)).json<Opened>()
    expect(opened.is_endorsable).toBe(true)
    expect(opened.waiting_version_id).toBeNull()
    expect(opened.questions.map(({ name }) => name)).toContain('deductible')
    expect(opened.questions.map(({ name }) => name)).not.toContain('policy_start_date')
    const quoted = await page.quote(id, { deductible: 100_000 })
    const {
      token: quote_token,
      endorsement: change,
      extra_data,
    } = quoted.json<{
      token: string
      endorsement: { amount: number; gross_payment_amount_before: number; effective_date: string }
      extra_data: object
    }>()
    expect(change.gross_payment_amount_before).toBe(opened.gross_payment_amount)
    expect(change.effective_date).toBe(opened.effective_date)
    expect(change.amount).toBeGreaterThan(0)
    // What only a secret key sees of a price is not shown to a page.
    expect(Object.keys(extra_data)).not.toContain('net_commission_total')
    const accepted = await page.endorse(id, opened.version_id, { quote_token })
    expect(accepted.statusCode).toBe(202)
    const making = (await page.open(id)).json<Opened>()
    expect(making.waiting_version_id).not.toBeNull()
    await platform.runDue()
    const { href } = accepted.json<{ _links: { status: { href: string } } }>()._links.status
    // Opening the page again shows what waits, while it is made and while it is to be paid for.
    const waiting = async () => (await page.open(id)).json<Opened>().waiting_version_id
    expect(href).toContain(await waiting())
    const { status, payment, _links } = (await page.status(href)).json<{
      status: string
      _links: object
      payment: { token: string; amount: number }
    }>()
    expect([status, payment.amount]).toEqual(['proposed', change.amount])
    expect(_links).not.toHaveProperty('documents')
    const request = { token: payment.token, policy_id: id, provider: 'invoice', method: 'invoice' }
    expect((await page.pay(request)).json()).toMatchObject({ status: 'ok' })
    expect(await waiting()).toBeNull()
    // Then its documents are there to be read, and the link leads to them.
    await platform.runDue()
    const { _links: links } = (await page.status(href)).json<{
      _links: { documents: { href: string } }
    }>()
    const { pathname, search } = new URL(links.documents.href)
    const listed = await platform.app.inject({ url: pathname + search })
    const { documents } = listed.json<{ documents: { version_id: string }[] }>()
    expect(documents.length).toBeGreaterThan(0)
    const policy = (await insurer.get(`/policies/${id}`)).json<{
      quote: { customer_input: { deductible: number } }
    }>()
    expect(policy.quote.customer_input.deductible).toBe(100_000)
  })

  it('counts from the day of the link, or from the day on which it is used', async () => {
    const { id } = await soldPolicy(sellerOn(platform))
    const later = await changeLink(insurer, id, { effective_date: '2027-09-01' })
    expect((await pageWith(later.token).open(id)).json<Opened>().effective_date).toBe('2027-09-01')
    const quoted = await pageWith(later.token).quote(
      id,
      { deductible: 100_000 },
      { effective_date: '2027-07-01' },
    )
    expect(quoted.json()).toMatchObject({ endorsement: { effective_date: '2027-09-01' } })
    const past = await changeLink(insurer, id, { effective_date: '2020-01-01' })
    const opened = (await pageWith(past.token).open(id)).json<Opened>()
    expect(opened.effective_date > '2027').toBe(true)
  })

  it('can do nothing else with it, and nothing with another policy', async () => {
    const { id, version_id } = await soldPolicy(sellerOn(platform))
    const { id: other, version_id: otherVersion } = await soldPolicy(sellerOn(platform))
    const page = pageWith((await changeLink(insurer, id)).token)
    const refused = async (answer: ReturnType<typeof page.open>) =>
      expect((await answer).statusCode).toBe(401)
    await refused(page.cancel(id, version_id))
    await refused(page.endorse(id, version_id, { data: { company_city: 'Potsdam' } }))
    await refused(page.endorse(id, version_id, { quote_token: 'x', effective_date: '2027-09-01' }))
    await refused(page.open(other))
    await refused(page.quote(other, { deductible: 100_000 }))
    await refused(page.endorse(other, otherVersion, { quote_token: 'x' }))
    await refused(page.status(`http://x/policies/${other}/versions/${otherVersion}/status`))
    expect((await page.policy(id)).json()).not.toHaveProperty('email')
    const elsewhere = pageWith(
      (await changeLink(insurer, id)).token,
      platform.demo.other.test.public,
    )
    expect((await elsewhere.open(id)).statusCode).toBe(404)
  })

  it('has a day for it', async () => {
    const { id } = await soldPolicy(sellerOn(platform))
    const { token, expires_at } = await changeLink(insurer, id)
    const end = Temporal.Instant.from(expires_at)
    expect(end.since(platform.clock()).total('hours')).toBeGreaterThan(23.9)
    platform.clock.set(end.subtract({ seconds: 1 }))
    expect((await pageWith(token).open(id)).statusCode).toBe(200)
    platform.clock.set(end)
    expect((await pageWith(token).open(id)).statusCode).toBe(401)
    for (const made of [
      '',
      'x',
      'chg_',
      `${token}0`,
      token.slice(0, -4),
      token.replace('chg_', 'pvt_'),
    ]) {
      expect((await pageWith(made).open(id)).statusCode).toBe(401)
    }
  })

  it('sees the reason where a policy cannot be endorsed', async () => {
    const seller = sellerOn(platform)
    const { id, version_id } = await soldPolicy(seller)
    const { token } = await changeLink(insurer, id)
    const today = platform.clock().toZonedDateTimeISO('Europe/Berlin').toPlainDate()
    await seller.cancel(id, version_id, { termination_date: today.toString() })
    await platform.runDue()
    expect((await pageWith(token).open(id)).json()).toMatchObject({ is_endorsable: false })
    expect((await pageWith(token).quote(id, { deductible: 100_000 })).statusCode).toBe(422)
  })
})
