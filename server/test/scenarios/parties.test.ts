import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { JsonObject, PolicyId } from '../../src/kernel/index.ts'
import { sql } from '../../src/database/index.ts'
import { openSecret } from '../../src/policies/index.ts'
import { openTokens } from '../../src/sales/index.ts'
import { advanceAll } from '../builders/clock.ts'
import { dunCyber, soldUnpaid } from '../builders/dunning.ts'
import { iban } from '../builders/payouts.ts'
import { answerBank } from '../builders/confirmation.ts'
import { card, lifeOf, monthlyBike, planIdOf } from '../builders/life.ts'
import { changeLink } from '../builders/endorsement-link.ts'
import { customerOf, mandateLink } from '../builders/mandate-link.ts'
import { soldByCard } from '../builders/mandate.ts'
import { managerOn } from '../builders/manager.ts'
import { checkMoney } from '../builders/money-check.ts'
import { openInvoices, tokenOf } from '../builders/open-invoice.ts'
import { limitedKey, restrictedKey } from '../builders/restricted-key.ts'
import { type OfferCreated, madeOffer, sellerOn, soldPolicy } from '../builders/sale.ts'
import { type TestPlatform, openTestPlatform } from '../support/platform.ts'
import { tally } from './records.ts'

let platform: TestPlatform
beforeAll(async () => {
  platform = await openTestPlatform({ leavesDocuments: true })
})
afterAll(async () => {
  expect(await checkMoney(platform)).toMatchObject({ status: 'done', faults: [] })
  await platform.close()
})

interface ShownPolicy {
  readonly id: string
  readonly version_id: string
  readonly customer_id: string
  readonly first_name: string
  readonly last_name: string
  readonly email: string
  readonly start_date: string
}
interface Changed {
  readonly version_id: string
  readonly customer_id: string
  readonly previous_customer_id: string
  readonly ended_mandate_id: string | null
}
interface ShownParty {
  readonly id: string | null
  readonly role: string
  readonly last_name: string
  readonly is_current: boolean
}
const reason = 'The bicycle was sold.'
const jonas = { first_name: 'Jonas', last_name: 'Weber', email: 'jonas.weber@example.com' }

const policyOf = async (id: string) =>
  (await managerOn(platform).get(`/policies/${id}`)).json<ShownPolicy>()
async function change(id: string, changes: JsonObject = {}, seller = sellerOn(platform)) {
  const { version_id: version } = await policyOf(id)
  return seller.post(
    `/policies/${id}/policyholder`,
    { ...jonas, reason, ...changes },
    { 'if-match': version },
  )
}
async function changed(id: string, changes: JsonObject = {}): Promise<Changed> {
  const answer = await change(id, changes, insurer())
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<Changed>()
}
const insurer = () => sellerOn(platform, { secretKey: platform.demo.insurer.test.secret })
const partiesOf = async (id: string) =>
  (await managerOn(platform).get(`/manage/policies/${id}/parties`)).json<{
    readonly parties: readonly ShownParty[]
    readonly allowed: JsonObject
  }>()
const add = (id: string, party: JsonObject) =>
  managerOn(platform).post(`/manage/policies/${id}/parties`, { reason, ...party })
const end = (id: string, partyId: string, body: JsonObject = {}) =>
  managerOn(platform).post(`/manage/policies/${id}/parties/${partyId}/end`, { reason, ...body })
const mandatesOf = async (id: string) =>
  (await managerOn(platform).get(`/policies/${id}/mandates`)).json<{
    mandates: { id: string; status: string; reason: string | null }[]
    setups: { status: string; error_code: string | null }[]
  }>()
const statesOf = async (id: string) => (await mandatesOf(id)).mandates.map(({ status }) => status)
const eventsOf = async (id: string, type: string) =>
  (await managerOn(platform).get(`/manage/policies/${id}/history`))
    .json<{ events: { type: string; data: JsonObject }[] }>()
    .events.filter((one) => one.type === type)
const owedOf = async (id: string) =>
  (await managerOn(platform).get(`/policies/${id}/account`)).json<{ owed: number }>().owed

