import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { answerBank } from '../builders/confirmation.ts'
import { lifeOf, monthlyBike } from '../builders/life.ts'
import { customerOf, mandateLink } from '../builders/mandate-link.ts'
import { managerOn } from '../builders/manager.ts'
import { checkMoney } from '../builders/money-check.ts'
import { openInvoices } from '../builders/open-invoice.ts'
import { madeOffer, sellerOn, soldPolicy } from '../builders/sale.ts'
import { sandboxCallback } from '../builders/sandbox-callback.ts'
import { type TestPlatform, openTestPlatform } from '../support/platform.ts'
import { tally } from './records.ts'

let platform: TestPlatform
beforeAll(async () => {
  platform = await openTestPlatform({ leavesDocuments: true })
})
afterAll(() => platform.close())
afterEach(() => vi.restoreAllMocks())

interface Shown {
  readonly mandates: readonly {
    readonly id: string
    readonly status: string
    readonly payment_id: string | null
    readonly setup_id: string | null
  }[]
  readonly setups: readonly { readonly status: string; readonly error_code: string | null }[]
}
const shown = async (id: string) =>
  (await managerOn(platform).get(`/policies/${id}/mandates`)).json<Shown>()
const statesOf = async (id: string) => (await shown(id)).mandates.map(({ status }) => status)
const setupsOf = async (id: string) =>
  (await shown(id)).setups.map(({ status, error_code }) => error_code ?? status)

/** Monthly from 1 June 2031 on, by a card that fails from July on unless another is said; and its customer. */
async function sold(mandate = 'hard_decline') {
  const life = await lifeOf(platform, monthlyBike('2031-05-20', '2031-06-01', mandate))
  const customer = async () =>
    customerOf(platform, life.id, await mandateLink(life.seller, life.id))
  return { ...life, customer }
}
const noTimeForAnswers = () => {
  const timeout = AbortSignal.timeout.bind(AbortSignal)
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) =>
    ms === 10_000 ? AbortSignal.abort() : timeout(ms),
  )
}

describe('a customer with a mandate link', () => {
  it('gives a new mandate without paying anything, and the next instalment is collected by it', async () => {
    const life = await sold()
    const customer = await life.customer()
    expect((await customer.open()).json()).toMatchObject({
      policy_id: life.id,
      methods: [{ provider: 'sandbox', method: 'card' }],
      expires_at: '2031-05-27T09:00:00+00:00',
    })
    const given = await customer.began()
    expect(given).toMatchObject({ status: 'ok', error_code: null })
    const { mandates } = await shown(life.id)
    expect(mandates).toMatchObject([
      { status: 'replaced', setup_id: null },
      { status: 'active', payment_id: null, setup_id: given.id },
    ])
    expect((await customer.open()).json()).toMatchObject({ setup: { status: 'ok' } })
    await life.to('2031-07-02')
    expect(await openInvoices(platform, life.id)).toEqual([])
    expect(await checkMoney(platform)).toMatchObject({ faults: [] })
    const history = await managerOn(platform).get(`/manage/policies/${life.id}/history`)
    const { events } = history.json<{ events: { type: string; data: object }[] }>()
    expect(events.filter(({ type }) => type === 'mandate.given').at(-1)?.data).toMatchObject({
      provider: 'sandbox',
      payment_id: null,
    })
  })

  it('gives one after the mandate before was revoked', async () => {
    const life = await sold('ok')
    const [mandate] = (await shown(life.id)).mandates
    const path = `/policies/${life.id}/mandates/${mandate?.id}/revoke`
    await life.seller.post(path, { reason: 'Closed.' })
    expect(await (await life.customer()).began()).toMatchObject({ status: 'ok' })
    expect(await statesOf(life.id)).toEqual(['revoked', 'active'])
  })

  it('confirms it on the page of the bank, and only then the old one ends', async () => {
    const life = await sold()
    const begun = await (await life.customer()).began({ outcome: 'confirm' })
    expect(begun.status).toBe('pending')
    expect(await statesOf(life.id)).toEqual(['active'])
    const url = begun.next_action?.url ?? ''
    const { pathname, search } = new URL(url)
    const page = await platform.app.inject({ url: pathname + search })
    expect(page.body).toContain('Allow your insurer to collect instalments')
    expect((await platform.app.inject({ url: `${pathname}?token=wrong` })).statusCode).toBe(404)
    expect((await answerBank(platform, url, 'ok')).body).toContain('Confirmed.')
    expect(await statesOf(life.id)).toEqual(['replaced', 'active'])
  })

  it('loses nothing by declining, and begins again by the same link', async () => {
    const life = await sold('ok')
    const customer = await life.customer()
    const begun = await customer.began({ outcome: 'confirm' })
    await answerBank(platform, begun.next_action?.url ?? '', 'failed')
    expect(await customer.began({ outcome: 'failed' })).toMatchObject({
      status: 'failed',
      error_code: 'card_declined',
    })
    expect(await statesOf(life.id)).toEqual(['active'])
    expect(await customer.began()).toMatchObject({ status: 'ok' })
    expect(await setupsOf(life.id)).toEqual(['not_confirmed', 'card_declined', 'ok'])
  })

  it('who never comes back keeps the mandate before; a late confirmation still counts', async () => {
    const life = await sold('ok')
    const { id } = await (await life.customer()).began({ outcome: 'confirm' })
    await life.to('2031-05-25')
    expect(await setupsOf(life.id)).toEqual(['not_confirmed'])
    expect(await statesOf(life.id)).toEqual(['active'])
    await life.to('2031-07-02')
    expect(await openInvoices(platform, life.id)).toEqual([])
    const late = await sandboxCallback(platform, { mandate_setup_id: id, status: 'ok' })
    expect(late.statusCode).toBe(200)
    expect(await statesOf(life.id)).toEqual(['replaced', 'active'])
  })

  it('confirms too late once a newer mandate was given: that one stays', async () => {
    const life = await sold('ok')
    const { id } = await (await life.customer()).began({ outcome: 'pending' })
    expect(await (await life.customer()).began()).toMatchObject({ status: 'ok' })
    const before = await shown(life.id)
    const late = await sandboxCallback(platform, { mandate_setup_id: id, status: 'ok' })
    expect(late.statusCode).toBe(200)
    expect((await shown(life.id)).mandates).toEqual(before.mandates)
    expect(await setupsOf(life.id)).toEqual(['superseded', 'ok'])
  })

  it('uses a link once, for seven days, for one policy', async () => {
    const [life, other] = [await sold(), await sold()]
    const token = await mandateLink(life.seller, life.id)
    const elsewhere = customerOf(platform, other.id, token)
    expect((await elsewhere.begin()).json()).toMatchObject({ code: 'mandate_token_unknown' })
    const customer = customerOf(platform, life.id, token)
    await customer.began()
    expect((await customer.begin()).json()).toMatchObject({ code: 'mandate_link_used' })
    const second = await life.customer()
    await life.to('2031-05-28')
    expect((await second.begin()).json()).toMatchObject({ code: 'mandate_token_unknown' })
    const without = sellerOn(platform, { publicKey: platform.demo.keys.test.public })
    expect((await without.get(`/policies/${life.id}/mandate_link`)).statusCode).toBe(401)
  })

  it('is given none for a single payment, an offer, or a method of nobody', async () => {
    const seller = sellerOn(platform, { product: 'bike' })
    const [{ id: single }, { id: offer }] = [await soldPolicy(seller), await madeOffer(seller)]
    for (const id of [single, offer]) {
      const refused = await seller.post(`/policies/${id}/mandate_links`, {})
      expect(refused.json()).toMatchObject({ code: 'mandate_not_possible' })
    }
    const { mandates, setups, ...rest } = (
      await managerOn(platform).get(`/manage/policies/${single}/mandates`)
    ).json<Shown>()
    expect([mandates, setups]).toEqual([[], []])
    expect(rest).toMatchObject({ allowed: { create_link: { code: 'mandate_not_possible' } } })
  })
})

