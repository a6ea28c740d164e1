import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { itemsOf } from '../builders/dataset.ts'
import { publishedDraft } from '../builders/draft.ts'
import { managerOn } from '../builders/manager.ts'
import { sellerOn } from '../builders/sale.ts'
import { type TestPlatform, openTestPlatform } from '../support/platform.ts'

let platform: TestPlatform
beforeAll(async () => {
  platform = await openTestPlatform()
})
afterAll(() => platform.close())

interface Company {
  readonly id: string
  readonly values: {
    readonly name: string
    readonly industry_code: string
    readonly risk_score: number
  }
}

async function company(number: string): Promise<Company> {
  const found = (await itemsOf(platform, 'companies')).find(({ key }) => key === number)
  if (found === undefined) throw new Error(`there is no company ${number}`)
  return { id: found.id, values: found.values as Company['values'] } // All companies have both.
}

/** Changes companies as insurers do: in the folder of their product, pushed and published. */
async function publishRows(change: (text: string) => string): Promise<void> {
  await publishedDraft(platform, 'cyber', { 'datasets/companies.csv': change })
}

describe('the id of a dataset item in place of its values', () => {
  it('is priced as the item that it stands for', async () => {
    // Construction costs 1.3 per mille instead of 2.1: 65,000 in place of 105,000.
    const { id, values } = await company('C-0002')
    expect(values.industry_code).toBe('construction')
    const quote = await sellerOn(platform).quote({ data: { company: id } })
    expect(quote.json()).toMatchObject({
      // 65,000 * 0.95 * 1.12 * 0.88 * 1.25 is 76,076; 19 % of it 14,454.44.
      gross_payment_amount: 90_530,
      extra_data: { industry: 'construction', net_premium: 76_076 },
    })
  })

  it('stays an id in the customer input and is the whole item in the policy data', async () => {
    const { id, values } = await company('C-0002')
    const seller = sellerOn(platform)
    const quote = await seller.quote({ data: { company: id } })
    const { token } = quote.json<{ token: string }>()
    const policyData = platform.demo.products['cyber']?.policy['data'] as object // It is one.
    const offer = await seller.offer(token, {
      data: { ...policyData, insured_company: id, group: { members: [id] } },
    })
    expect(offer.statusCode).toBe(200)
    const { id: policyId } = offer.json<{ id: string }>()
    const { risk_score: _, ...visible } = { id, ...values, industry: 'Construction' }
    for (const path of [`/offers/${policyId}`, `/policies/${policyId}`]) {
      const view = (await seller.get(path)).json<{
        data: object
        quote: { customer_input: object }
      }>()
      expect(view.quote.customer_input).toMatchObject({ company: id })
      expect(view.data).toMatchObject({ insured_company: visible, group: { members: [visible] } })
    }
  })

  it('keeps what it meant when the dataset changes later', async () => {
    const { id, values } = await company('C-0001')
    const seller = sellerOn(platform)
    const token = (await seller.quote({ data: { company: id } })).json<{ token: string }>().token
    const policyData = platform.demo.products['cyber']?.policy['data'] as object // It is one.
    const offer = await seller.offer(token, { data: { ...policyData, insured_company: id } })
    const { id: policyId } = offer.json<{ id: string }>()
    await publishRows((text) => text.replace(`C-0001,${values.name}`, 'C-0001,Renamed'))
    const view = (await seller.get(`/policies/${policyId}`)).json<{ data: object }>()
    expect(view.data).toMatchObject({ insured_company: { id, name: values.name } })
  })

  it.each([
    ['that nobody knows', 'dai_0123456789abcdef0123456789ab'],
    ['that is not even well formed', 'dai_x'],
  ])('%s is an invalid value', async (_, id) => {
    const seller = sellerOn(platform)
    const quote = await seller.quote({ data: { company: id } })
    expect(quote.statusCode).toBe(400)
    expect(quote.json()).toMatchObject({
      status: 'Bad Request',
      errors: [{ code: 'invalid_value', field: 'company', path: 'data' }],
    })
    const good = (await seller.quote()).json<{ token: string }>().token
    const policyData = platform.demo.products['cyber']?.policy['data'] as object // It is one.
    const offer = await seller.offer(good, { data: { ...policyData, friends: [{ best: id }] } })
    expect(offer.statusCode).toBe(400)
    expect(offer.json()).toMatchObject({
      errors: [{ code: 'invalid_value', field: 'friends.0.best', path: 'data' }],
    })
  })

  it('that leaves its dataset stays in the policies that were sold with it, and in their prices', async () => {
    const { id, values } = await company('C-0004')
    const seller = sellerOn(platform)
    const token = (await seller.quote({ data: { company: id } })).json<{ token: string }>().token
    const policyData = platform.demo.products['cyber']?.policy['data'] as object // It is one.
    const offer = await seller.offer(token, { data: { ...policyData, insured_company: id } })
    const { id: policyId } = offer.json<{ id: string }>()
    const before = (await seller.get(`/policies/${policyId}`)).json<object>()
    await publishRows((text) => text.replace(/^C-0004.*\n/m, ''))
    expect((await seller.get(`/policies/${policyId}`)).json()).toEqual(before)
    expect(before).toMatchObject({ data: { insured_company: { id, name: values.name } } })
    const explained = await managerOn(platform).get(`/manage/policies/${policyId}/explanation`)
    expect(explained.json()).toMatchObject({ is_same: true })
  })

  it('is looked up in one statement for all ids of a request, and in none when they are known', async () => {
    const ids = (await itemsOf(platform, 'companies')).slice(100, 160).map((item) => item.id)
    const rates = (await itemsOf(platform, 'broker-rates')).map((item) => item.id)
    const seller = sellerOn(platform)
    const token = (await seller.quote()).json<{ token: string }>().token
    const policyData = platform.demo.products['cyber']?.policy['data'] as object // It is one.
    const data = { ...policyData, friends: ids.map((id) => ({ best: [id] })), rates }
    const asked = vi.spyOn(platform.db, 'query')
    const lookUps = () =>
      asked.mock.calls.filter(([{ text }]) => text.includes('find_dataset_items')).length
    try {
      expect((await seller.offer(token, { data })).statusCode).toBe(200)
      expect(lookUps()).toBe(1)
      const again = (await seller.quote()).json<{ token: string }>().token
      expect((await seller.offer(again, { data })).statusCode).toBe(200)
      expect(lookUps()).toBe(1)
    } finally {
      asked.mockRestore()
    }
  })

  it('that left its dataset cannot be quoted any more', async () => {
    const { id } = await company('C-0003')
    await publishRows((text) => text.replace(/^C-0003.*\n/m, ''))
    await vi.waitFor(async () => {
      const quote = await sellerOn(platform).quote({ data: { company: id } })
      expect(quote.statusCode).toBe(400)
    })
  })
})