interface Statement {
  readonly currency: string
  readonly owed: number
  readonly policies: readonly { readonly policy_id: string; readonly owed: number }[]
  readonly entries: readonly {
    readonly policy_id: string
    readonly kind: string
    readonly amount: number
    readonly owed: number
  }[]
}
const customer = async (id: string, manager = managerOn(platform)) =>
  (await manager.get(`/manage/customers/${id}`)).json<{
    readonly id: string
    readonly customer_ids: readonly string[]
    readonly last_name: string
    readonly is_complete: boolean
    readonly policies: readonly { readonly policy_id: string; readonly is_held: boolean }[]
    readonly same_email: readonly { readonly id: string }[]
    readonly joins: readonly JsonObject[]
  }>()
const accountOf = async (id: string, manager = managerOn(platform)) =>
  (await manager.get(`/manage/customers/${id}/account`)).json<{
    readonly is_complete: boolean
    readonly statements: readonly Statement[]
  }>()
const join = (id: string, other: string, manager = managerOn(platform)) =>
  manager.post(`/manage/customers/${id}/join`, { customer_id: other, reason })
const split = (id: string) => managerOn(platform).post(`/manage/customers/${id}/split`, { reason })
const bike = () => sellerOn(platform, { product: 'bike' })
const soldBike = async () => policyOf((await soldPolicy(bike())).id)
const monthly = (mandate?: string) =>
  lifeOf(platform, monthlyBike('2031-05-20', '2031-06-01', mandate))

describe('a new policyholder', () => {
  it('is a new customer from today on, and the policy and its history say so', async () => {
    const before = await soldBike()
    const answer = await changed(before.id)
    expect(answer).toMatchObject({ previous_customer_id: before.customer_id })
    const after = await policyOf(before.id)
    expect(after).toMatchObject({ ...jonas, version_id: answer.version_id })
    expect(after.customer_id).toBe(answer.customer_id)
    expect(after.customer_id).toMatch(/^tcu_/)
    expect(after.customer_id).not.toBe(before.customer_id)
    expect((await partiesOf(before.id)).parties).toMatchObject([
      { role: 'policyholder', ...jonas, customer_id: answer.customer_id, is_current: true, reason },
      {
        role: 'policyholder',
        last_name: before.last_name,
        email: before.email,
        customer_id: before.customer_id,
        is_current: false,
        ended_reason: reason,
      },
    ])
    expect(await eventsOf(before.id, 'policy.policyholder_changed')).toMatchObject([
      { data: { version_id: answer.version_id, customer_id: answer.customer_id } },
    ])
    expect(await eventsOf(before.id, 'policy.endorsed')).toHaveLength(1)
    const log = await managerOn(platform).get(`/manage/audit?subject_id=${before.id}`)
    expect(log.json()).toMatchObject([
      {
        action: 'policy.policyholder_changed',
        before: { customer_id: before.customer_id },
        after: { customer_id: answer.customer_id, reason },
      },
    ])
    expect(log.body).not.toContain(jonas.last_name)
  })

  it('has the documents, and the links of the one before end', async () => {
    const offer = await madeOffer(bike())
    expect((await bike().pay(offer)).statusCode).toBe(200)
    const old = new URL(policyAssets(offer))
    const open = async (url: URL) =>
      (await platform.app.inject({ url: url.pathname + url.search })).statusCode
    expect(await open(old)).toBe(200)
    await changed(offer.id)
    expect(await open(old)).toBe(404)
    const { asset } = await openTokens(platform, offer.id as PolicyId) // As the platform named it.
    const assets = `http://bindery.test/policies/policies/${offer.id}/assets`
    expect(await open(new URL(`${assets}?token=${asset}`))).toBe(200)
  })

  it('is not changed by a link that was given to the one before', async () => {
    const { id } = await soldBike()
    const open = async (token: string) => {
      const url = `/policies/${id}/endorsement?key=${platform.demo.keys.test.public}`
      return platform.app.inject({ url, headers: { 'endorsement-token': token } })
    }
    const theirs = (await changeLink(insurer(), id)).token
    expect((await open(theirs)).statusCode).toBe(200)
    await changed(id)
    expect((await open(theirs)).json()).toMatchObject({ code: 'endorsement_token_invalid' })
    expect((await open((await changeLink(insurer(), id)).token)).statusCode).toBe(200)
  })

  it('is another thing than a corrected address, which leaves customer and mandate as they are', async () => {
    const life = await soldByCard(sellerOn(platform))
    const before = await policyOf(life.id)
    const corrected = await sellerOn(platform).endorse(life.id, before.version_id, {
      email: 'new@example.com',
    })
    expect(corrected.statusCode, corrected.body).toBe(202)
    await platform.runDue()
    expect(await policyOf(life.id)).toMatchObject({
      email: 'new@example.com',
      customer_id: before.customer_id,
    })
    expect(await statesOf(life.id)).toEqual(['active'])
    expect((await partiesOf(life.id)).parties).toMatchObject([
      { id: null, email: 'new@example.com' },
    ])
  })

  it('is refused without the version that the caller saw, and by the rules of the product', async () => {
    const { id } = await soldBike()
    const stale = await insurer().post(
      `/policies/${id}/policyholder`,
      { ...jonas, reason },
      { 'if-match': 'tpv_0' },
    )
    expect([stale.statusCode, stale.json()]).toMatchObject([412, { code: 'stale_version' }])
    const wrong = await change(id, { email: 'no address' }, insurer())
    expect(wrong.statusCode).toBe(400)
    const offer = await madeOffer(bike())
    expect((await change(offer.id, {}, insurer())).json()).toMatchObject({ code: 'not_paid' })
  })

  it('is addressed as they are from the first letter on, by the rules of the product', async () => {
    const { id } = await soldPolicy(sellerOn(platform, { product: 'cyber' }))
    const wrong = await change(id, { data: { salutation: 'sir' } }, insurer())
    expect([wrong.statusCode, wrong.json()]).toMatchObject([
      400,
      { errors: [{ field: 'salutation', path: 'data' }] },
    ])
    const unknown = await change(id, { data: { nickname: 'Jo' } }, insurer())
    expect(unknown.statusCode, unknown.body).toBe(400)
    const dataOf = async () =>
      (await managerOn(platform).get(`/policies/${id}`)).json<{ data: JsonObject }>().data
    const before = await dataOf()
    await changed(id, { data: { salutation: 'mx', company_city: 'Kiel' } })
    expect(await dataOf()).toEqual({ ...before, salutation: 'mx', company_city: 'Kiel' })
  })

  it('holds the days that were endorsed for later, too', async () => {
    const life = await monthly()
    const { version_id } = await policyOf(life.id)
    const later = { email: 'later@example.com', effective_date: '2031-09-01' }
    expect((await life.seller.endorse(life.id, version_id, later)).statusCode).toBe(202)
    await platform.runDue()
    await changed(life.id)
    await life.to('2031-09-02')
    expect(await policyOf(life.id)).toMatchObject(jonas)
  })
})

