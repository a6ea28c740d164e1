import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import type { JsonObject } from '../../src/kernel/index.ts'
import { type Seller, sellerOn, soldPolicy } from '../builders/sale.ts'
import { textAt } from '../contract/words.ts'
import { type TestPlatform, openTestPlatform } from '../support/platform.ts'
import { testStart } from '../support/test-start.ts'

let platform: TestPlatform
let insurer: Seller
beforeAll(async () => {
  platform = await openTestPlatform({ leavesDocuments: true })
  insurer = sellerOn(platform, { product: 'bike', secretKey: platform.demo.insurer.test.secret })
})
afterEach(() => platform.clock.set(testStart))
afterAll(() => platform.close())

async function carriedOut(
  id: string,
  action: 'endorse' | 'cancel',
  body: JsonObject,
): Promise<void> {
  const policy = (await insurer.get(`/policies/${id}`)).json<JsonObject>()
  const response = await insurer[action](id, textAt(policy, 'version_id'), body)
  expect(response.statusCode, response.body).toBe(202)
  await platform.runDue()
}

/** With plain spaces: which kind of space a language takes is its own affair. */
async function summaries(id: string, language = 'en'): Promise<(string | null)[]> {
  const headers = { 'accept-language': language }
  const history = await insurer.get(`/manage/policies/${id}/history`, headers)
  const { versions } = history.json<{ versions: { summary: string | null }[] }>()
  return versions.map((version) => version.summary?.replaceAll(/\s/g, ' ') ?? null)
}

it('the history of a policy uses the words of insurers, in the language of the caller', async () => {
  const { id } = await soldPolicy(insurer, { quote: { data: { start_date: '2027-04-01' } } })
  await carriedOut(id, 'endorse', {
    data: { city: 'Basel', phone: '+41612671111' },
    email: 'luc@example.com',
    effective_date: '2027-05-01',
  })
  await carriedOut(id, 'cancel', { termination_date: '2027-03-20' })
  const english = await summaries(id)
  expect(english).toEqual([
    expect.stringMatching(/^sold from 1 April 2027 to 31 March 2028; CHF \d+\.\d\d charged$/),
    'city from Lausanne to Basel, phone from +41446681800 to +41612671111, ' +
      'email from luc.favre@example.com to luc@example.com from 1 May 2027',
    expect.stringMatching(/^cancelled to the end of 20 March 2027; CHF \d+\.\d\d credited$/),
  ])
  const amountIn = (text: string | null | undefined) => /CHF ([\d.]+)/.exec(text ?? '')?.[1]
  expect(amountIn(english[2])).toBe(amountIn(english[0]))
  expect((await summaries(id, 'de-CH, fr;q=0.5'))[2]).toMatch(
    /^gekündigt zum Ende des 20\. März 2027; /,
  )
  expect((await summaries(id, 'fr'))[0]).toMatch(/^vendue du 1 avril 2027 au 31 mars 2028; /)
  expect((await summaries(id, 'pt'))[1]).toBe(english[1])
})

it('a policy transaction that is still to be carried out has done nothing yet', async () => {
  const { id, version_id: version } = await soldPolicy(insurer, {
    quote: { data: { start_date: '2027-04-01' } },
  })
  await insurer.endorse(id, version, { data: { city: 'Basel' } })
  expect((await summaries(id))[1]).toBeNull()
  await platform.runDue()
  expect((await summaries(id))[1]).toBe('city from Lausanne to Basel from 1 April 2027')
})
