import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { JsonObject } from '../../src/kernel/index.ts'
import { card, lifeOf, monthlyBike } from '../builders/life.ts'
import { managerOn } from '../builders/manager.ts'
import { checkMoney } from '../builders/money-check.ts'
import { openInvoices } from '../builders/open-invoice.ts'
import { restrictedKey } from '../builders/restricted-key.ts'
import { madeOffer, sellerOn } from '../builders/sale.ts'
import { type TestPlatform, openTestPlatform } from '../support/platform.ts'
import { tally } from './records.ts'

let platform: TestPlatform
beforeAll(async () => {
  platform = await openTestPlatform({ leavesDocuments: true })
})
afterAll(() => platform.close())

interface ShownMandate {
  readonly id: string
  readonly hint: string | null
  readonly status: string
  readonly payment_id: string
  readonly pending_payment_ids: readonly string[]
  readonly revoked_by: string | null
  readonly reason: string | null
  readonly ended_at: string | null
  readonly allowed: { readonly revoke: { readonly allowed: boolean; readonly code: string | null } }
}
const reason = 'The customer wrote that the card is closed.'

const mandatesOf = async (id: string) =>
  (await managerOn(platform).get(`/policies/${id}/mandates`)).json<{ mandates: ShownMandate[] }>()
    .mandates
const newest = async (id: string) =>
  (await mandatesOf(id)).at(-1) ?? expect.fail('the policy has a mandate')

async function revoke(id: string, mandateId?: string, by = managerOn(platform)) {
  const named = mandateId ?? (await newest(id)).id
  return by.post(`/policies/${id}/mandates/${named}/revoke`, { reason })
}
const eventsOf = async (id: string, type: string) =>
  (await managerOn(platform).get(`/manage/policies/${id}/history`))
    .json<{ events: { type: string; data: JsonObject }[] }>()
    .events.filter((one) => one.type === type)

/** Monthly from 1 June 2031 on, by card; each period is invoiced before its due day. */
const sold = (mandate?: string) =>
  lifeOf(platform, monthlyBike('2031-05-20', '2031-06-01', mandate))
const collectionsOf = async (id: string) =>
  (await managerOn(platform).get(`/manage/payments?policy_id=${id}`)).json<
    { id: string; status: string; provider: string; created_at: string }[]
  >()

describe('the mandates of a policy', () => {
  it('are shown with what ended them, and the end of the card to those who may see it', async () => {
    const life = await sold()
    const [mandate] = await mandatesOf(life.id)
    expect(mandate).toMatchObject({
      provider: 'sandbox',
      method: 'card',
      hint: '•••• 4242',
      status: 'active',
      revoked_by: null,
      reason: null,
      created_at: '2031-05-20T09:00:00+00:00',
      ended_at: null,
      pending_payment_ids: [],
      allowed: { revoke: { allowed: true } },
    })
    const viewer = managerOn(platform, await restrictedKey(platform, { roles: ['viewer'] }))
    const masked = await viewer.get(`/manage/policies/${life.id}/mandates`)
    expect(masked.json()).toMatchObject({
      mandates: [
        {
          masked: ['hint'],
          status: 'active',
          allowed: { revoke: { allowed: false, code: 'permission_missing' } },
        },
      ],
    })
    expect(masked.body).not.toContain('4242')
    expect((await revoke(life.id, mandate?.id, viewer)).statusCode).toBe(403)
    const publicKey = platform.demo.keys.test.public
    const page = await sellerOn(platform, { publicKey }).get(`/policies/${life.id}/mandates`)
    expect(page.statusCode).toBe(401)
  })

  it('are none of a policy that is paid by invoice', async () => {
    const offer = await madeOffer(sellerOn(platform))
    await sellerOn(platform).pay(offer)
    expect(await mandatesOf(offer.id)).toEqual([])
  })
})