describe('the mandate of the former policyholder', () => {
  it('ends with the change: nothing more is collected, and the new one gives another', async () => {
    const life = await monthly()
    await life.to('2031-06-30') // The instalment of July is invoiced, and due tomorrow.
    const [mandate] = (await mandatesOf(life.id)).mandates
    expect(await changed(life.id)).toMatchObject({ ended_mandate_id: mandate?.id })
    expect((await mandatesOf(life.id)).mandates).toMatchObject([
      { status: 'revoked', reason: 'The policyholder changed.' },
    ])
    expect(await eventsOf(life.id, 'mandate.revoked')).toHaveLength(1)
    await life.to('2031-07-02')
    expect(await openInvoices(platform, life.id)).toHaveLength(1)
    await life.payOpen()
    expect(await statesOf(life.id)).toEqual(['revoked', 'active'])
    await life.to('2031-08-02')
    expect(await openInvoices(platform, life.id)).toEqual([])
  })

  it('is not given late by a link of theirs, or by what they had begun', async () => {
    const life = await monthly()
    const theirs = customerOf(platform, life.id, await mandateLink(life.seller, life.id))
    const begun = await theirs.began({ outcome: 'confirm' })
    await changed(life.id)
    expect((await theirs.open()).statusCode).toBeGreaterThanOrEqual(400)
    await answerBank(platform, begun.next_action?.url ?? '', 'ok')
    const { mandates, setups } = await mandatesOf(life.id)
    expect(mandates.map(({ status }) => status)).toEqual(['revoked'])
    expect(setups).toMatchObject([{ status: 'failed', error_code: 'superseded' }])
    const own = customerOf(platform, life.id, await mandateLink(life.seller, life.id))
    expect(await own.began()).toMatchObject({ status: 'ok' })
    expect(await statesOf(life.id)).toEqual(['revoked', 'active'])
  })

  it('is not given by their payment link: the invoice has another, which is the new one’s', async () => {
    const life = await monthly('none')
    await life.to('2031-07-02')
    const [open] = await openInvoices(platform, life.id)
    if (open === undefined) throw new Error('nobody paid for July')
    const theirs = await tokenOf(platform, life.id, open)
    await changed(life.id)
    const pay = (token: string | null) =>
      life.seller.post('/payments', { policy_id: life.id, token: token ?? '', ...card() })
    const refused = await pay(theirs)
    expect(refused.statusCode, refused.body).toBeGreaterThanOrEqual(400)
    expect(await statesOf(life.id)).not.toContain('active')
    const own = await tokenOf(platform, life.id, open)
    expect(own).not.toBe(theirs)
    expect((await pay(own)).statusCode).toBe(200)
    expect(await statesOf(life.id)).toContain('active')
  })

  it('is not given by the link to their sale, of which the money is still to come', async () => {
    await dunCyber(platform)
    const sold = await soldUnpaid(platform)
    const payment = async () => (await openTokens(platform, sold.id as PolicyId)).payment // As it was sold.
    const theirs = await payment()
    const open = (token: string) =>
      platform.app.inject({
        url: `/payment_links/${sold.id}`,
        headers: { 'payment-token': token },
      })
    expect((await open(theirs)).json()).toMatchObject({ kind: 'sale', status: 'open' })
    await changed(sold.id)
    expect((await open(theirs)).statusCode).toBe(404)
    expect((await open(await payment())).json()).toMatchObject({ kind: 'sale', status: 'open' })
  })

  it('and their link to the renewal end: it is offered to the new one again', async () => {
    const life = await lifeOf(platform, monthlyBike('2031-05-20', '2031-06-01'))
    await life.to('2032-05-01')
    const link = () =>
      openSecret(platform, { policyId: life.id as PolicyId, kind: 'renewal', subject: '' })
    const theirs = await link()
    const open = async (token: string | undefined) => {
      const url = `/policies/${life.id}/renewal?token=${token ?? ''}`
      return (await platform.app.inject({ url })).statusCode
    }
    expect(await open(theirs)).toBe(200)
    await changed(life.id)
    await platform.runDue()
    expect(await open(theirs)).toBe(404)
    expect(await link()).not.toBe(theirs)
    expect(await open(await link())).toBe(200)
    expect((await eventsOf(life.id, 'renewal.offered')).length).toBe(2)
  })

  it('that is collecting cannot be called back: its money counts', async () => {
    const life = await monthly('late')
    await life.to('2031-07-02')
    await changed(life.id)
    await life.to('2031-07-06')
    expect(await openInvoices(platform, life.id)).toEqual([])
  })
})

