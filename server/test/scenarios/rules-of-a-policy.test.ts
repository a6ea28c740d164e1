import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type FileChanges, pushedDraft } from '../builders/draft.ts'
import type { JsonObject } from '../../src/kernel/index.ts'
import { type Seller, sellerOn } from '../builders/sale.ts'
import { type TestPlatform, openTestPlatform } from '../support/platform.ts'
import { testStart } from '../support/test-start.ts'

let platform: TestPlatform
let seller: Seller
beforeAll(async () => {
  platform = await openTestPlatform()
  seller = sellerOn(platform, { product: 'bike' })
})
afterEach(() => platform.clock.set(testStart))
afterAll(() => platform.close())

/** A folder with other rules for the policy, and perhaps for the quote. */
const withRules = (policy: readonly JsonObject[], quote: readonly JsonObject[] = []) => {
  const add = (list: 'policy' | 'quote', rules: readonly JsonObject[]) => (text: string) =>
    text.replace(
      `"${list}": [`,
      (start) => start + rules.map((rule) => `${JSON.stringify(rule)},`).join(''),
    )
  const changes: FileChanges = {
    'product.yaml': (text) => text.replace('birth_date, ', ''),
    'fields.json': (text) =>
      add(
        'policy',
        policy,
      )(text.replaceAll(/.*"(?:first_name|last_name|email|birth_date)".*\n/g, '')),
    ...(quote.length > 0 && {
      'quote.json': add('quote', quote),
      'items/e-bike/quote.json': add('quote', quote),
    }),
  }
  return changes
}
const field = (name: string, path: string | null, validation: string) => ({
  name,
  path,
  validation,
})

async function quoteToken(version: string, data: JsonObject = {}): Promise<string> {
  const quote = await seller.quote({ data, body: { product_version_id: version } })
  if (quote.statusCode !== 200) throw new Error(quote.body)
  return quote.json<{ token: string }>().token
}

async function failingFields(token: string, changes: JsonObject): Promise<string[]> {
  const response = await seller.offer(token, changes)
  const { errors = [] } = response.json<{
    errors?: { code: string; field: string; rules: string[] }[]
  }>()
  return errors.map(({ code, field: name, rules }) => `${code} ${name} ${rules.join()}`)
}

describe('a customer', () => {
  it.each(['string|max:100', 'nullable|string', 'sometimes|max:100', ''])(
    'has a name and an address for mail, although fields.json only says "%s"',
    async (rules) => {
      const version = await pushedDraft(
        platform,
        'bike',
        withRules([
          field('first_name', null, rules),
          field('last_name', null, rules),
          field('email', null, rules === '' ? '' : `${rules}|email`),
        ]),
      )
      const token = await quoteToken(version)
      for (const nothing of ['', '   ', '\u00a0\u200b', null]) {
        const changes = { first_name: nothing, last_name: nothing, email: nothing }
        expect(await failingFields(token, changes)).toEqual([
          'required first_name required',
          'required last_name required',
          'required email required',
        ])
      }
      expect(await failingFields(token, { first_name: 5 })).toEqual([
        'invalid_value first_name string',
      ])
      expect((await seller.offer(token)).statusCode).toBe(200)
    },
  )

  it('of 18 years may buy on the birthday, not the day before', async () => {
    const rules = [field('birth_date', 'data', 'iso_date|required|before:18 years ago')]
    const version = await pushedDraft(platform, 'bike', withRules(rules))
    const token = await quoteToken(version)
    const born = (birthDate: string) => {
      const data = platform.demo.products['bike']?.policy['data'] as JsonObject // It is one.
      return failingFields(token, { data: { ...data, birth_date: birthDate } })
    }
    // It is 10 o'clock on 1 March 2027 in Zurich.
    expect(await born('2009-03-01')).toEqual([])
    expect(await born('2009-03-02')).toEqual(['invalid_value birth_date before'])
  })
})

describe('a rule of the policy that asks about the quote', () => {
  it('goes by the answers that the quote was made for', async () => {
    const version = await pushedDraft(
      platform,
      'bike',
      withRules(
        [field('partner', 'data', 'string|required_if:more_than_one_person,true')],
        [field('more_than_one_person', 'data', 'boolean')],
      ),
    )
    const two = await quoteToken(version, { more_than_one_person: true })
    expect(await failingFields(two, {})).toEqual(['required partner required_if'])
    const one = await quoteToken(version, { more_than_one_person: false })
    expect(await failingFields(one, {})).toEqual([])
  })

  it('is refused at push where neither has the field', async () => {
    const rules = [field('partner', 'data', 'required_if:more_than_one_person,true')]
    await expect(pushedDraft(platform, 'bike', withRules(rules))).rejects.toThrow(
      'There is no field `more_than_one_person` here or in quote.json.',
    )
  })
})

describe('members with keys of their own', () => {
  it('are checked like those of a list, and errors name the key', async () => {
    const rules = [field('riders.*.name', 'data', 'string|required')]
    const token = await quoteToken(await pushedDraft(platform, 'bike', withRules(rules)))
    const data = platform.demo.products['bike']?.policy['data'] as JsonObject // It is one.
    const riders = { main: { name: 'Ada' }, second: { name: 5 }, third: {} }
    expect(await failingFields(token, { data: { ...data, riders } })).toEqual([
      'invalid_value riders.second.name string',
      'required riders.third.name required',
    ])
  })
})

describe('payment metadata in the policy data', () => {
  it('is shown as it was sent, and as an empty list where none was', async () => {
    const data = platform.demo.products['bike']?.policy['data'] as JsonObject // It is one.
    const shown = async (sent: JsonObject) => {
      const { token } = (await seller.quote()).json<{ token: string }>()
      const { id } = (await seller.offer(token, { data: { ...data, ...sent } })).json<{
        id: string
      }>()
      return (await seller.get(`/policies/${id}`)).json<{ data: JsonObject }>().data[
        'payment_metadata'
      ]
    }
    expect(await shown({ payment_metadata: [{ reference: 'A-17' }] })).toEqual([
      { reference: 'A-17' },
    ])
    expect(await shown({})).toEqual([])
  })
})