describe('a mandate that is revoked', () => {
  it('collects nothing more: the customer pays the next instalment, and gives another', async () => {
    const life = await sold()
    await life.to('2031-07-02')
    expect(await openInvoices(platform, life.id)).toEqual([])
    const revoked = await revoke(life.id)
    expect(revoked.json(), revoked.body).toMatchObject({
      status: 'revoked',
      revoked_by: 'account',
      reason,
      ended_at: '2031-07-02T10:00:00+00:00',
      allowed: { revoke: { allowed: false, code: 'mandate_ended' } },
    })
    const { payment_id } = await newest(life.id)
    expect(await eventsOf(life.id, 'mandate.revoked')).toMatchObject([
      { data: { policy_id: life.id, payment_id, revoked_by: 'account' } },
    ])
    const paidBefore = (await collectionsOf(life.id)).length
    await life.to('2031-08-02')
    expect(await collectionsOf(life.id)).toHaveLength(paidBefore)
    expect(await openInvoices(platform, life.id)).toHaveLength(1)
    await life.payOpen()
    expect((await mandatesOf(life.id)).map(({ status }) => status)).toEqual(['revoked', 'active'])
    await life.to('2031-09-02')
    expect(await openInvoices(platform, life.id)).toEqual([])
    expect(await checkMoney(platform)).toMatchObject({ faults: [] })
  })

  it('leaves the invoice that was issued before to the customer, and it is overdue as any other', async () => {
    const life = await sold()
    await life.to('2031-06-30') // The instalment of July is invoiced, and due tomorrow.
    const [due] = await openInvoices(platform, life.id)
    expect(due).toMatchObject({ due_date: '2031-07-01' })
    await revoke(life.id)
    await life.to('2031-07-20')
    expect((await openInvoices(platform, life.id))[0]).toMatchObject({ id: due?.id })
    expect(await eventsOf(life.id, 'dunning.opened')).toHaveLength(1)
  })

  it('does not stop a collection that is with the provider: its money is applied', async () => {
    const life = await sold('late')
    await life.to('2031-07-02')
    const [collecting] = (await newest(life.id)).pending_payment_ids
    expect(collecting).toBeDefined()
    expect((await revoke(life.id)).json()).toMatchObject({
      status: 'revoked',
      pending_payment_ids: [collecting],
    })
    await life.to('2031-07-06')
    expect(await openInvoices(platform, life.id)).toEqual([])
    expect(await newest(life.id)).toMatchObject({ status: 'revoked', pending_payment_ids: [] })
    expect(await checkMoney(platform)).toMatchObject({ faults: [] })
  })

  it('is not tried again when that collection is declined for now', async () => {
    const life = await sold('soft_decline')
    await life.to('2031-07-02')
    const tries = (await collectionsOf(life.id)).length
    await revoke(life.id)
    await life.to('2031-07-31')
    expect(await collectionsOf(life.id)).toHaveLength(tries)
  })

  it('stays revoked: it is refused a second time, and under the name of another policy', async () => {
    const [life, other] = [await sold(), await sold()]
    const { id } = await newest(life.id)
    expect((await revoke(other.id, id)).json()).toMatchObject({ code: 'mandate_not_found' })
    const answers = await Promise.all([revoke(life.id, id), revoke(life.id, id)])
    expect(tally(answers.map(({ statusCode }) => statusCode))).toEqual({ 200: 1, 422: 1 })
    expect(await eventsOf(life.id, 'mandate.revoked')).toHaveLength(1)
  })
})

it('revoked while instalments are collected, a mandate takes one before or none at all', async () => {
  const seller = sellerOn(platform)
  const begun = platform.clock()
  const offers = []
  for (let n = 0; n < 12; n++) {
    const offer = await madeOffer(seller)
    expect((await seller.pay(offer, card())).statusCode).toBe(200)
    offers.push({ id: offer.id, mandateId: (await newest(offer.id)).id })
  }
  const { start_date: start } = (await seller.get(`/policies/${offers[0]?.id}`)).json<{
    start_date: string
  }>()
  const due = Temporal.Instant.from(start).toZonedDateTimeISO('Europe/Berlin').add({ years: 1 })
  platform.clock.set(due.subtract({ days: 10 }).toInstant())
  await platform.handlers.sweep({})
  await platform.runDue()
  platform.clock.set(due.add({ hours: 1 }).toInstant())
  const [, ...revoked] = await Promise.all([
    platform.handlers.sweep({}),
    ...offers.map(({ id, mandateId }) => revoke(id, mandateId)),
  ])
  await platform.handlers.sweep({}) // Policies that were locked were left out.
  await platform.runDue()
  expect(tally(revoked.map(({ statusCode }) => statusCode))).toEqual({ 200: offers.length })
  for (const { id } of offers) {
    const settled = await eventsOf(id, 'invoice.settled')
    const open = await openInvoices(platform, id)
    const collected = (await collectionsOf(id)).length - 1
    // Either way the instalment is accounted for once.
    expect(collected + open.length, id).toBe(1)
    expect(settled).toHaveLength(collected)
    expect(await newest(id)).toMatchObject({ status: 'revoked', pending_payment_ids: [] })
  }
  // A day later nobody tries again.
  platform.clock.set(due.add({ days: 4 }).toInstant())
  const before = await Promise.all(offers.map(async ({ id }) => (await collectionsOf(id)).length))
  await platform.handlers.sweep({})
  await platform.runDue()
  const after = await Promise.all(offers.map(async ({ id }) => (await collectionsOf(id)).length))
  expect(after).toEqual(before)
  expect(await checkMoney(platform)).toMatchObject({ faults: [] })
  platform.clock.set(begun)
})
