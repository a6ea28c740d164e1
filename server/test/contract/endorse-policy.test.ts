import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { sql } from '../../src/database/index.ts'
import type { JsonObject } from '../../src/kernel/index.ts'
import { type Seller, madeOffer, sellerOn, soldPolicy } from '../builders/sale.ts'
import { type TestPlatform, openTestPlatform } from '../support/platform.ts'
import { testStart } from '../support/test-start.ts'
import { answer, invalid, missing, refused, textAt, wrong } from './words.ts'

let platform: TestPlatform
let seller: Seller
let bikeInsurer: Seller
beforeAll(async () => {
  platform = await openTestPlatform({ leavesDocuments: true })
  seller = sellerOn(platform)
  bikeInsurer = sellerOn(platform, {
    product: 'bike',
    secretKey: platform.demo.insurer.test.secret,
  })
})
afterEach(() => platform.clock.set(testStart))
afterAll(() => platform.close())

const moved = { data: { company_city: 'Potsdam', company_zip: '14467' } }
const viewed = async (id: string) => (await seller.get(`/policies/${id}`)).json<JsonObject>()

/** How many rows there are in the tables that an endorsement would add to. */
async function written(id: string) {
  return platform.db.query(sql`
    select (select count(*) from policy_versions where policy_id = ${id}) as versions,
      (select count(*) from policy_contents where policy_id = ${id}) as contents,
      (select count(*) from events where subject_id = ${id}) as events,
      (select count(*) from audit_entries where subject_id = ${id}) as audit`)
}

/** An endorsement of a policy that was just sold. Refused, it leaves nothing behind. */
async function endorse(change: JsonObject, by = seller) {
  const { id, version_id } = await soldPolicy(by)
  const before = await written(id)
  const response = await by.endorse(id, version_id, change)
  if (response.statusCode !== 202) expect(await written(id)).toEqual(before)
  return answer(response)
}

