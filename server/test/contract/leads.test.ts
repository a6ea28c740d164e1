import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { assertRingOpensLeads, rotateLeads } from '../../src/leads/index.ts'
import type { KeyRing } from '../../src/sealing/index.ts'
import { leadRequest, savedLead } from '../builders/lead.ts'
import { managerOn } from '../builders/manager.ts'
import { madeOffer, sellerOn, soldPolicy } from '../builders/sale.ts'
import { everyRow } from '../support/every-row.ts'
import { type TestPlatform, openTestPlatform } from '../support/platform.ts'

let platform: TestPlatform
beforeAll(async () => {
  platform = await openTestPlatform()
})
afterAll(() => platform.close())

const shop = () => sellerOn(platform, { publicKey: platform.demo.keys.test.public })
const openedBy = (token: string, id: string) => shop().get(`/leads/${id}`, { 'lead-token': token })
interface Listed {
  readonly id: string
  readonly policy_id: string | null
  readonly email: string | null
}
const listed = async (query = '') =>
  (await managerOn(platform).get(`/manage/leads${query}`)).json<Listed[]>()
const eventsOf = async (id: string) =>
  (await managerOn(platform).get(`/manage/events?subject_id=${id}`)).json<{ type: string }[]>()

describe('a sale that a customer saves', () => {
  it('is opened by its token as it was sent, whatever the rules would say', async () => {
    const data = { employee_number: 'twelve, or so', list: [{ a: null }], '': 'äöü' }
    const { id, token } = await savedLead(platform, shop(), { data, quote_token: 'abc' })
    const opened = await openedBy(token, id)
    expect(opened.json()).toMatchObject({
      id,
      first_name: 'Hanna',
      language: 'de',
      data,
      quote_token: 'abc',
      policy_id: null,
    })
    expect(await eventsOf(id)).toMatchObject([{ type: 'lead.created' }])
  })

  it('is sealed anew after a new key was put in front of the ring, and needs the old one no more', async () => {
    const data = { employee_number: 7 }
    const saved = [await savedLead(platform, shop(), { data }), await savedLead(platform)]
    const newKey = { id: 'new', key: randomBytes(32) }
    const alone: KeyRing = [newKey]
    await expect(assertRingOpensLeads(platform.db, alone)).rejects.toThrow('ENCRYPTION_KEYS')
    // Two workers at once share the work.
    const ring: KeyRing = [newKey, ...platform.keyRing]
    await Promise.all([rotateLeads(platform.db, ring), rotateLeads(platform.db, ring)])
    await assertRingOpensLeads(platform.db, alone)
    await expect(assertRingOpensLeads(platform.db, platform.keyRing)).rejects.toThrow('"new"')
    // Sealed under the first key again, it is what it was.
    await rotateLeads(platform.db, [...platform.keyRing, newKey])
    for (const { id, token } of saved) {
      expect((await openedBy(token, id)).statusCode).toBe(200)
    }
    const [first] = saved
    expect((await openedBy(first?.token ?? '', first?.id ?? '')).json()).toMatchObject({ data })
  })

  it('may be as little as what is to be insured', async () => {
    const { item_id, touchpoint_id } = leadRequest(platform) as Record<string, string>
    const saved = await shop().post('/leads', {
      item_id: item_id ?? '',
      touchpoint_id: touchpoint_id ?? '',
    })
    const { id, token } = saved.json<{ id: string; token: string }>()
    expect((await openedBy(token, id)).json()).toMatchObject({ email: null, data: {} })
  })

  it('is opened by no public key alone, and by no token of another', async () => {
    const { id, token } = await savedLead(platform)
    const other = await savedLead(platform)
    const wrong = `${token.slice(0, -1)}${token.endsWith('0') ? '1' : '0'}`
    for (const shown of ['', 'x', other.token, wrong, `${token}0`, id]) {
      expect((await openedBy(shown, id)).statusCode, shown).toBe(404)
    }
    expect((await shop().get(`/leads/${id}`)).statusCode).toBe(404)
    const { other: distributor } = platform.demo
    const stranger = sellerOn(platform, { publicKey: distributor.test.public })
    expect((await stranger.get(`/leads/${id}`, { 'lead-token': token })).statusCode).toBe(404)
    expect((await sellerOn(platform).get(`/leads/${id}`)).statusCode).toBe(200)
  })

  it('stands nowhere in plain text, nor does its token', async () => {
    const quote_token = 'e'.repeat(40)
    const { token } = await savedLead(platform, shop(), {
      email: 'sealed@example.com',
      quote_token,
    })
    const rows = JSON.stringify(await everyRow(platform))
    expect(rows).not.toContain('sealed@example.com')
    expect(rows).not.toContain(quote_token)
    expect(rows).not.toContain(token.slice(28))
  })

  it('is refused when it is too large, and names what it is for', async () => {
    const large = { data: { note: 'x'.repeat(32_768) } }
    const refused = await shop().post('/leads', leadRequest(platform, large))
    expect(refused.statusCode).toBe(400)
    expect(refused.json()).toMatchObject({ message: expect.stringContaining('32768 bytes') })
    const fits = { data: { note: 'x'.repeat(32_768 - '{"note":""}'.length) } }
    expect((await shop().post('/leads', leadRequest(platform, fits))).statusCode).toBe(200)
    const missing = await shop().post('/leads', { data: {} })
    expect(
      missing.json<{ errors: { field: string }[] }>().errors.map(({ field }) => field),
    ).toEqual(['item_id', 'touchpoint_id'])
  })

  it('becomes a policy, and says which', async () => {
    const seller = sellerOn(platform)
    const { id, token } = await savedLead(platform)
    await madeOffer(seller, { offer: { sales_lead_id: id } })
    expect((await openedBy(token, id)).json()).toMatchObject({ policy_id: null })
    const policy = await soldPolicy(seller, { offer: { sales_lead_id: id } })
    expect((await openedBy(token, id)).json()).toMatchObject({ policy_id: policy.id })
    expect(await listed(`?id=${id}`)).toMatchObject([{ id, policy_id: policy.id }])
    expect((await seller.get(`/policies/${policy.id}`)).json()).toMatchObject({ sales_lead_id: id })
  })

  it('is not taken over by the sale of somebody else who names it', async () => {
    const live = sellerOn(platform, { secretKey: platform.demo.keys.live.secret })
    const { id } = await savedLead(platform)
    await soldPolicy(live, { offer: { sales_lead_id: id } })
    expect(await listed(`?id=${id}`)).toMatchObject([{ policy_id: null }])
  })

  it('is listed newest first, of each product and day', async () => {
    platform.clock.advance({ seconds: 1 })
    const first = await savedLead(platform)
    platform.clock.advance({ seconds: 1 })
    const second = await savedLead(platform)
    const found = (await listed('?limit=2')).map(({ id }) => id)
    expect(found).toEqual([second.id, first.id])
    const bike = platform.demo.products['bike']
    expect(await listed(`?product_id=${bike?.product_id}`)).toEqual([])
    await savedLead(platform, sellerOn(platform), {
      item_id: bike?.item_id ?? '',
      touchpoint_id: bike?.integration_id ?? '',
    })
    expect(await listed('?product_id=bike')).toHaveLength(1)
    expect(await listed('?created_from=2199-01-01')).toEqual([])
  })

  it('is deleted when its time is over, with an event', async () => {
    const { id, token, expires_at } = await savedLead(platform)
    const kept = await savedLead(platform)
    platform.clock.set(Temporal.Instant.from(expires_at).subtract({ seconds: 1 }))
    expect((await openedBy(token, id)).statusCode).toBe(200)
    platform.clock.set(Temporal.Instant.from(expires_at))
    // Time alone ends it; the sweep only writes it down.
    expect((await openedBy(token, id)).statusCode).toBe(404)
    expect((await sellerOn(platform).get(`/leads/${id}`)).statusCode).toBe(404)
    const later = await savedLead(platform)
    await platform.handlers.sweep({})
    expect(await listed(`?id=${id}`)).toMatchObject([{ id, email: null, data: null }])
    expect(await listed(`?id=${kept.id}`)).toMatchObject([{ email: null }])
    expect(await listed(`?id=${later.id}`)).toMatchObject([{ email: 'hanna.brandt@example.com' }])
    const types = (await eventsOf(id)).map(({ type }) => type)
    expect(types.toSorted()).toEqual(['lead.created', 'lead.expired'])
    await platform.handlers.sweep({})
    expect(await eventsOf(id)).toHaveLength(2)
  })
})
