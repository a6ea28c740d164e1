import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { publishedDraft, pushedDraft } from '../builders/draft.ts'
import { type Seller, sellerOn } from '../builders/sale.ts'
import { type TestPlatform, openTestPlatform } from '../support/platform.ts'

let platform: TestPlatform
let page: Seller
let cyber: string
let bike: string
const formOf = (product: string) =>
  `/integrations/${platform.demo.products[product]?.integration_id}/form`
beforeAll(async () => {
  platform = await openTestPlatform()
  page = sellerOn(platform, { publicKey: platform.demo.keys.test.public })
  cyber = formOf('cyber')
  bike = formOf('bike')
})
afterAll(() => platform.close())

interface Shown {
  readonly product_version_id: string
  readonly items: readonly {
    readonly id: string
    readonly name: string
    readonly quote: readonly { readonly name: string }[]
    readonly policy: readonly { readonly name: string }[]
  }[]
  readonly checkout: {
    readonly plan_question: string | null
    readonly quote: readonly object[]
    readonly fields: readonly { readonly name: string }[]
    readonly logo: string
  }
  readonly documents: readonly {
    readonly designation: string
    readonly hrefs: Readonly<Record<string, string>>
  }[]
  readonly subscription_plans: readonly {
    readonly methods: readonly { readonly provider: string }[]
  }[]
  readonly handover_required?: boolean
}
/** Where customers of a product withdraw, in test mode. */
const withdrawalPage = /\/withdraw\/pr_\w+\?mode=test$/

const shown = async (path: string, seller = page) => (await seller.get(path)).json<Shown>()
const question = ({ items }: Shown, list: 'quote' | 'policy', name: string) =>
  items[0]?.[list].find((one) => one.name === name)