describe('whatever becomes of the answer', () => {
  it('the provider is asked later: given, or never begun', async () => {
    const [taken, lost] = [await sold(), await sold()]
    noTimeForAnswers()
    expect(await (await taken.customer()).began({ outcome: 'timeout' })).toMatchObject({
      status: 'pending',
    })
    await (await lost.customer()).began({ outcome: 'unreached' })
    for (const life of [taken, lost]) await life.to('2031-05-21')
    expect(await statesOf(taken.id)).toEqual(['replaced', 'active'])
    expect(await setupsOf(lost.id)).toEqual(['unknown_mandate'])
    expect(await statesOf(lost.id)).toEqual(['active'])
  })

  it('the same in true time, by a job', async () => {
    const seller = sellerOn(platform)
    const offer = await madeOffer(seller)
    await seller.pay(offer, { provider: 'sandbox', method: 'card' })
    const customer = customerOf(platform, offer.id, await mandateLink(seller, offer.id))
    noTimeForAnswers()
    expect(await customer.began({ outcome: 'timeout' })).toMatchObject({ status: 'pending' })
    vi.restoreAllMocks()
    platform.clock.advance({ minutes: 1 })
    await platform.runDue()
    expect(await statesOf(offer.id)).toEqual(['replaced', 'active'])
  })

  it('a link gives one mandate, however many begin and confirm at once', async () => {
    const life = await sold()
    const customer = await life.customer()
    const begun = await Promise.all(
      Array.from({ length: 6 }, (_, n) =>
        customer.begin({ outcome: n % 2 === 0 ? 'ok' : 'confirm' }),
      ),
    )
    const ids = begun.flatMap((one) =>
      one.statusCode === 200 ? [one.json<{ id: string }>().id] : [],
    )
    await Promise.all(
      ids.flatMap((mandate_setup_id) =>
        [1, 2].map(() => sandboxCallback(platform, { mandate_setup_id, status: 'ok' })),
      ),
    )
    expect(await statesOf(life.id)).toEqual(['replaced', 'active'])
    expect(tally(await setupsOf(life.id))).toMatchObject({ ok: 1 })
    const history = await managerOn(platform).get(`/manage/policies/${life.id}/history`)
    const types = history.json<{ events: { type: string }[] }>().events.map(({ type }) => type)
    expect(tally(types)).toMatchObject({ 'mandate.given': 2, 'mandate.replaced': 1 })
  })
})
