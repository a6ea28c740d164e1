import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { sql } from '../../src/database/index.ts'
import type { JsonObject } from '../../src/kernel/index.ts'
import { checkMoney } from '../builders/money-check.ts'
import { type Seller, sellerOn, soldPolicy } from '../builders/sale.ts'
import { answer, invalid, refused, textAt, wrong } from '../contract/words.ts'
import { type TestPlatform, openTestPlatform } from '../support/platform.ts'
import { testStart } from '../support/test-start.ts'
import { holding, untilWaiting } from '../support/waiting.ts'
import { undocumented } from '../support/documented-states.ts'

let platform: TestPlatform
let insurer: Seller
let broker: Seller
beforeAll(async () => {
  platform = await openTestPlatform({ leavesDocuments: true })
  insurer = sellerOn(platform, { product: 'bike', secretKey: platform.demo.insurer.test.secret })
  broker = sellerOn(platform)
})
afterEach(() => platform.clock.set(testStart))
afterAll(() => platform.close())

/** Ms Keller of Zurich insures her bicycle from 1 April 2027 on, for a year. */
const keller = { first_name: 'Nora', last_name: 'Keller', email: 'nora.keller@example.com' }
const inZurich = { street: 'Seestrasse', house_number: '2', zip: '8002', city: 'Zürich' }
const inBasel = { street: 'Rheingasse', house_number: '11', zip: '4058', city: 'Basel' }
const inBern = { street: 'Aarweg', house_number: '5', zip: '3005', city: 'Bern' }

async function kellersPolicy(): Promise<{ id: string; version: string }> {
  const data = { ...Object(platform.demo.products['bike']?.policy['data']), ...inZurich }
  const { id, version_id: version } = await soldPolicy(insurer, {
    quote: { data: { start_date: '2027-04-01' } },
    offer: { ...keller, data },
  })
  return { id, version }
}

const viewed = async (id: string, by = insurer) =>
  (await by.get(`/policies/${id}`)).json<JsonObject & { data: JsonObject }>()
const cityOf = async (id: string) => (await viewed(id)).data['city']

/** Changes the policy and carries it out; the version that holds then. */
async function changed(id: string, endorsement: JsonObject, by = insurer): Promise<string> {
  const response = await by.endorse(id, textAt(await viewed(id, by), 'version_id'), endorsement)
  expect(response.statusCode, response.body).toBe(202)
  await platform.runDue()
  return textAt(await viewed(id, by), 'version_id')
}

/** What each day from which something else holds says, by the version that holds now. */
async function timeline(id: string) {
  return platform.db.query<{ day: string; kind: string; city: string; email: string }>(sql`
    select s.first_day::text as day, s.kind, c.data ->> 'city' as city, c.email
    from policies p join policy_segments s on s.version_id = p.version_id
    join policy_contents c on c.id = s.content_id
    where p.id = ${id} order by s.first_day`)
}

const at = (moment: string) => platform.clock.set(Temporal.Instant.from(moment))