describe('an endorsement is refused', () => {
  it('with 400 and all failing fields at once', async () => {
    expect(
      await endorse({
        email: 'nowhere',
        first_name: 7,
        language: 'de',
        effective_date: '2027-02-30',
        data: { company_zip: '1', legal_form: 'ag', phone: '+4930901820', vat: { id: 1 } },
      }),
    ).toEqual(
      invalid(
        wrong('first_name', 'string'),
        wrong('language', 'policy_patch'),
        wrong('effective_date', 'iso_date'),
        wrong('email', 'email'),
        wrong('company_zip', 'postal_code', 'data'),
        wrong('legal_form', 'policy_patch', 'data'),
        wrong('vat', 'policy_patch', 'data'),
      ),
    )
  })

  it.each([
    ['no date', 'soon', 'iso_date'],
    ['a moment', '2027-07-01T00:00:00Z', 'iso_date'],
    ['before the first day of cover', '2027-06-28', 'after_or_equal'],
  ])('with 400 for an effective date that is %s', async (_, effective_date, rule) => {
    expect(await endorse({ ...moved, effective_date })).toEqual(
      invalid(wrong('effective_date', rule)),
    )
  })

  it('with 400 for an effective date after the end', async () => {
    const late = { data: { city: 'Basel' }, effective_date: '2028-06-29' }
    expect(await endorse(late, bikeInsurer)).toEqual(
      invalid(wrong('effective_date', 'before_or_equal')),
    )
    const last = { data: { city: 'Basel' }, effective_date: '2028-06-28' }
    expect(await endorse(last, bikeInsurer)).toMatchObject({ code: 202 })
  })

  it('with 400 for one that lies further back than the product lets the insurer go', async () => {
    const { id, version_id } = await soldPolicy(bikeInsurer)
    platform.clock.set(Temporal.Instant.from('2027-09-01T09:00:00Z'))
    const back = (effective_date: string) =>
      bikeInsurer.endorse(id, version_id, { data: { city: 'Basel' }, effective_date })
    expect(answer(await back('2027-08-01'))).toEqual(
      invalid(
        expect.objectContaining({
          field: 'effective_date',
          params: { after_or_equal: ['2027-08-02'] },
        }),
      ),
    )
    expect((await back('2027-08-02')).statusCode).toBe(202)
  })

  it.each<JsonObject>([{}, { data: {} }, { first_name: '' }, { data: { company_city: 'Berlin' } }])(
    'with 400 where it changes nothing: %j',
    async (nothing) => {
      expect(await endorse(nothing)).toEqual({
        code: 400,
        body: {
          status: 'Bad Request',
          code: 'nothing_to_endorse',
          message: expect.stringContaining('changes nothing'),
          errors: [missing('data')],
        },
      })
    },
  )

  it.each<[string, JsonObject]>([
    ['null', { data: { company_city: null } }],
    ['an empty text', { data: { company_city: '' } }],
    ['a list', { data: { company_city: ['Potsdam'] } }],
    ['an object', { data: { company_city: { name: 'Potsdam' } } }],
  ])('with 400 for %s in place of a required text', async (_, change) => {
    expect(await endorse(change)).toMatchObject({
      code: 400,
      body: { errors: [{ field: 'company_city', path: 'data' }] },
    })
  })

  it.each(['[]', '"x"', '7', 'null'])('with 400 for the body %s', async (payload) => {
    const { id, version_id } = await soldPolicy(seller)
    const response = await platform.app.inject({
      method: 'PATCH',
      url: `/policies/${id}`,
      payload,
      headers: {
        authorization: `Bearer ${platform.demo.keys.test.secret}`,
        'content-type': 'application/json',
        'if-match': version_id,
      },
    })
    expect(response.statusCode).toBe(400)
  })

  it('with 400 without a version, and for an offer that is not paid', async () => {
    const { id } = await soldPolicy(seller)
    expect(answer(await seller.endorse(id, '', moved))).toMatchObject({
      code: 400,
      body: { errors: [missing('If-Match')] },
    })
    const offer = await madeOffer(seller)
    const version = textAt(await viewed(offer.id), 'version_id')
    expect(answer(await seller.endorse(offer.id, version, moved))).toEqual(
      refused(
        400,
        'not_paid',
        `Policy ${offer.id} is not paid. Only a paid policy can be endorsed.`,
      ),
    )
  })

  it('with 404 when there is no such policy', async () => {
    const id = `tpol_${'0'.repeat(28)}`
    expect(answer(await seller.endorse(id, 'tpv_1', moved))).toEqual(
      refused(404, 'policy_not_found', `Policy ${id} was not found.`),
    )
  })

  it('with 409 while another policy transaction runs', async () => {
    const { id, version_id } = await soldPolicy(seller)
    await seller.endorse(id, version_id, moved)
    expect(answer(await seller.endorse(id, version_id, moved))).toEqual(
      refused(
        409,
        'modification_in_progress',
        `Another modification of policy ${id} has already started.`,
      ),
    )
    expect((await seller.cancel(id, version_id)).statusCode).toBe(409)
  })

  it('with 412 when the policy has changed since it was seen', async () => {
    const { id, version_id } = await soldPolicy(seller)
    await seller.endorse(id, version_id, moved)
    await platform.runDue()
    const again = { data: { company_city: 'Ulm' } }
    expect(answer(await seller.endorse(id, version_id, again))).toEqual(
      refused(412, 'stale_version', expect.stringContaining(version_id)),
    )
    expect((await seller.cancel(id, version_id)).statusCode).toBe(412)
  })

  it('with 422 of a policy that is cancelled or has expired', async () => {
    const bike = await soldPolicy(bikeInsurer)
    const { id, version_id } = await soldPolicy(seller)
    await seller.cancel(id, version_id)
    await platform.runDue()
    const version = textAt(await viewed(id), 'version_id')
    platform.clock.set(Temporal.Instant.from('2028-01-01T09:00:00Z'))
    expect(answer(await seller.endorse(id, version, moved))).toEqual(
      refused(422, 'policy_cancelled', `Policy ${id} is cancelled and cannot be endorsed.`),
    )
    platform.clock.set(Temporal.Instant.from('2028-06-29T00:00:00+02:00'))
    expect(answer(await bikeInsurer.endorse(bike.id, bike.version_id, moved))).toEqual(
      refused(422, 'policy_expired', `Policy ${bike.id} is expired and cannot be endorsed.`),
    )
  })
})

describe('what an endorsement leaves alone', () => {
  it('is not asked again, though the rules would refuse it today', async () => {
    const { id, version_id } = await soldPolicy(seller)
    await platform.db.transaction(async (tx) => {
      await tx.query(sql`select from policies where id = ${id} for update`)
      // As if it had been sold before the rule was there.
      await tx.query(sql`
        insert into policy_contents select id || 'x', policy_id, first_name, last_name, email,
          data - 'phone' from policy_contents where policy_id = ${id}`)
      await tx.query(sql`alter table policy_segments disable trigger user`)
      await tx.query(sql`
        update policy_segments set content_id = content_id || 'x' where policy_id = ${id}`)
      await tx.query(sql`alter table policy_segments enable trigger user`)
    })
    expect((await seller.endorse(id, version_id, moved)).statusCode).toBe(202)
  })
})