describe('the form of an integration', () => {
  it('says what to ask, in a form that a page can build fields from', async () => {
    const form = await shown(cyber)
    expect(question(form, 'quote', 'deductible')).toEqual({
      name: 'deductible',
      path: 'data',
      validation: 'integer|required|in:100000,500000,1000000',
      type: 'integer',
      required: true,
      choices: [100_000, 500_000, 1_000_000],
      conditions: [],
      dataset_id: null,
      dataset_fields: [],
    })
    expect(question(form, 'policy', 'previous_losses_count')).toMatchObject({
      required: false,
      conditions: [{ rule: 'required_if', params: ['previous_cyber_losses', 'true'] }],
    })
  })

  it('says what the product says of its page, in all languages, and nothing where it says nothing', async () => {
    const form = await shown(bike)
    expect(form.checkout.plan_question).toBe('payment')
    expect(form.checkout.quote[0]).toMatchObject({ title: { de: 'Ihr Velo', fr: 'Votre vélo' } })
    expect(form.checkout.fields.find(({ name }) => name === 'bike_price')).toMatchObject({
      label: { de: 'Kaufpreis', fr: 'Prix d’achat' },
      placeholder: {},
      money: true,
      percent: false,
    })
    // One text for all languages stands in each of them.
    expect(form.checkout.fields.find(({ name }) => name === 'phone')).toMatchObject({
      placeholder: { de: '079 123 45 67', fr: '079 123 45 67' },
    })
    expect(form.subscription_plans[1]).toMatchObject({
      key: 'monthly',
      names: { de: 'Monatlich mit Karte', fr: 'Chaque mois par carte' },
    })
    const silent = await pushedDraft(platform, 'cyber-formula', {
      'checkout.yaml': () => 'fields: {}',
    })
    const asked = `${formOf('cyber-formula')}?product_version_id=${silent}`
    expect((await shown(asked)).checkout).toEqual({
      quote: [],
      policy: [],
      plan_question: null,
      fields: [],
      logo: null,
      contact: null,
      // The law gives the right, whatever the product says of its page.
      links: [
        {
          name: 'withdrawal',
          href: {
            en: expect.stringMatching(withdrawalPage),
            de: expect.stringMatching(withdrawalPage),
          },
        },
      ],
    })
  })

  it('says whose page it is, and leads to what can be read before there is an offer', async () => {
    const form = await shown(bike)
    expect(form.checkout).toMatchObject({
      contact: { phone: '+41 44 000 00 10', email: 'velo@demo-insurance.example' },
      links: [{ name: 'privacy' }, { name: 'imprint' }, { name: 'withdrawal' }],
    })
    expect(form.subscription_plans).toMatchObject([{ answer: 'once' }, { answer: 'monthly' }])
    expect(form.documents.map(({ designation }) => designation)).toEqual(['ipid', 'terms'])
    expect(form.handover_required).toBe(true)
    const open = async (address: string | undefined) => {
      const { pathname } = new URL(address ?? '')
      const { statusCode, headers } = await platform.app.inject(pathname)
      return [statusCode, headers['content-type'], headers['content-security-policy']]
    }
    expect(await open(form.documents[0]?.hrefs['fr'])).toEqual([200, 'application/pdf', undefined])
    expect(await open(form.checkout.logo)).toEqual([
      200,
      'image/svg+xml',
      "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    ])
    // Nothing else of the folder is for customers.
    const [before] = form.checkout.logo.split('/documents/')
    for (const path of ['pricing.yaml', 'documents/offer.de.typ', 'documents/terms/terms.fr.typ']) {
      expect((await open(`${before}/${path}`))[0]).toBe(404)
    }
  })

  it('has the ids that a quote is made with, and the items in the order of the folder', async () => {
    const form = await shown(bike)
    expect(form.items.map((item) => item.name)).toEqual(['Stadtvelo', 'E-Bike'])
    expect(form.items[0]?.id).toBe(platform.demo.products['bike']?.item_id)
    expect(form.items[1]?.quote).not.toEqual(form.items[0]?.quote)
  })

  it('leads to a public dataset, and not to one that is locked', async () => {
    // Its companies are those of another product, so that they change while its version stays.
    const formula = formOf('cyber-formula')
    const company = async () => question(await shown(formula), 'quote', 'company')
    const found = await company()
    expect(found).toMatchObject({
      dataset_id: expect.stringMatching(/^dat_/),
      dataset_fields: [
        'name',
        'city',
        'industry',
        'industry_code',
        'employees',
        'founded_on',
        'company_number',
      ],
    })
    const { dataset_id: id } = found as unknown as { dataset_id: string }
    expect((await platform.app.inject(`/datasets/${id}`)).statusCode).toBe(200)
    const before = await page.get(formula)
    await publishedDraft(platform, 'cyber', {
      'datasets/companies.yaml': (text) => text.replace('access: public', 'access: locked'),
      'demo.yaml': (text) => text.replace(/^dataset_field: .*/m, ''),
    })
    expect(await company()).toMatchObject({
      dataset_id: null,
      dataset_fields: [],
      validation: 'optional',
    })
    expect((await page.get(formula)).body).not.toContain('companies')
    const etag = String(before.headers['etag'])
    expect((await page.get(formula, { 'if-none-match': etag })).statusCode).toBe(200)
  })

  it('says nothing of commission, of other integrations and of where it is sold', async () => {
    for (const path of [cyber, bike]) {
      const { body } = await page.get(path)
      expect(body).not.toMatch(
        /commission|discount|Harbour|partner|alpine|allowed_origins|pricing/i,
      )
    }
  })

  it('names only what the mode of the key can be paid with', async () => {
    const methods = async (seller: Seller) =>
      (await shown(cyber, seller)).subscription_plans.flatMap((plan) => plan.methods)
    expect(await methods(page)).toContainEqual({
      provider: 'sandbox',
      method: 'card',
      collects_elsewhere: false,
    })
    const live = sellerOn(platform, { publicKey: platform.demo.keys.live.public })
    const providers = (await methods(live)).map(({ provider }) => provider)
    expect([...new Set(providers)]).toEqual(['invoice'])
  })

  it('is not sent again while it is the same', async () => {
    const first = await page.get(cyber)
    expect(first.headers['cache-control']).toBe('private, max-age=60')
    const etag = String(first.headers['etag'])
    expect(etag).toContain(first.json<Shown>().product_version_id)
    const again = await page.get(cyber, { 'if-none-match': `W/"x", ${etag}` })
    expect([again.statusCode, again.body]).toEqual([304, ''])
    expect((await page.get(cyber, { 'if-none-match': '"x"' })).statusCode).toBe(200)
  })

  it('is unknown to a key of another distributor, as one that does not exist', async () => {
    const other = sellerOn(platform, { publicKey: platform.demo.other.test.public })
    const unknown = '/integrations/in_01af10842400e0c9aa4dd50875c7/form'
    for (const [seller, path] of [
      [other, cyber],
      [page, unknown],
      [page, '/integrations/nonsense/form'],
    ] as const) {
      const response = await seller.get(path)
      expect(response.statusCode).toBe(404)
      expect(response.json()).toEqual({
        status: 'Not Found',
        code: 'integration_not_found',
        message: `Integration ${path.split('/')[2]} was not found.`,
      })
    }
  })

  it('is that of the draft for a test key that asks for it', async () => {
    const draft = await pushedDraft(platform, 'cyber', {
      'quote.json': (text) => text.replace('in:100000,500000,1000000', 'in:100000,500000,2000000'),
    })
    await vi.waitFor(async () =>
      expect(await shown(`${cyber}?live_product=false`)).toMatchObject({
        product_version_id: draft,
      }),
    )
    const form = await shown(`${cyber}?live_product=false`)
    expect(question(form, 'quote', 'deductible')).toMatchObject({
      choices: [100_000, 500_000, 2_000_000],
    })
    expect((await shown(cyber)).product_version_id).not.toBe(draft)
    const live = sellerOn(platform, { publicKey: platform.demo.keys.live.public })
    expect((await live.get(`${cyber}?live_product=false`)).statusCode).toBe(400)
    const wrong = await page.get(`${cyber}?live_product=maybe`)
    expect(wrong.statusCode).toBe(400)
    expect(wrong.json()).toMatchObject({ errors: [{ field: 'live_product' }] })
  })
})
