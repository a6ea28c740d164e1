import { afterAll, beforeAll, expect, it } from 'vitest'
import { wholeExample } from '../builders/folder.ts'
import { encodeFiles, managerOn } from '../builders/manager.ts'
import { textOf } from '../builders/documents.ts'
import { type TestPlatform, openTestPlatform } from '../support/platform.ts'

let platform: TestPlatform
beforeAll(async () => {
  platform = await openTestPlatform()
})
afterAll(() => platform.close())

type Changes = Parameters<typeof wholeExample>[1]

/** A German document of the city bike, as the preview makes it. */
async function previewed(designation: string, changes: Changes = {}) {
  const files = encodeFiles(await wholeExample('bike', changes))
  const body = { files, document: designation, language: 'de' }
  const answer = await managerOn(platform).post('/manage/products/documents', body)
  const { documents, problems } = answer.json<{
    problems: readonly unknown[]
    documents: readonly {
      item: string
      content: string
      invented_because: string | null
    }[]
  }>()
  expect(problems).toEqual([])
  const document = documents.find(({ item }) => item === 'city-bike')
  if (document === undefined) throw new Error(`the preview has no ${designation} of the city bike`)
  return {
    reason: document.invented_because,
    text: await textOf(Buffer.from(document.content, 'base64')),
  }
}

const raceBike = {
  'quote.json': (text: string) =>
    text.replace(
      '"quote": [',
      '"quote": [\n{ "name": "race_bike", "path": "data", "validation": "boolean" },',
    ),
  'pricing.yaml': (text: string) =>
    text
      .replace('inputs:\n', 'inputs:\n  race_bike: { type: boolean, default: false }\n')
      .replace('knockouts:\n', 'knockouts:\n  race: race_bike\n'),
}

it('a preview is priced by the product, also where it would decline what was guessed', async () => {
  const { text, reason } = await previewed('policy', raceBike)
  // As the demo is: 1800 francs in Zurich. Races are not insured, and the guess for them is yes.
  expect(text).toContain('175.78')
  expect(reason).toBeNull()
})

it('a preview without a price says so on the document, and why', async () => {
  const { text, reason } = await previewed('policy', {
    'demo.yaml': null,
    'tests/city-bike.yaml': null,
    'pricing.yaml': (pricing) =>
      pricing.replace('knockouts:\n', 'knockouts:\n  too_cheap: bike_price < 30000\n'),
  })
  expect(reason).toBe('the sample answers are declined (too_cheap)')
  expect(text).toContain('Invented price: the sample answers are declined (too_cheap)')
})

it.each([
  // Due with the start on 29 June, noticed after 20 days with 14 to pay, and suspended for two months.
  ['notice', ['19. Juli 2027', '2. August 2027', 'CHF 195.78']],
  ['suspension', ['3. August 2027', '2. August 2027', '2. Oktober 2027', 'CHF 195.78']],
  // The fee, and 35 of 366 days.
  ['lapse', ['3. Oktober 2027', '2. August 2027', 'CHF 16.81', 'CHF 36.81']],
  ['renewal_notice', ['14. Mai 2028', '29. Juni 2028', 'Nehmen Sie das Angebot']],
])('a %s that is looked at goes by the steps of the folder', async (designation, texts) => {
  const { text } = await previewed(designation)
  for (const one of texts) expect(text.replaceAll(/\s+/g, ' ')).toContain(one)
})
