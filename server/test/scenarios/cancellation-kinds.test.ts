import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { card } from '../builders/life.ts'
import { managerOn } from '../builders/manager.ts'
import { checkMoney } from '../builders/money-check.ts'
import { pricedBike, publishPricedBike } from '../builders/priced-bike.ts'
import { sellerOn, soldPolicy } from '../builders/sale.ts'
import type { JsonObject } from '../../src/kernel/index.ts'
import { type TestPlatform, openTestPlatform } from '../support/platform.ts'

/** Bikes for 365.00 a year from 2027-01-01, one franc a day, with all that a German back office needs. */
const kinds = `
  kinds:
    customer:
      notice: [{ period: P3M, to: end_of_term }, { period: P1M, to: any_day, after: P6M }]
      reasons:
        - { code: ordinary, label: { de: Ordentliche Kündigung, fr: Résiliation ordinaire } }
        - { code: sold, label: { de: Verkauf, fr: Vente }, notice: none, refund: none }
        - { code: claim, label: Schadenfall, within: P1M, notice: { to: any_day } }
    insurer:
      refund: pro_rata
      document: insurer_cancellation
      reasons:
        - { code: claim, label: Schadenfall, notice: { period: P1M, to: any_day } }
    agreement:
      refund: none
`

let platform: TestPlatform
beforeAll(async () => {
  platform = await openTestPlatform()
  await publish()
})
afterAll(async () => {
  expect(await checkMoney(platform)).toMatchObject({ policies_different: 0, faults: [] })
  await platform.close()
})