describe('Ms Keller moves to Basel on 1 May', () => {
  it('and reports it before: until then the policy says Zurich, from then on Basel', async () => {
    const { id, version } = await kellersPolicy()
    const endorsement = { data: inBasel, effective_date: '2027-05-01' }
    const accepted = await insurer.endorse(id, version, endorsement)
    expect(answer(accepted)).toEqual({
      code: 202,
      body: {
        policy_id: id,
        _links: { status: { href: expect.stringContaining(`/policies/${id}/versions/tpv_`) } },
      },
    })
    expect(await viewed(id)).toMatchObject({ is_locked: true, version_id: version })
    await platform.runDue()
    expect(await viewed(id)).toMatchObject({
      is_locked: false,
      status: 'paid',
      data: { city: 'Zürich' },
      ...keller,
    })
    expect(await timeline(id)).toMatchObject([
      { day: '2027-04-01', city: 'Zürich' },
      { day: '2027-05-01', city: 'Basel' },
    ])
    // The last second of 30 April where the policy was sold, and the first of May.
    at('2027-04-30T21:59:59Z')
    expect(await cityOf(id)).toBe('Zürich')
    at('2027-04-30T22:00:00Z')
    expect(await cityOf(id)).toBe('Basel')
    // The job only writes down what is seen already.
    await platform.handlers.sweep({})
    expect(await viewed(id)).toMatchObject({ data: { ...inBasel, bike_brand: 'Aareblitz' } })
    const [row] = await platform.db.query<{ city: string; until: string | null }>(sql`
      select data ->> 'city' as city, holds_until as until from policies where id = ${id}`)
    expect(row).toEqual({ city: 'Basel', until: null })
  })

  it('and reports it on the day: it holds at once, and keeps the price', async () => {
    const { id } = await kellersPolicy()
    const before = await viewed(id)
    at('2027-05-01T10:00:00Z')
    const version = await changed(id, { data: inBasel, email: 'nora@keller.example' })
    const after = await viewed(id)
    expect(version).not.toBe(before['version_id'])
    expect(after).toMatchObject({ data: { city: 'Basel' }, email: 'nora@keller.example' })
    expect({ quote: after['quote'], start: after['start_date'] }).toEqual({
      quote: before['quote'],
      start: before['start_date'],
    })
    expect(await timeline(id)).toMatchObject([{ day: '2027-04-01' }, { day: '2027-05-01' }])
  })

  it('and reports it before cover begins: then it counts from the first day', async () => {
    const { id } = await kellersPolicy()
    await changed(id, { data: inBasel })
    expect(await timeline(id)).toMatchObject([{ day: '2027-04-01', city: 'Basel' }])
    expect(await cityOf(id)).toBe('Basel')
  })

  it('and reports it three weeks late, within the days that the insurer goes back', async () => {
    const { id } = await kellersPolicy()
    at('2027-05-20T10:00:00Z')
    await changed(id, { data: inBasel, effective_date: '2027-05-01' })
    expect(await timeline(id)).toMatchObject([
      { day: '2027-04-01', city: 'Zürich' },
      { day: '2027-05-01', city: 'Basel' },
    ])
    expect(await cityOf(id)).toBe('Basel')
  })

  it('and then to Bern, reported first: applied by their days, each counts from its own', async () => {
    const { id } = await kellersPolicy()
    await changed(id, { data: { ...inBern, phone: '+41446681899' }, effective_date: '2027-07-01' })
    await changed(id, { data: inBasel, email: 'nora@basel.example', effective_date: '2027-05-01' })
    expect(await timeline(id)).toEqual([
      { day: '2027-04-01', kind: 'cover', city: 'Zürich', email: keller.email },
      { day: '2027-05-01', kind: 'cover', city: 'Basel', email: 'nora@basel.example' },
      // What only the earlier day says goes on, what both say is the later day's.
      { day: '2027-07-01', kind: 'cover', city: 'Bern', email: 'nora@basel.example' },
    ])
    const versions = await platform.db.query<{ state: string }>(sql`
      select state from policy_versions where policy_id = ${id} order by number`)
    expect(versions.map(({ state }) => state)).toEqual(['superseded', 'superseded', 'active'])
  })

  it('twice on one day: the later endorsement wins', async () => {
    const { id } = await kellersPolicy()
    await changed(id, { data: inBern, effective_date: '2027-05-01' })
    await changed(id, { data: inBasel, effective_date: '2027-05-01' })
    expect(await timeline(id)).toMatchObject([{ city: 'Zürich' }, { city: 'Basel' }])
  })

  it('and cancels: the days that have ended keep what they said', async () => {
    const { id } = await kellersPolicy()
    const version = await changed(id, { data: inBasel, effective_date: '2027-06-01' })
    await insurer.cancel(id, version, { termination_date: '2027-04-30' })
    await platform.runDue()
    expect(await timeline(id)).toMatchObject([
      { day: '2027-04-01', kind: 'cover', city: 'Zürich' },
      { day: '2027-05-01', kind: 'ended', city: 'Zürich' },
      { day: '2027-06-01', kind: 'ended', city: 'Basel' },
    ])
  })
})