it('handed over to two at once, a policy goes to one of them', async () => {
  const { id } = await soldBike()
  const answers = await Promise.all([
    change(id, { last_name: 'One' }, insurer()),
    change(id, { last_name: 'Other' }, insurer()),
  ])
  expect(tally(answers.map(({ statusCode }) => statusCode))).toEqual({ 200: 1, 412: 1 })
  expect((await partiesOf(id)).parties).toHaveLength(2)
})

describe('the parties of a policy', () => {
  it('come and go with their days and reasons, and stay in its history', async () => {
    const { id } = await soldBike()
    const mara = { role: 'beneficiary', first_name: 'Mara', last_name: 'Weber' }
    const added = await add(id, { ...mara, birth_date: '1991-04-23' })
    expect(added.json(), added.body).toMatchObject({ ...mara, until: null, reason })
    await add(id, { role: 'insured', last_name: 'Kind' })
    const ended = await end(id, added.json<{ id: string }>().id, { reason: 'Withdrawn.' })
    expect(ended.json(), ended.body).toMatchObject({ ended_reason: 'Withdrawn.' })
    expect((await partiesOf(id)).parties).toMatchObject([
      { role: 'policyholder', id: null, allowed: { end: { code: 'party_is_policyholder' } } },
      { role: 'beneficiary', birth_date: '1991-04-23', ended_reason: 'Withdrawn.' },
      { role: 'insured', last_name: 'Kind', allowed: { end: { allowed: true } } },
    ])
    const again = await end(id, added.json<{ id: string }>().id)
    expect([again.statusCode, again.json()]).toMatchObject([422, { code: 'party_ended' }])
    expect(await eventsOf(id, 'policy.party_added')).toHaveLength(2)
    expect(await eventsOf(id, 'policy.party_ended')).toHaveLength(1)
  })

  it('have one payer, whose coming and going ends the mandate unless it is theirs', async () => {
    const life = await soldByCard(sellerOn(platform))
    const payer = { role: 'payer', last_name: 'Grandmother' }
    const kept = await add(life.id, { ...payer, keeps_mandate: true })
    expect(kept.json(), kept.body).toMatchObject({ ended_mandate_id: null })
    expect((await add(life.id, payer)).json()).toMatchObject({ code: 'payer_taken' })
    const gone = await end(life.id, kept.json<{ id: string }>().id)
    expect(gone.json<Changed>().ended_mandate_id).not.toBeNull()
    expect(await statesOf(life.id)).toEqual(['revoked'])
    const wrong = await add(life.id, { role: 'insured', last_name: 'Kind', keeps_mandate: true })
    expect(wrong.json()).toMatchObject({ code: 'mandate_not_of_role' })
    const early = await add(life.id, { role: 'insured', last_name: 'Kind', from: '2020-01-01' })
    expect(early.json()).toMatchObject({ code: 'party_day_not_possible' })
    // It is not taken for no day at all, which would be today.
    const never = await add(life.id, { role: 'insured', last_name: 'Kind', from: '0000-01-01' })
    expect(never.json()).toMatchObject({ code: 'invalid_data', errors: [{ field: 'from' }] })
  })

  it('show no name to whoever may see none, and can be blanked once', async () => {
    const { id } = await soldBike()
    await add(id, { role: 'insured', last_name: 'Geheim', birth_date: '1991-04-23' })
    const viewer = managerOn(platform, await restrictedKey(platform, { roles: ['viewer'] }))
    const masked = await viewer.get(`/manage/policies/${id}/parties`)
    expect(masked.statusCode).toBe(200)
    expect(masked.body).not.toMatch(/Geheim|1991-04-23/)
    const blank = () =>
      platform.db.transaction(async (tx) => {
        await tx.query(sql`select from policies where id = ${id} for update`)
        return tx.query(sql`
          update policy_parties set last_name = '', birth_date = null, blanked_at = now()
          where policy_id = ${id} returning id`)
      })
    expect(await blank()).toHaveLength(1)
    await expect(blank()).rejects.toThrow()
    expect((await managerOn(platform).get(`/manage/policies/${id}/parties`)).body).not.toContain(
      'Geheim',
    )
  })
})