/** With other kinds, a new version of the product. */
async function publish(ownKinds = kinds): Promise<void> {
  await publishPricedBike(platform, (text) =>
    text
      .replace('refund: full_before_start', 'refund: pro_rata')
      .replace(/\n {2}# Who ends the policy[\s\S]*?(?=\n\n)/, ownKinds.trimEnd())
      .concat('dunning:\n  notice: { after_days: 5, grace_days: 14 }\n'),
  )
}

async function bikeOn(today: string, plan: 'once' | 'monthly' = 'once', mandate?: string) {
  const sold = { start: '2027-01-01', price: plan === 'once' ? 36_500 : 31_000, plan }
  const life = await pricedBike(platform, { ...sold, ...(mandate !== undefined && { mandate }) })
  await life.to(today)
  return life
}
type Life = Awaited<ReturnType<typeof bikeOn>>

async function cancelling({ id, seller, transactions }: Life, body: JsonObject) {
  const { version_id } = await transactions.view(id)
  return seller.cancel(id, version_id, body)
}

/** How a cancellation is refused, and its preview alike. */
async function refusalOf(life: Life, body: JsonObject) {
  const { id, seller, transactions } = life
  const refused = await cancelling(life, body)
  const { cancellation_reason: _, ...cancellation } = body
  const previewed = await seller.preview(id, (await transactions.view(id)).version_id, {
    cancellation,
  })
  expect(previewed.json()).toEqual(refused.json())
  const { code, message, errors } = refused.json<{
    code: string
    message: string
    errors?: object[]
  }>()
  return { status: refused.statusCode, code, message, errors }
}

const ordinary = { cancellation_kind: 'customer', cancellation_reason_code: 'ordinary' }
const sold = { cancellation_kind: 'customer', cancellation_reason_code: 'sold' }
const claim = { cancellation_kind: 'customer', cancellation_reason_code: 'claim' }
const byInsurer = { cancellation_kind: 'insurer', cancellation_reason_code: 'claim' }

describe('a cancellation that names a kind', () => {
  it('is kept with the policy, its versions, its events and in lists', async () => {
    const life = await bikeOn('2027-05-10')
    const { id, transactions } = life
    await transactions.cancel(id, '2027-05-31', { ...sold, received_on: '2027-05-07' })
    const named = { cancellation_kind: 'customer', cancellation_reason_code: 'sold' }
    expect(await transactions.view(id)).toMatchObject({
      ...named,
      cancelled_by: 'insurer',
      cancellation_reason: 'The customer moved.',
    })
    const manager = managerOn(platform)
    const history = (await manager.get(`/manage/policies/${id}/history`)).json<{
      versions: JsonObject[]
      events: { type: string; data: JsonObject }[]
    }>()
    expect(history.versions.at(-1)).toMatchObject({
      details: { ...named, notice: { received_on: '2027-05-07', first_possible_date: null } },
    })
    const [event] = history.events.filter(({ type }) => type === 'policy.cancelled')
    expect(event?.data).toMatchObject(named)
    const listed = (await manager.get('/manage/policies')).json<JsonObject[]>()
    expect(listed.find((one) => one['id'] === id)).toMatchObject(named)
    const audit = (await manager.get(`/manage/audit?subject_id=${id}`)).json<JsonObject[]>()
    expect(audit).toContainEqual(expect.objectContaining({ after: expect.objectContaining(named) }))
  })

  it('is shown to a secret key alone', async () => {
    const { id, transactions } = await bikeOn('2027-05-10')
    await transactions.cancel(id, '2027-05-31', sold)
    const key = platform.demo.keys.test.public
    const shown = await platform.app.inject({ url: `/policies/${id}?key=${key}` })
    expect(Object.keys(shown.json<JsonObject>())).toEqual([
      'id',
      'insurer_policy_id',
      'insurer_external_policy_id',
      'status',
      '_links',
    ])
  })

  it('is refunded by the rule of its reason, else of its kind, else of the product', async () => {
    const refunded = async (named: JsonObject) => {
      const { id, transactions } = await bikeOn('2027-05-10')
      const cancellation = { termination_date: '2027-09-30', ...named }
      const preview = await transactions.preview(id, { cancellation })
      const { preview_token } = preview
      const done = await transactions.cancel(id, '2027-09-30', { ...named, preview_token })
      expect(await transactions.charged(id, done.version_id)).toMatchObject({
        refunded: preview.refund.amount,
      })
      return preview.refund
    }
    expect(await refunded({})).toMatchObject({ amount: 9_200, method: 'pro_rata' })
    expect(await refunded(sold)).toMatchObject({ amount: 0, method: 'none' })
    expect(await refunded(ordinary)).toMatchObject({ amount: 9_200, method: 'pro_rata' })
    expect(await refunded(byInsurer)).toMatchObject({ amount: 9_200, method: 'pro_rata' })
    const agreed = { cancellation_kind: 'agreement' }
    expect(await refunded(agreed)).toMatchObject({ amount: 0, method: 'none' })
  })

  it('keeps its preview only for the kind that was previewed', async () => {
    const life = await bikeOn('2027-05-10')
    const cancellation = { termination_date: '2027-09-30', ...ordinary }
    const { preview_token } = await life.transactions.preview(life.id, { cancellation })
    const other = await cancelling(life, { ...cancellation, ...byInsurer, preview_token })
    expect([other.statusCode, other.json<{ code: string }>().code]).toEqual([
      412,
      'preview_of_different_transaction',
    ])
  })

  it('is refused where the product does not list it', async () => {
    const life = await bikeOn('2027-05-10')
    const day = { termination_date: '2027-05-31' }
    const unknown = { cancellation_kind: 'customer', cancellation_reason_code: 'moved' }
    expect(await refusalOf(life, { ...day, ...unknown })).toMatchObject({
      status: 400,
      code: 'cancellation_reason_code_unknown',
      message:
        'The cancellation kind `customer` has no reason `moved`. It has: `ordinary`, `sold`, `claim`.',
    })
    expect(await refusalOf(life, { ...day, cancellation_reason_code: 'sold' })).toMatchObject({
      status: 400,
      code: 'cancellation_kind_missing',
    })
    expect(await refusalOf(life, { ...day, received_on: '2027-05-01' })).toMatchObject({
      code: 'cancellation_kind_missing',
    })
    const cyber = sellerOn(platform, { secretKey: platform.demo.insurer.test.secret })
    const { version_id, id } = await soldPolicy(cyber)
    const refused = await cyber.cancel(id, version_id, { cancellation_kind: 'customer' })
    expect([refused.statusCode, refused.json()]).toMatchObject([
      400,
      {
        code: 'cancellation_kind_unknown',
        message: 'The product has no cancellation kind `customer`. It has none.',
      },
    ])
  })

  it('is declared for the insurer by nobody else', async () => {
    const seller = sellerOn(platform, { product: 'bike' })
    const { id, version_id } = await soldPolicy(seller, {
      quote: { data: { bike_price: 36_500, damage_cover: false } },
    })
    for (const cancellation_kind of ['insurer', 'agreement']) {
      const refused = await seller.cancel(id, version_id, { cancellation_kind })
      expect([refused.statusCode, refused.json()]).toMatchObject([
        403,
        { code: 'cancellation_kind_by_insurer' },
      ])
    }
  })
})

describe('the notice of a cancellation', () => {
  it('is kept to the end of the term, or after half a year to any day', async () => {
    const life = await bikeOn('2027-03-10')
    expect(await refusalOf(life, { termination_date: '2027-06-29', ...ordinary })).toEqual({
      status: 400,
      code: 'notice_not_kept',
      message: 'The notice does not allow termination_date. The first possible day is 2027-06-30.',
      errors: [
        expect.objectContaining({
          field: 'termination_date',
          rules: ['after_or_equal'],
          params: { after_or_equal: ['2027-06-30'] },
        }),
      ],
    })
    const cancellation = { termination_date: '2027-07-15', ...ordinary }
    expect(await life.transactions.preview(life.id, { cancellation })).toMatchObject({
      cancellation: {
        kind: 'customer',
        reason_code: 'ordinary',
        received_on: '2027-03-10',
        occurred_on: null,
        first_possible_date: '2027-06-30',
      },
    })
    expect(await life.transactions.cancel(life.id, '2027-07-15', ordinary)).toMatchObject({
      status: 'active',
    })
  })

  it('counts from the day of its receipt, which may lie in the past', async () => {
    const life = await bikeOn('2027-08-10')
    const late = { termination_date: '2027-09-05', ...ordinary }
    expect(await refusalOf(life, late)).toMatchObject({ code: 'notice_not_kept' })
    expect(await refusalOf(life, { ...late, received_on: '2027-08-11' })).toMatchObject({
      code: 'cancellation_date_invalid',
      message: 'received_on must not be after 2027-08-10.',
    })
    const { id, transactions } = life
    const received = { ...ordinary, received_on: '2027-08-05' }
    expect(await transactions.cancel(id, '2027-09-05', received)).toMatchObject({
      status: 'active',
    })
  })

  it('is not checked where the request names no kind, or its reason needs none', async () => {
    const life = await bikeOn('2027-03-10')
    const { id, transactions } = life
    const at_once = { termination_date: '2027-03-10' }
    await transactions.preview(id, { cancellation: { ...at_once, ...sold } })
    expect(await transactions.preview(id, { cancellation: at_once })).toMatchObject({
      cancellation: null,
    })
    expect(await transactions.cancel(id, '2027-03-10')).toMatchObject({ status: 'active' })
    expect(await transactions.view(id)).toMatchObject({
      cancellation_kind: null,
      cancellation_reason_code: null,
    })
  })

  it('comes with a right that ends some time after its event', async () => {
    const life = await bikeOn('2027-06-16')
    const day = { termination_date: '2027-06-30', ...claim }
    expect(await refusalOf(life, day)).toMatchObject({
      status: 400,
      code: 'event_date_missing',
      errors: [expect.objectContaining({ field: 'occurred_on' })],
    })
    expect(await refusalOf(life, { ...day, occurred_on: '2027-06-17' })).toMatchObject({
      code: 'cancellation_date_invalid',
    })
    expect(await refusalOf(life, { ...day, occurred_on: '2027-05-15' })).toMatchObject({
      status: 422,
      code: 'cancellation_right_over',
      message:
        'A cancellation for this reason had to be received by 2027-06-15. Cancel for another reason.',
    })
    const { id, transactions } = life
    const settled = { ...claim, occurred_on: '2027-05-16' }
    expect(await transactions.cancel(id, '2027-06-30', settled)).toMatchObject({ status: 'active' })
  })
})

describe('what follows after a cancellation that names a kind', () => {
  it('an earlier end keeps the notice, a later one is free, and both keep kind and refund rule', async () => {
    const life = await bikeOn('2027-08-10')
    const { id, seller, transactions } = life
    await transactions.cancel(id, '2027-10-31', ordinary)
    const { version_id } = await transactions.view(id)
    const early = await seller.moveEnd(id, version_id, { termination_date: '2027-09-09' })
    expect([early.statusCode, early.json()]).toMatchObject([
      400,
      { code: 'notice_not_kept', errors: [{ params: { after_or_equal: ['2027-09-10'] } }] },
    ])
    await life.to('2027-08-20')
    expect(await transactions.moveEnd(id, '2027-09-10')).toMatchObject({ status: 'active' })
    expect(await transactions.view(id)).toMatchObject(ordinary)
    await life.to('2027-08-25')
    const later = await transactions.moveEnd(id, '2027-11-11')
    await transactions.pay(id, later.payment?.token ?? '', card())
    await platform.runDue()
    expect(await transactions.view(id)).toMatchObject(ordinary)
    expect(await transactions.money(id)).toMatchObject({ charged: 31_500 })
  })

  it('the rule of the kind holds for the moved end, whatever the product says by then', async () => {
    const life = await bikeOn('2027-05-10', 'monthly')
    const { id, transactions } = life
    await transactions.cancel(id, '2027-08-20', sold)
    await publish(kinds.replace('notice: none, refund: none', 'notice: none, refund: pro_rata'))
    const move = { end_move: { termination_date: '2027-05-15' } }
    expect(await transactions.preview(id, move)).toMatchObject({
      refund: { method: 'none' },
      cancellation: { kind: 'customer', reason_code: 'sold' },
    })
    await transactions.moveEnd(id, '2027-05-15')
    await life.to('2027-06-10')
    // Five whole months: none is refunded for the month of the last day.
    expect(await transactions.money(id)).toMatchObject({ charged: 155_000 })
    await publish()
  })

  it('a reinstatement clears it', async () => {
    const { id, transactions } = await bikeOn('2027-05-10')
    await transactions.cancel(id, '2027-09-30', ordinary)
    const { payment } = await transactions.reinstate(id)
    await transactions.pay(id, payment?.token ?? '', card())
    await platform.runDue()
    expect(await transactions.view(id)).toMatchObject({
      status: 'paid',
      cancellation_kind: null,
      cancellation_reason_code: null,
    })
    const before = await transactions.view(id)
    expect(before).toMatchObject({ cancelled_by: '' })
  })

  it('a lapse shows that nobody paid, and its reinstatement brings the cancellation back', async () => {
    const life = await bikeOn('2027-02-02', 'monthly', 'none')
    const { id, transactions } = life
    await transactions.cancel(id, '2027-06-30', sold)
    await life.to('2027-03-02')
    expect(await transactions.view(id)).toMatchObject({
      cancelled_by: 'system',
      cancellation_kind: 'system',
      cancellation_reason_code: 'non_payment',
    })
    const { payment } = await transactions.reinstate(id)
    await transactions.pay(id, payment?.token ?? '', card())
    await platform.runDue()
    expect(await transactions.view(id)).toMatchObject({ status: 'cancelled', ...sold })
  })

  it('no link offers a reinstatement after the day for which it was cancelled', async () => {
    const life = await bikeOn('2027-02-02', 'monthly', 'none')
    const { id, transactions } = life
    await transactions.cancel(id, '2027-03-10', sold)
    const linked = async () => Object.keys((await transactions.view(id))['_links'] as object)
    await life.to('2027-03-02')
    expect(await linked()).toContain('reactivate')
    await life.to('2027-03-11')
    expect(await linked()).not.toContain('reactivate')
    const { version_id } = await transactions.view(id)
    const refused = await transactions.reinstating(id, version_id, {})
    expect(refused.json()).toMatchObject({ code: 'too_late_to_reinstate' })
  })

  it('a day in the past shows it as it was known then', async () => {
    const life = await bikeOn('2027-05-10')
    const { id, seller, transactions } = life
    await transactions.cancel(id, '2027-09-30', ordinary)
    await life.to('2027-05-12')
    const shown = async (query: string) => (await seller.get(`/policies/${id}?${query}`)).json()
    expect(await shown('as_of=2027-05-12')).toMatchObject(ordinary)
    expect(await shown('known_at=2027-05-09T00:00:00Z')).toMatchObject({ cancellation_kind: null })
  })
})