describe('an endorsement', () => {
  it('is recorded in events and in the log, which name no person', async () => {
    const { id } = await kellersPolicy()
    const version = await changed(id, { data: inBasel })
    const events = await platform.db.query<{ type: string; data: JsonObject }>(sql`
      select type, data from events where subject_id = ${id} and type like 'policy.endorse%' order by id`)
    expect(events).toEqual([
      { type: 'policy.endorsement_requested', data: { version_id: version } },
      { type: 'policy.endorsed', data: { version_id: version, effective_date: '2027-04-01' } },
    ])
    const [entry] = await platform.db.query<{ after: JsonObject }>(sql`
      select after from audit_entries where subject_id = ${id}`)
    expect(entry?.after).toEqual({
      version_id: version,
      effective_date: '2027-04-01',
      fields: ['data.street', 'data.house_number', 'data.zip', 'data.city'],
    })
    const [stored] = await platform.db.query<{ details: JsonObject }>(sql`
      select details from policy_versions where id = ${version}`)
    expect(JSON.stringify([events, entry, stored])).not.toMatch(/Basel|Rheingasse|Keller/)
  })

  it('is one of several at once: the others are refused because it has started', async () => {
    const { id, version } = await kellersPolicy()
    const cities = ['Basel', 'Bern', 'Chur', 'Thun', 'Genf']
    const answers = await Promise.all([
      ...cities.map((city) => insurer.endorse(id, version, { data: { city } })),
      insurer.cancel(id, version, { termination_date: '2027-12-31' }),
    ])
    const codes = answers.map((response) => response.statusCode)
    expect(codes.toSorted((a, b) => a - b)).toEqual([202, 409, 409, 409, 409, 409])
    await platform.runDue()
    const won = codes.indexOf(202)
    const { status, data } = await viewed(id)
    expect(status === 'cancelled' ? 5 : cities.indexOf(textAt(data, 'city'))).toBe(won)
    // A later request was made without seeing this version.
    expect((await insurer.endorse(id, version, { data: { city: 'Zug' } })).statusCode).toBe(412)
  })

  it('is held to what the policy is when its turn has come', async () => {
    const { id, version } = await kellersPolicy()
    const row = `select from policies where id = '${id}' for update`
    const requested = await holding(platform, row, async (holder) => {
      // It has looked at the policy, and finds it in use.
      const waiting = insurer.endorse(id, version, { email: 'late@example.com' })
      await untilWaiting(platform, 1)
      await holder.query(undocumented)
      await holder.query(`update policies set status = 'expired' where id = '${id}'`)
      return { waiting }
    })
    expect(answer(await requested.waiting)).toEqual(
      refused(422, 'policy_expired', `Policy ${id} is expired and cannot be endorsed.`),
    )
  })

  it('of a dataset item has the whole item in place of its id', async () => {
    const { id } = await kellersPolicy()
    expect(
      answer(
        await insurer.endorse(id, textAt(await viewed(id), 'version_id'), {
          data: { city: `dai_${'0'.repeat(28)}` },
        }),
      ),
    ).toEqual(invalid(expect.objectContaining({ field: 'city', path: 'data' })))
  })
})

describe('who may change a policy', () => {
  it('is its distributor where the product says so, but never back in time', async () => {
    const start = { policy_start_date: '2027-04-01' }
    const { id, version_id } = await soldPolicy(broker, { quote: { data: start } })
    at('2027-05-20T10:00:00Z')
    const endorsement = { data: { company_city: 'Potsdam' } }
    const back = await broker.endorse(id, version_id, {
      ...endorsement,
      effective_date: '2027-05-19',
    })
    expect(answer(back)).toEqual(invalid(wrong('effective_date', 'after_or_equal')))
    expect((await broker.endorse(id, version_id, endorsement)).statusCode).toBe(202)
    await platform.runDue()
    expect((await viewed(id, broker)).data).toMatchObject({ company_city: 'Potsdam' })
  })

  it('is the insurer alone where it does not', async () => {
    const shop = sellerOn(platform, { product: 'bike' })
    const { id, version_id } = await soldPolicy(shop)
    const refused = await shop.endorse(id, version_id, { data: inBasel })
    expect(answer(refused)).toEqual({
      code: 403,
      body: {
        status: 'Forbidden',
        code: 'endorsements_by_insurer',
        message: 'Only the insurer may endorse policies of this product.',
      },
    })
    expect((await insurer.endorse(id, version_id, { data: inBasel })).statusCode).toBe(202)
  })

  it('is nobody with a public key', async () => {
    const { id, version_id } = await soldPolicy(broker)
    const page = sellerOn(platform, { publicKey: platform.demo.keys.test.public })
    const refused = await page.endorse(id, version_id, { data: { company_city: 'Ulm' } })
    expect(refused.statusCode).toBe(401)
  })
})

/** After all that was done above, in whatever order. */
it('all that is posted agrees in the end', async () => {
  // Some of it was requested later than now: time does not go back outside of tests.
  platform.clock.advance({ hours: 3 * 365 * 24 })
  const { policies_checked: checked, faults } = await checkMoney(platform)
  expect(faults).toEqual([])
  expect(checked).toBeGreaterThan(0)
})
