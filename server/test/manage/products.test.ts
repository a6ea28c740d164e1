import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { exampleFolder, wholeExample } from '../builders/folder.ts'
import { encodeFiles, managerOn } from '../builders/manager.ts'
import { madeOffer, sellerOn } from '../builders/sale.ts'
import { type TestPlatform, openTestPlatform } from '../support/platform.ts'

let platform: TestPlatform
beforeAll(async () => {
  platform = await openTestPlatform()
})
afterAll(() => platform.close())

/** Cyber, priced by formulas, with a dearer minimum and taxes that nobody tests any more. */
const dearer = () =>
  exampleFolder('cyber-formula', {
    'pricing.yaml': (text) => text.replace(/tax_rate: .*/, 'tax_rate: 0.25'),
    'tests/prices.yaml': null,
  })

describe('a product builder', () => {
  it('pushes the same folder again and gets no new version', async () => {
    const manager = managerOn(platform)
    const pushed = await manager.push(await wholeExample('cyber-formula'))
    expect(pushed.statusCode).toBe(200)
    expect(pushed.json()).toMatchObject({
      product_id: platform.demo.products['cyber-formula']?.product_id,
      is_new: false,
      warnings: [],
    })
  })

  it('gets all mistakes at once, and nothing changes', async () => {
    const manager = managerOn(platform)
    const before = (await manager.get('/manage/products')).json<object[]>()
    const broken = await exampleFolder('cyber', {
      'product.yaml': (text) =>
        text.replace('currency: EUR', 'currency: EURO').replace('Europe/Berlin', 'Europe/Berlim'),
      'quote.json': (text) => text.replace('"integer|', '"integr|'),
      'pricing.yaml': (text) => text.replace('SWITCH(company_backup', 'SWITCHH(company_backup'),
    })
    const refused = await manager.push(broken)
    expect(refused.statusCode).toBe(422)
    const { problems, message } = refused.json<{
      problems: { file: string; fix: string }[]
      message: string
    }>()
    expect(problems.map((problem) => problem.file)).toContain('product.yaml')
    expect(problems.length).toBeGreaterThanOrEqual(2)
    expect(message).toBe(`The product folder has ${problems.length} mistakes.`)
    expect(problems.every((problem) => problem.fix !== '')).toBe(true)
    expect((await manager.get('/manage/products')).json()).toEqual(before)
    const checked = await manager.post('/manage/products/validate', { files: encodeFiles(broken) })
    expect(checked.json()).toEqual({ valid: false, problems, warnings: [] })
  })

  it('sees what a change does to rules and prices before it is made', async () => {
    const manager = managerOn(platform)
    const files = await exampleFolder('cyber', {
      'pricing.yaml': (text) => text.replace('minimum_premium: 19000', 'minimum_premium: 21000'),
      'quote.json': (text) => text.replace('max:250', 'max:500'),
      'tests/prices.yaml': (text) =>
        text
          .slice(text.indexOf('- name: a one-person business'))
          .replace(/expect:\n[\s\S]*?(?=\n- name|$)/g, 'expect:\n    knockout: true\n'),
    })
    const refused = await manager.post('/manage/products/plan', { files: encodeFiles(files) })
    expect(refused.json()).toMatchObject({
      valid: false,
      problems: expect.arrayContaining([expect.objectContaining({ file: 'tests/prices.yaml' })]),
      differences: expect.arrayContaining([
        expect.objectContaining({ area: 'quote rules', place: 'data.employee_number' }),
        expect.objectContaining({ area: 'prices', change: 'changed' }),
      ]),
    })
    const plan = await manager.post('/manage/products/plan', { files: encodeFiles(await dearer()) })
    expect(plan.json()).toMatchObject({ valid: true, problems: [] })
    const { differences } = plan.json<{
      differences: { area: string; change: string; place: string }[]
    }>()
    expect(differences).toContainEqual(
      expect.objectContaining({ area: 'files', change: 'changed', place: 'pricing.yaml' }),
    )
    expect(differences).toContainEqual(
      expect.objectContaining({ area: 'files', change: 'removed', place: 'tests/prices.yaml' }),
    )
  })

  it('sees no difference between a folder and what was pushed from it', async () => {
    const files = encodeFiles(await wholeExample('cyber-formula'))
    const plan = await managerOn(platform).post('/manage/products/plan', { files })
    expect(plan.json()).toMatchObject({
      valid: true,
      problems: [],
      warnings: [],
      differences: [],
    })
  })

  it('sells a draft in test mode, publishes it, and goes back', async () => {
    const manager = managerOn(platform)
    const seller = sellerOn(platform, { product: 'cyber-formula' })
    const productId = platform.demo.products['cyber-formula']?.product_id ?? ''
    const price = async (body = {}) =>
      (await seller.quote({ body })).json<{ gross_payment_amount: number }>().gross_payment_amount
    const first = (await manager.get(`/manage/products/${productId}`)).json<{
      live_version_id: string
    }>().live_version_id
    const earlier = await madeOffer(seller)
    const old = await price()

    const pushed = (await manager.push(await dearer())).json<{
      product_version_id: string
      is_new: boolean
    }>()
    expect(pushed.is_new).toBe(true)
    expect(await price()).toBe(old)
    // A moment passes until the process learns of the push.
    const draft = await vi.waitFor(async () => {
      const found = await price({ live_product: 'false' })
      expect(found).toBeGreaterThan(old)
      return found
    })
    const differences = await manager.get(
      `/manage/product_versions/${pushed.product_version_id}/differences?against=${first}`,
    )
    expect(differences.json()).toContainEqual(
      expect.objectContaining({ area: 'files', place: 'pricing.yaml', change: 'changed' }),
    )

    const published = await manager.post(
      `/manage/product_versions/${pushed.product_version_id}/publish`,
    )
    expect(published.json()).toMatchObject({
      id: productId,
      live_version_id: pushed.product_version_id,
    })
    await expect.poll(price).toBe(draft)
    expect((await seller.get(`/policies/${earlier.id}`)).json()).toMatchObject({
      product_version_id: first,
    })

    await manager.post(`/manage/product_versions/${first}/publish`)
    await expect.poll(price).toBe(old)
  })

  it('pulls a version back byte for byte', async () => {
    const manager = managerOn(platform)
    const files = await wholeExample('bike')
    const pushed = (await manager.push(files)).json<{ product_version_id: string }>()
    const pulled = await manager.get(`/manage/product_versions/${pushed.product_version_id}/files`)
    expect(pulled.json()).toEqual({ files: encodeFiles(files) })
  })

  it('sees how a price came about', async () => {
    const manager = managerOn(platform)
    const files = encodeFiles(await exampleFolder('cyber-formula'))
    const data = platform.demo.products['cyber']?.quote ?? {}
    const explained = await manager.post('/manage/products/price', { files, data })
    expect(explained.json()).toMatchObject({
      outcome: 'priced',
      result: { gross_payment_amount: 146241 },
    })
    const { steps } = explained.json<{
      steps: { place: string; formula: string; value: string }[]
    }>()
    expect(steps).toContainEqual(
      expect.objectContaining({ place: 'step backup_factor', value: '0.95' }),
    )
  })

  it('pushes twice at once and gets two versions, one after the other', async () => {
    const manager = managerOn(platform)
    const change = (name: string) =>
      exampleFolder('bike', {
        'product.yaml': (text) => text.replace(/^name: .*$/m, `name: ${name}`),
      })
    const [one, two] = await Promise.all([change('Velo Eins'), change('Velo Zwei')])
    const results = await Promise.all([manager.push(one), manager.push(two)])
    expect(results.map((result) => result.statusCode)).toEqual([200, 200])
    const productId = platform.demo.products['bike']?.product_id ?? ''
    const { versions } = (await manager.get(`/manage/products/${productId}`)).json<{
      versions: { number: number }[]
    }>()
    expect(versions.map((version) => version.number)).toEqual([3, 2, 1])
  })

  it('renames what is on sale by publishing, not by pushing a draft', async () => {
    const manager = managerOn(platform)
    const seller = sellerOn(platform, { product: 'bike' })
    const { product_id, item_id, integration_id } = platform.demo.products['bike'] ?? {}
    const names = async () => {
      const answers = await Promise.all([
        manager.get(`/manage/products/${product_id}`),
        seller.get(`/items/${item_id}`),
        seller.get(`/touchpoints/${integration_id}`),
      ])
      return answers.map((answer) => answer.json<{ name: string }>().name)
    }
    const before = await names()
    const { live_version_id: live } = (await manager.get(`/manage/products/${product_id}`)).json<{
      live_version_id: string
    }>()
    const draft = await exampleFolder('bike', {
      'product.yaml': (text) => text.replaceAll(/\bname: .*$/gm, 'name: Secret Plan'),
    })
    const pushed = (await manager.push(draft)).json<{ product_version_id: string }>()
    expect(await names()).toEqual(before)
    await manager.post(`/manage/product_versions/${pushed.product_version_id}/publish`)
    expect(await names()).toEqual(['Secret Plan', 'Secret Plan', 'Secret Plan'])
    await manager.post(`/manage/product_versions/${live}/publish`)
    expect(await names()).toEqual(before)
  })
})