describe('one person over several policies', () => {
  it('has one account over all that equals the sum of the policies', async () => {
    const [one, other] = [await soldBike(), await policyOf((await madeOnAccount()).id)]
    const joined = await join(one.customer_id, other.customer_id)
    expect(joined.json(), joined.body).toMatchObject({
      id: one.customer_id,
      customer_ids: [one.customer_id, other.customer_id],
      is_complete: true,
    })
    await managerOn(platform).post(`/manage/policies/${one.id}/manual_entries`, {
      kind: 'fee',
      amount: 700,
      text: 'Copy',
      reason,
    })
    for (const id of [one.customer_id, other.customer_id]) {
      const { statements } = await accountOf(id)
      const byCurrency = new Map<string, number>()
      for (const policy of [one, other]) {
        const [found] = statements.filter((statement) =>
          statement.policies.some((held) => held.policy_id === policy.id),
        )
        const owed = await owedOf(policy.id)
        expect(found?.policies).toContainEqual(
          expect.objectContaining({ policy_id: policy.id, owed }),
        )
        const { currency = '' } = found ?? {}
        byCurrency.set(currency, (byCurrency.get(currency) ?? 0) + owed)
      }
      expect(statements.map(({ currency, owed }) => [currency, owed])).toEqual([...byCurrency])
      for (const { entries, owed } of statements) expect(entries.at(-1)?.owed).toBe(owed)
    }
  })

  it('are joined by a person, never by an address, and split again as if nothing had been', async () => {
    const [one, other] = [await soldBike(), await soldBike()]
    const alone = await customer(one.customer_id)
    expect(alone).toMatchObject({ customer_ids: [one.customer_id], joins: [] })
    expect(alone.same_email.map(({ id }) => id)).toContain(other.customer_id)
    expect((await join(one.customer_id, other.customer_id)).statusCode).toBe(200)
    const both = await customer(other.customer_id)
    expect(both.id).toBe(one.customer_id)
    expect(both.same_email.map(({ id }) => id)).not.toContain(other.customer_id)
    expect((await join(other.customer_id, one.customer_id)).json()).toMatchObject({
      code: 'customers_joined',
    })
    expect((await policyOf(other.id)).customer_id).toBe(other.customer_id)
    const apart = await split(other.customer_id)
    expect(apart.json(), apart.body).toMatchObject({ customer_ids: [other.customer_id] })
    expect((await split(other.customer_id)).json()).toMatchObject({ code: 'customer_not_joined' })
    const { joins, ...again } = await customer(one.customer_id)
    expect(again).toEqual({ ...again, customer_ids: alone.customer_ids, policies: alone.policies })
    expect(joins).toMatchObject([{ customer_id: other.customer_id, split_reason: reason }])
    const log = await managerOn(platform).get(`/manage/audit?subject_id=${one.customer_id}`)
    expect(log.json<{ action: string }[]>().map(({ action }) => action)).toEqual([
      'customer.split',
      'customer.joined',
    ])
  })

  it('joined into each other at once, become one', async () => {
    const [one, other] = [await soldBike(), await soldBike()]
    const answers = await Promise.all([
      join(one.customer_id, other.customer_id),
      join(other.customer_id, one.customer_id),
    ])
    expect(tally(answers.map(({ statusCode }) => statusCode))).toEqual({ 200: 1, 422: 1 })
    expect((await customer(one.customer_id)).customer_ids).toHaveLength(2)
  })

  it('keeps what was when a policy is handed over: the balance goes with it', async () => {
    const sold = await madeOnAccount()
    const { customer_id: former } = await policyOf(sold.id)
    const owed = await owedOf(sold.id)
    expect(owed).toBeGreaterThan(0)
    const held = await soldBike()
    const { customer_id: id } = await changed(sold.id, { customer_id: held.customer_id })
    expect(id).toBe(held.customer_id)
    platform.clock.advance({ seconds: 1 }) // What follows is of the new policyholder.
    await managerOn(platform).post(`/manage/policies/${sold.id}/manual_entries`, {
      kind: 'goodwill',
      amount: 300,
      reason,
    })
    const [left] = (await accountOf(former)).statements
    expect(left).toMatchObject({ owed: 0, policies: [{ policy_id: sold.id, owed: 0 }] })
    expect(left?.entries.at(-1)).toMatchObject({ kind: 'handed_over', amount: -owed, owed: 0 })
    const taken = (await accountOf(id)).statements.flatMap(({ entries }) =>
      entries.filter((entry) => entry.policy_id === sold.id),
    )
    expect(taken.map(({ kind, amount }) => [kind, amount])).toContainEqual(['taken_over', owed])
    expect(taken.reduce((sum, { amount }) => sum + amount, 0)).toBe(await owedOf(sold.id))
    expect(await customer(former)).toMatchObject({
      policies: [{ policy_id: sold.id, is_held: false }],
    })
    expect((await customer(id)).policies.map(({ policy_id }) => policy_id).toSorted()).toEqual(
      [sold.id, held.id].toSorted(),
    )
    const same = await change(sold.id, { customer_id: id }, insurer())
    expect([same.statusCode, same.json()]).toMatchObject([400, { code: 'same_policyholder' }])
  })

  it('shows a limited caller its part, and says so; others nothing', async () => {
    const one = await soldBike()
    const other = await policyOf((await soldPolicy(sellerOn(platform))).id)
    await join(one.customer_id, other.customer_id)
    const product = await managerOn(platform).get('/manage/products/bike')
    const productIds = [product.json<{ id: string }>().id]
    const limited = managerOn(platform, await limitedKey(platform, { productIds }))
    expect(await customer(one.customer_id, limited)).toMatchObject({
      is_complete: false,
      policies: [{ policy_id: one.id }],
    })
    expect(await accountOf(one.customer_id, limited)).toMatchObject({
      is_complete: false,
      statements: [{ policies: [{ policy_id: one.id }] }],
    })
    const live = managerOn(platform, platform.demo.insurer.live.secret)
    const hidden = await live.get(`/manage/customers/${one.customer_id}`)
    expect([hidden.statusCode, hidden.json()]).toMatchObject([404, { code: 'customer_not_found' }])
    expect((await sellerOn(platform).get(`/manage/customers/${one.customer_id}`)).statusCode).toBe(
      403,
    )
  })
})

