import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { publishedDraft } from '../builders/draft.ts'
import { card, lifeOf, monthlyBike } from '../builders/life.ts'
import { managerOn } from '../builders/manager.ts'
import { checkMoney } from '../builders/money-check.ts'
import { type TestPlatform, openTestPlatform } from '../support/platform.ts'

/** Bikes that are taxed at five per cent without cover of damage, and at ten with it. */
let platform: TestPlatform
beforeAll(async () => {
  platform = await openTestPlatform()
  await publishedDraft(platform, 'bike', {
    'product.yaml': (text) => text.replace('refund: full_before_start', 'refund: pro_rata'),
    'pricing.yaml': (text) =>
      text.replace('tax_rate: 0.05', 'tax_rate: IF(damage_cover, 0.1, 0.05)'),
  })
})
afterAll(async () => {
  expect(await checkMoney(platform)).toMatchObject({ faults: [] })
  await platform.close()
})

interface Line {
  readonly kind: string
  readonly first_day: string
  readonly amount: number
  readonly tax: number
  readonly tax_rate: string | null
}

/** The lines of the newest invoice of a kind, as a person would read them. */
async function linesOf(policyId: string, kind: string): Promise<string[]> {
  const manager = managerOn(platform)
  const found = await manager.get(`/manage/invoices?policy_id=${policyId}&kind=${kind}`)
  const [newest] = found.json<{ id: string }[]>()
  const shown = await manager.get(`/manage/invoices/${newest?.id}`)
  return shown
    .json<{ lines: Line[] }>()
    .lines.map(({ kind, first_day, amount, tax, tax_rate }) =>
      [kind, first_day, amount, 'with', tax, 'at', tax_rate].join(' '),
    )
}

async function soldBike() {
  const life = await lifeOf(platform, monthlyBike('2027-03-01', '2027-03-02'))
  await life.to('2027-03-11')
  return life
}

describe('the lines of an invoice', () => {
  it('show the rate of an endorsement that comes with the next month: of the days that go and that come', async () => {
    const { id, transactions, to } = await soldBike()
    const { token } = await transactions.quoteEndorsement(id, { damage_cover: false }, '2027-03-12')
    await transactions.endorse(id, { quote_token: token, effective_date: '2027-03-12' })
    const cheaper = await linesOf(id, 'credit_note')
    expect(cheaper).toMatchInlineSnapshot(`
      [
        "adjustment 2027-03-02 -1081 with -98 at 10",
        "adjustment 2027-03-02 768 with 37 at 5",
      ]
    `)
    const back = await transactions.quoteEndorsement(id, { damage_cover: true }, '2027-03-22')
    await transactions.endorse(id, { quote_token: back.token, effective_date: '2027-03-22' })
    await to('2027-03-27')
    expect(await linesOf(id, 'instalment')).toMatchInlineSnapshot(`
      [
        "adjustment 2027-03-02 566 with 51 at 10",
        "adjustment 2027-03-02 -402 with -19 at 5",
        "period 2027-04-02 1596 with 145 at 10",
        "balance  -313 with 0 at ",
      ]
    `)
  })

  it('show the rates of a month in which it changed, and of what a cancellation gives back', async () => {
    const { id, transactions, to } = await soldBike()
    const { token } = await transactions.quoteEndorsement(id, { damage_cover: false }, '2027-04-12')
    await transactions.endorse(id, { quote_token: token, effective_date: '2027-04-12' })
    await to('2027-04-08')
    expect(await linesOf(id, 'instalment')).toMatchInlineSnapshot(`
      [
        "period 2027-04-02 532 with 48 at 10",
        "period 2027-04-02 756 with 36 at 5",
      ]
    `)
    await transactions.cancel(id, '2027-04-21')
    expect(await linesOf(id, 'credit_note')).toMatchInlineSnapshot(`
      [
        "adjustment 2027-04-02 -378 with -18 at 5",
      ]
    `)
  })

  it('show the rates of what a reinstatement asks for first', async () => {
    const { id, transactions, to } = await soldBike()
    const { token } = await transactions.quoteEndorsement(id, { damage_cover: false }, '2027-04-12')
    await transactions.endorse(id, { quote_token: token, effective_date: '2027-04-12' })
    await to('2027-03-20')
    await transactions.cancel(id, '2027-03-20')
    await to('2027-04-18')
    const { payment } = await transactions.reinstate(id)
    await transactions.pay(id, payment?.token ?? '', card())
    expect(await linesOf(id, 'transaction')).toMatchInlineSnapshot(`
      [
        "adjustment 2027-03-02 618 with 56 at 10",
        "period 2027-04-02 532 with 48 at 10",
        "period 2027-04-02 756 with 36 at 5",
      ]
    `)
  })
})
