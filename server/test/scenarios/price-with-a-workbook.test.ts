import { readFile } from 'node:fs/promises'
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { compilePricing, openPricingRoom } from '../../src/pricing/index.ts'
import { openCatalogue } from '../../src/products/index.ts'
import { exampleFolder } from '../builders/folder.ts'
import { managerOn } from '../builders/manager.ts'
import { type Seller, sellerOn, soldPolicy } from '../builders/sale.ts'
import { type TestPlatform, openTestPlatform } from '../support/platform.ts'

let platform: TestPlatform
let seller: Seller
let workbook: Buffer
let version: string

beforeAll(async () => {
  platform = await openTestPlatform()
  seller = sellerOn(platform)
  workbook = await readFile(new URL('../../../examples/cyber/pricing.xlsx', import.meta.url))
  const pushed = await push(workbook)
  expect(pushed.statusCode).toBe(200)
  version = pushed.json<{ product_version_id: string }>().product_version_id
})
afterAll(() => platform.close())

/** The cyber product with this workbook. */
async function push(pricing: Uint8Array) {
  const files = await exampleFolder('cyber')
  return managerOn(platform).push(new Map([...files, ['pricing.xlsx', pricing]]))
}

const quote = (data = {}) => seller.quote({ body: { product_version_id: version }, data })

/** The workbook with the text of one of its parts changed. */
function changed(part: RegExp, from: string | RegExp, to: string): Uint8Array {
  const parts = unzipSync(workbook)
  for (const [name, bytes] of Object.entries(parts)) {
    if (!part.test(name)) continue
    const text = strFromU8(bytes)
    const after = text.replace(from, to)
    if (after === text) throw new Error(`the change leaves ${name} as it is`)
    parts[name] = strToU8(after)
  }
  return zipSync(parts)
}

describe('a product priced by a workbook', () => {
  it('asks for the very premium that the workbook shows', async () => {
    const answer = await quote()
    const compiled = await compilePricing(new Map([['pricing.xlsx', workbook]]))
    if (!compiled.ok) throw new Error('the workbook compiles')
    const calculation = await compiled.pricing.evaluate({
      data: platform.demo.products['cyber']?.quote ?? {},
      variables: { commission_rate: 0.15 },
      today: Temporal.PlainDate.from('2027-03-01'),
    })
    if (calculation.outcome !== 'priced') throw new Error(calculation.outcome)
    expect({ decimal: String(answer.json().gross_payment_amount) }).toEqual(
      calculation.outputs['gross_payment_amount'],
    )
  })

  it('declines what the workbook declines', async () => {
    expect((await quote({ yearly_turnover: 6_000_000_000 })).json()).toMatchObject({
      message: 'knockout',
    })
  })

  it('is explained cell by cell, with the row that a lookup hit', async () => {
    const { id } = await soldPolicy(seller, { quote: { body: { product_version_id: version } } })
    const response = await managerOn(platform).get(`/manage/policies/${id}/explanation`)
    const explained = response.json<{
      kind: string
      is_same: boolean
      recomputed: { steps: { place: string; hit?: string }[] }
    }>()
    expect(explained).toMatchObject({ kind: 'workbook', is_same: true })
    expect(explained.recomputed.steps).toContainEqual(
      expect.objectContaining({ hit: expect.stringMatching(/^Rates!\w+\d+$/) }),
    )
  })

  it('gives a sold price back as the workbook, filled in', async () => {
    const { id } = await soldPolicy(seller, {
      quote: { body: { product_version_id: version }, data: { employee_number: 37 } },
    })
    const manager = managerOn(platform)
    const explained = await manager.get(`/manage/policies/${id}/explanation`)
    const { quote_id, quoted } = explained.json<{
      quote_id: string
      quoted: { gross_payment_amount: number }
    }>()
    const filled = await manager.get(`/manage/quotes/${quote_id}/workbook`)
    expect(filled.headers['content-type']).toMatch(/spreadsheetml\.sheet$/)
    expect(filled.headers['content-disposition']).toContain(`${quote_id}.xlsx`)
    // What was filled in passes the gate of a new workbook: the kept values are the computed ones.
    const compiled = await compilePricing(new Map([['pricing.xlsx', filled.rawPayload]]))
    expect(compiled).toMatchObject({ ok: true })
    const sheets = Object.values(unzipSync(filled.rawPayload)).map((part) => strFromU8(part))
    expect(sheets.some((text) => text.includes(`<v>${quoted.gross_payment_amount}</v>`))).toBe(true)
  })
})

describe('a workbook that is not fit to price', () => {
  it('is refused where it shows another value than it computes, and the price stays', async () => {
    const before = (await quote()).json()
    const tampered = changed(/sheet1\.xml$/, /(<f[^>]*>C9&gt;5000000000<\/f><v>)0/, '$11')
    const refused = await push(tampered)
    expect(refused.statusCode).toBe(422)
    expect(refused.json()).toMatchObject({
      problems: [{ file: 'pricing.xlsx', place: expect.stringMatching(/^Calculator!K\d+$/) }],
    })
    expect((await quote()).json()).toMatchObject({
      gross_payment_amount: before.gross_payment_amount,
    })
  })

  it('is refused where a price would take long to compute, and the cell is named', async () => {
    const product = `(Rates!$D$1:$D$1000=C8)*(Tax!$A$30:$ZZ$30=C8)${'*C8'.repeat(8)}`
    const slow = changed(/sheet1\.xml$/, '<f>K8</f>', `<f>K8+0*SUMPRODUCT(${product})</f>`)
    expect((await push(slow)).json()).toMatchObject({
      problems: [{ place: 'Calculator!K7', message: expect.stringContaining('than 50 ms') }],
    })
  })

  it.each([
    ['empty', () => new Uint8Array(), 'empty'],
    ['cut off', () => workbook.subarray(0, workbook.length / 2), 'damaged'],
    ['no workbook at all', () => strToU8('age;premium\n18;100\n'), ''],
    [
      'with macros',
      () => zipSync({ ...unzipSync(workbook), 'xl/vbaProject.bin': workbook }),
      'macro',
    ],
    ['in the old format', () => Buffer.from('d0cf11e0a1b11ae1'.padEnd(4096, '0'), 'hex'), '.xls'],
  ])('is refused when it is %s, and says why', async (_what, bytes, word) => {
    const refused = await push(bytes())
    expect(refused.statusCode).toBe(422)
    const { problems } = refused.json<{
      problems: { file: string; message: string; fix: string }[]
    }>()
    expect(problems[0]?.file).toBe('pricing.xlsx')
    expect(`${problems[0]?.message} ${problems[0]?.fix}`.toLowerCase()).toContain(word)
  })
})

describe('a version that this server has yet to prepare', () => {
  it('answers 409 to who would wait long, and prices as soon as it is ready', async () => {
    const { db, feed, raters } = platform
    const pricingRoom = openPricingRoom()
    const catalogue = openCatalogue({ db, feed, raters, pricingRoom, preparationPatienceMs: 0 })
    const id = version as Parameters<typeof catalogue.versionInTime>[0] // A push answered it.
    await expect(catalogue.versionInTime(id)).rejects.toMatchObject({
      kind: 'pricing_in_preparation',
    })
    await catalogue.version(id)
    expect((await catalogue.versionInTime(id))?.id).toBe(version)
    await pricingRoom.close()
  })
})
