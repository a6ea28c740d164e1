import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Problem } from '../../src/kernel/index.ts'
import { pdfOf } from '../builders/documents.ts'
import { publishedDraft } from '../builders/draft.ts'
import { exampleFolder } from '../builders/folder.ts'
import { encodeFiles, managerOn } from '../builders/manager.ts'
import { type OfferCreated, type Seller, madeOffer, sellerOn } from '../builders/sale.ts'
import { type TestPlatform, openTestPlatform } from '../support/platform.ts'

let platform: TestPlatform
let page: Seller
let owner: Seller
beforeAll(async () => {
  platform = await openTestPlatform()
  page = sellerOn(platform, { publicKey: platform.demo.keys.test.public, product: 'bike' })
  owner = sellerOn(platform, { product: 'bike' })
})
afterAll(() => platform.close())

const listed = (text: string) =>
  `${text}\npublic_outputs:\n  - output: zone\n    label: { de: Zone, fr: Zone tarifaire }\n  - { output: premium_tax, label: Stempelabgabe }\n`
const formPath = () => `/integrations/${platform.demo.products['bike']?.integration_id}/form`

interface Priced {
  readonly extra_data: Record<string, unknown>
  readonly public_outputs: readonly unknown[]
}
interface Linked extends OfferCreated {
  readonly _links: { readonly assets: { readonly offer: { readonly href: string } } }
}
const priced = async (seller: Seller) => (await seller.quote()).json<Priced>()

describe('outputs of pricing', () => {
  it('are all shown where a product lists none', async () => {
    expect((await priced(page)).extra_data).toEqual((await priced(owner)).extra_data)
    expect((await priced(page)).public_outputs).toEqual([])
  })

  it('that a product with a list leaves out stay with secret keys', async () => {
    await publishedDraft(platform, 'bike', {
      'product.yaml': (text) => `${text}\npublic_outputs: []\n`,
    })
    expect((await priced(owner)).extra_data).toHaveProperty('zone', 'A')
    const seen = await priced(page)
    expect(Object.keys(seen.extra_data).toSorted()).toEqual([
      'gross_premium',
      'net_premium',
      'premium_tax',
      'tax_rate',
    ])
    expect(seen.public_outputs).toEqual([])
  })

  it('that it lists are shown with their labels, in the form and with each quote', async () => {
    await publishedDraft(platform, 'bike', { 'product.yaml': listed })
    const labels = [
      { output: 'zone', labels: { de: 'Zone', fr: 'Zone tarifaire' } },
      { output: 'premium_tax', labels: { de: 'Stempelabgabe', fr: 'Stempelabgabe' } },
    ]
    const form = await page.get(formPath())
    expect(form.json()).toMatchObject({ public_outputs: labels })
    const seen = await priced(page)
    expect(seen.extra_data).toHaveProperty('zone', 'A')
    expect(seen.public_outputs).toEqual([
      { ...labels[0], value: 'A' },
      { ...labels[1], value: 837 },
    ])
  })

  it('that do not exist are refused at push, and missing languages are a warning', async () => {
    const files = await exampleFolder('bike', {
      'product.yaml': (text) =>
        listed(text.replace('name: Velo Plus', 'name: { de: Velo Plus }')).replace(
          'output: zone\n    label: { de: Zone, fr: Zone tarifaire }',
          'output: zon\n    label: { de: Zone, en: Zone }',
        ),
    })
    const answer = await managerOn(platform).post('/manage/products/validate', {
      files: encodeFiles(files),
    })
    const { problems } = answer.json<{ problems: Problem[] }>()
    expect(problems.map(({ place }) => place.replace(/^line \d+, /, ''))).toEqual([
      'public_outputs[0].label.en',
      'public_outputs[0].output',
    ])
    expect(problems[1]?.fix).toContain('zone')
  })
})

describe('names by language', () => {
  const named = (text: string) =>
    text
      .replace('name: Velo Plus', 'name: { de: Velo Plus, fr: Vélo Plus }')
      .replace('name: { de: Stadtvelo,', 'name: { de: Velo,')
      .replace('name: { de: E-Bike, fr: Vélo électrique }', 'name: E-bike')

  it('stand in the form and in the plan; one name is for all', async () => {
    const files = await exampleFolder('bike', { 'product.yaml': named })
    const plan = await managerOn(platform).post('/manage/products/plan', {
      files: encodeFiles(files),
    })
    expect(plan.json()).toMatchObject({
      valid: true,
      differences: expect.arrayContaining([
        expect.objectContaining({
          area: 'items',
          place: 'city-bike',
          after: { de: 'Velo', fr: 'Vélo de ville' },
        }),
      ]),
    })
    await publishedDraft(platform, 'bike', { 'product.yaml': named })
    expect((await page.get(formPath())).json()).toMatchObject({
      name: 'Velo Plus',
      names: { de: 'Velo Plus', fr: 'Vélo Plus' },
      items: [
        { name: 'Velo', names: { de: 'Velo', fr: 'Vélo de ville' } },
        { name: 'E-bike', names: { de: 'E-bike', fr: 'E-bike' } },
      ],
    })
    const products = await managerOn(platform).get('/manage/products')
    expect(products.body).toContain('"Velo Plus"')
  })

  it('stand on a document in its language', async () => {
    await publishedDraft(platform, 'bike', {
      'product.yaml': named,
      'documents/offer.fr.typ': (text) => `${text}\n`,
    })
    const { _links: links } = (await madeOffer(owner, { offer: { language: 'fr' } })) as Linked
    const url = links.assets.offer.href.replace('http://bindery.test', '')
    const ask = () => platform.app.inject({ url, headers: { accept: 'application/pdf' } })
    await ask()
    await platform.runDue()
    expect(await pdfOf(await ask())).toContain('Vélo Plus')
  })

  it('that are missing in a language are a warning', async () => {
    const files = await exampleFolder('bike', {
      'product.yaml': (text) =>
        text
          .replace('languages: [de, fr]', 'languages: [de, fr, it]')
          .replace('name: Velo Plus', 'name: { de: Velo Plus, fr: Vélo Plus }'),
    })
    const answer = await managerOn(platform).post('/manage/products/validate', {
      files: encodeFiles(files),
    })
    expect(answer.json<{ warnings: Problem[] }>().warnings).toContainEqual(
      expect.objectContaining({ place: 'name', message: expect.stringContaining('missing in it') }),
    )
  })
})