it('handed over while instalments are collected, a policy has one collected before or none at all', async () => {
  const today = platform.clock().toZonedDateTimeISO('Europe/Zurich').toPlainDate()
  const startDay = today.add({ days: 20 })
  const quote = {
    data: {
      start_date: startDay.toString(),
      purchase_date: today.toString(),
      payment: 'monthly',
    },
    body: { subscription_plan_id: await planIdOf(platform, 'bike', 'monthly') },
  }
  const ids: string[] = []
  for (let n = 0; n < 8; n++) {
    const offer = await madeOffer(bike(), { quote })
    expect((await bike().pay(offer, card())).statusCode).toBe(200)
    ids.push(offer.id)
  }
  const due = startDay.add({ months: 1 }).toZonedDateTime('Europe/Zurich')
  platform.clock.set(due.subtract({ days: 5 }).toInstant())
  await platform.handlers.sweep({})
  await platform.runDue()
  platform.clock.set(due.add({ hours: 1 }).toInstant())
  const [, ...answers] = await Promise.all([
    platform.handlers.sweep({}),
    ...ids.map((id) => change(id, {}, insurer())),
  ])
  await platform.handlers.sweep({}) // Policies that were locked were left out.
  await platform.runDue()
  expect(answers[0]?.statusCode, answers[0]?.body).toBe(200)
  expect(tally(answers.map(({ statusCode }) => statusCode))).toEqual({ 200: ids.length })
  for (const [n, id] of ids.entries()) {
    const made = await platform.db.query<{ customer: string; isBefore: boolean }>(sql`
      select p.customer_id as customer, p.created_at <= m.ended_at as "isBefore"
      from payments p join mandates m on m.id = p.mandate_id where p.policy_id = ${id}`)
    const open = await openInvoices(platform, id)
    expect(made.length + open.length, id).toBe(1)
    const { previous_customer_id } = answers[n]?.json<Changed>() ?? { previous_customer_id: '' }
    expect(made).toEqual(made.map(() => ({ customer: previous_customer_id, isBefore: true })))
    expect(await statesOf(id)).toEqual(['revoked'])
  }
})

/** The address of its documents once it is paid. */
function policyAssets(offer: OfferCreated): string {
  const { _links: links } = offer as OfferCreated & {
    _links: { assets: { policy: { href: string } } }
  } // Every created offer has them.
  return links.assets.policy.href
}

/** One of which something is open. */
async function madeOnAccount(): Promise<{ readonly id: string }> {
  const sold = await soldPolicy(bike())
  await managerOn(platform).post(`/manage/policies/${sold.id}/manual_entries`, {
    kind: 'fee',
    amount: 1900,
    text: 'Second certificate',
    reason,
  })
  return sold
}

it('is named with the number of the policy in the lists of invoices, open items, cases and holds', async () => {
  await dunCyber(platform)
  const { id, clock } = await soldUnpaid(platform)
  expect(await advanceAll(platform, clock, '2031-06-26T10:00:00Z')).toMatchObject({
    status: 'ready',
  })
  await changed(id)
  const hold = { policy_id: id, until: '2031-12-31', reason }
  expect((await managerOn(platform).post('/manage/dunning/holds', hold)).statusCode).toBe(200)
  const goodwill = { kind: 'goodwill', amount: 100_000_000, reason }
  await managerOn(platform).post(`/manage/policies/${id}/manual_entries`, goodwill)
  const order = { iban, amount: 1000, reason }
  const ordered = await managerOn(platform).post(`/manage/policies/${id}/pay_out`, order)
  expect(ordered.statusCode, ordered.body).toBe(200)
  const { insurer_policy_id: policy_number } = (
    await managerOn(platform).get(`/policies/${id}`)
  ).json<{ insurer_policy_id: string }>()
  const { first_name, last_name } = jonas
  for (const path of ['invoices', 'dunning', 'dunning/holds', 'payouts', 'open_items']) {
    const day = path === 'open_items' ? '&day=2031-06-20' : ''
    const listed = await managerOn(platform).get(`/manage/${path}?policy_id=${id}${day}`)
    expect(listed.json<JsonObject[]>()[0], path).toMatchObject({
      policy_id: id,
      policy_number,
      first_name,
      last_name,
    })
  }
})
