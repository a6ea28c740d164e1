import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Client, type ProductDetail, createClient } from '@bindery/sdk'
import { mailEvents } from '@bindery/server/src/products/index.ts'
import { withoutLayout } from '@bindery/server/test/builders/made-workbooks.ts'
import { buildXlsx, sheetOf } from '@bindery/spreadsheet/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readFolder } from '../src/folder/read-folder.ts'
import { editFile } from './support/edit-file.ts'
import { type ServedPlatform, servedPlatform } from './support/served-platform.ts'

let served: ServedPlatform
let shop: Client
beforeAll(async () => {
  served = await servedPlatform()
  shop = createClient({
    baseUrl: served.url,
    secretKey: served.platform.demo.keys.test.secret,
  })
})
afterAll(() => served.close())

const trip = { days: 7, region: 'europe' }
const file = (path: string) => join(served.cli.folder, 'travel', path)

let product: ProductDetail | undefined
async function quote(draft = false) {
  product ??= await served.cli.json<ProductDetail>(['products', 'show', 'travel'])
  return shop.quotes.create({
    item_id: product.items[0]?.id ?? '',
    subscription_plan_id: product.payment_plans[0]?.id ?? '',
    integration_id: product.integrations[0]?.id ?? '',
    data: trip,
    ...(draft ? { live_product: 'false' } : {}),
  })
}
const price = async (draft = false) => (await quote(draft)).gross_payment_amount

/** One story: each test builds on the one before. */
describe('a product builder', () => {
  it('starts with a product that passes its own cases', async () => {
    const { cli } = served
    expect((await cli.run(['init', 'travel'])).code).toBe(0)
    expect((await cli.run(['validate', 'travel'])).stdout).toContain('travel is valid')
    expect(await cli.json(['validate', 'travel'])).toMatchObject({ valid: true, warnings: [] })
    // Every event that sends a mail, in each language.
    const { mails } = await cli.json<{ mails: object[] }>(['mails', 'preview', 'travel'])
    expect(mails).toHaveLength(3 * Object.keys(mailEvents).length)
    expect(mails.filter((mail) => !('sent' in mail) || mail.sent !== true)).toEqual([])
    const { stdout, code } = await cli.run(['test', 'travel'])
    expect(stdout).toContain('5 cases passed.')
    expect(code).toBe(0)
  })

  it('edits a price and reads what the case expected and what it came to', async () => {
    await editFile(file('tables/regions.csv'), (text) => text.replace('150', '170'))
    const { stdout, code } = await served.cli.run(['test', 'travel'])
    expect(code).toBe(1)
    expect(stdout).toMatch(/✗ a week in Europe/)
    expect(stdout).toMatch(/output +expected +actual/)
    expect(stdout).toMatch(/gross_payment_amount +1250 +1416/)
    expect(stdout).toContain('4 cases passed, 1 failed.')
    await editFile(file('tests/prices.yaml'), (text) =>
      text.replace(
        'net_premium: 1050, premium_tax: 200, gross_payment_amount: 1250',
        'gross_payment_amount: 1416',
      ),
    )
    expect((await served.cli.run(['test', 'travel'])).code).toBe(0)
  })

  it('sees what would change, pushes it, publishes it and sells it', async () => {
    const { cli } = served
    const planned = (await cli.run(['plan', 'travel'])).stdout
    expect(planned).toContain('+ a week in Europe: 14.16 EUR')
    expect(planned).toContain('+ data.days: integer|required|min:1|max:90')

    const pushed = await cli.run(['push', 'travel'])
    expect(pushed.stdout).toContain('travel version 1 is pushed')
    expect(pushed.stdout).toContain('It is a draft.')
    expect((await cli.run(['publish', 'travel'])).stdout).toContain('travel version 1 is live.')

    const { token } = await quote()
    const offer = await shop.offers.create({
      quote_token: token,
      first_name: 'Ada',
      last_name: 'Lang',
      email: 'ada@example.com',
      language: 'en',
      data: { destination: 'Lisbon' },
    })
    await shop.payments.create({
      token: offer.payment_token,
      policy_id: offer.id,
      provider: 'invoice',
      method: 'invoice',
    })
    const found = (await cli.run(['policies', 'find', 'lang'])).stdout
    expect(found).toMatch(/TRAVEL-\w{8} +paid +Ada Lang +14\.16 EUR +2027-03-02 to 2027-03-08/)
  })

  it('pushes a dearer draft, which test mode can quote and customers do not see', async () => {
    const { cli } = served
    await editFile(file('tables/regions.csv'), (text) => text.replace('170', '200'))
    const before = await readFile(file('tests/prices.yaml'), 'utf8')
    const unasked = await cli.run(['test', 'travel', '--accept'])
    expect([unasked.code, unasked.stderr]).toEqual([2, expect.stringContaining('Add --yes')])
    expect(await readFile(file('tests/prices.yaml'), 'utf8')).toBe(before)
    const accepted = await cli.run(['test', 'travel', '--accept', '--yes'])
    expect(accepted.stderr).toMatch(/gross_payment_amount +1416 +1666/)
    expect(accepted.stdout).toContain('1 case recorded in tests/prices.yaml.')
    expect(await readFile(file('tests/prices.yaml'), 'utf8')).toBe(before.replace('1416', '1666'))
    const { stdout } = await cli.run(['plan', 'travel'])
    expect(stdout).toContain('~ a week in Europe: 14.16 EUR → 16.66 EUR')
    expect(stdout).toContain('3 changes.')
    await cli.run(['push', 'travel'])
    expect(await price()).toBe(1416)
    expect(await price(true)).toBe(1666)
  })

  it('compares versions that are on the server', async () => {
    const { cli } = served
    const compared = (await cli.run(['products', 'compare', 'travel'])).stdout
    expect(compared).toContain('Differences between version 1 and version 2 of travel:')
    expect(compared).toContain('~ a week in Europe: 14.16 EUR → 16.66 EUR')
    const back = (await cli.run(['products', 'compare', 'travel', '2', '1'])).stdout
    expect(back).toContain('~ a week in Europe: 16.66 EUR → 14.16 EUR')
    const same = ['products', 'compare', 'travel', 'newest']
    expect((await cli.run(same)).stdout).toContain('There are no differences')
    expect(await cli.json(same)).toMatchObject({ differences: [] })
    const { stderr, code } = await cli.run(['products', 'compare', 'travel', '7'])
    expect(stderr).toContain('travel has no version 7.')
    expect(code).toBe(1)
  })

  it('publishes it, and rolls back to what was live before', async () => {
    const { cli } = served
    expect((await cli.run(['publish', 'travel'])).stdout).toContain(
      'The previous version was 1. Go back with: bindery rollback travel',
    )
    await expect.poll(() => price()).toBe(1666)
    expect((await cli.run(['rollback', 'travel'])).stdout).toContain('travel version 1 is live.')
    await expect.poll(() => price()).toBe(1416)
    const again = await cli.run(['rollback', 'travel'])
    expect(again.code).toBe(1)
    expect(again.stderr).toContain('travel has no earlier live version.')
  })

  it('pulls both versions back byte for byte', async () => {
    const { cli } = served
    await cli.run(['pull', 'travel', 'newest', '--version', 'newest'])
    expect(await readFolder(join(cli.folder, 'newest'))).toEqual(
      await readFolder(join(cli.folder, 'travel')),
    )
    await cli.run(['pull', 'travel', 'live'])
    const live = await readFolder(join(cli.folder, 'live'))
    expect(Buffer.from(live.get('tables/regions.csv') ?? []).toString()).toBe(
      'region,per_day\neurope,170\nworld,320\n',
    )
  })

  it('keeps changes of its own when it pulls, unless it says otherwise', async () => {
    const { cli } = served
    await editFile(file('product.yaml'), (text) => text.replace('name: Travel', 'name: Trips'))
    const refused = await cli.run(['pull', 'travel', '--version', '2'])
    expect(refused.code).toBe(1)
    expect(refused.stderr).toContain('travel has different content in product.yaml.')
    const forced = await cli.json<{ written: string[] }>([
      'pull',
      'travel',
      '--version',
      '2',
      '--force',
    ])
    expect(forced.written).toEqual(['product.yaml'])
    const pushed = await cli.json<object>(['push', 'travel'])
    expect(pushed).toMatchObject({ is_new: false, number: 2, is_live: false })
  })
})

/** What a workbook rarely says. */
const sale = ['--start', 'ask', '--term', 'P1Y', '--pay', 'year', '--renewal', 'automatic']

describe('an actuary with a workbook', () => {
  const workbook = (name: string) =>
    fileURLToPath(new URL(`../../server/test/workbooks/fixtures/${name}.xlsx`, import.meta.url))

  it('has a product that passes its checks and its cases, and reads what was not taken', async () => {
    const { cli } = served
    const made = await cli.run([
      'init',
      'household',
      '--from',
      workbook('household'),
      '--renewal',
      'automatic',
    ])
    expect(made.stderr).toContain('1 part of the workbook is not used, or uncertain.')
    expect(made.stderr).toContain('what kind of answer insured_sum is')
    expect(made.stdout).toMatch(/square_metres +Calculator!C9 +numeric\|required\|min:10/)
    expect(made.stdout).toContain('The product folder household is created')
    expect(made.code).toBe(0)
    expect((await cli.run(['validate', 'household'])).code).toBe(0)
    expect((await cli.run(['test', 'household'])).stdout).toMatch(/\d+ cases passed\./)
  })

  it('finds nothing written where the workbook cannot price', async () => {
    const { cli } = served
    await writeFile(join(cli.folder, 'notes.xlsx'), 'age;price')
    const refused = await cli.run(['init', 'notes', '--from', 'notes.xlsx'])
    expect(refused.code).toBe(1)
    expect(refused.stderr).toMatch(/^ +notes\.xlsx\n +The file is not an \.xlsx workbook\.$/m)
    const missing = await cli.run(['init', 'notes', '--from', 'nowhere.xlsx'])
    expect(missing).toMatchObject({ code: 2, stderr: expect.stringContaining('cannot be read') })
    await expect(readFolder(join(cli.folder, 'notes'))).rejects.toThrow('There is no folder')
  })
})

describe('an actuary who changes a rate of a workbook on sale', () => {
  const rates = (retail: number | string) =>
    buildXlsx({
      sheets: {
        Inputs: sheetOf({ A1: 'industry', B1: 'retail' }),
        Outputs: sheetOf({
          A1: 'net_premium',
          B1: '=ROUND(10000*VLOOKUP(Inputs!B1,Rates!A2:B3,2,FALSE),0)',
          A2: 'tax_rate',
          B2: 0.19,
          A3: 'duration_strategy',
          B3: 'start_plus_duration',
          A4: 'policy_duration',
          B4: 'P1Y',
        }),
        Rates: sheetOf({
          A1: 'industry',
          B1: 'factor',
          A2: 'office',
          B2: 1,
          A3: 'retail',
          B3: retail,
        }),
      },
    })

  it('sees the changed rate beside the failing cases that block a push', async () => {
    const { cli } = served
    await writeFile(join(cli.folder, 'shops.xlsx'), rates(1.1))
    const incomplete = sale.filter((word) => word !== '--term' && word !== 'P1Y')
    const init = ['init', 'shops', '--from', 'shops.xlsx', '--yes', ...incomplete]
    expect((await cli.run(init)).code).toBe(0)
    expect((await cli.run(['push', 'shops', '--publish'])).stdout).toContain('It is live.')
    await writeFile(join(cli.folder, 'shops/pricing.xlsx'), rates(1.15))

    const { stdout, stderr, code } = await cli.run(['plan', 'shops'])
    expect(stdout).toContain('~ Rates!B3 1.1 to 1.15, the factor of "retail"')
    expect(stdout).toContain('~ recorded: the first answers: 130.90 EUR → 136.85 EUR')
    expect(stdout).toContain('2 changes.\n')
    expect(stderr).toContain('net_premium is 11500, but 11000 was expected.')
    expect(stderr).toContain('A push would be refused.')
    expect(code).toBe(1)

    const plan = await cli.json<object>(['plan', 'shops'], { code: 1 })
    const problems = [expect.objectContaining({ file: 'tests/corners.yaml' })]
    expect(plan).toMatchObject({
      valid: false,
      differences: [{ place: 'Rates!B3' }, { area: 'prices' }],
      problems,
      error: { message: 'shops has a mistake.', exit_code: 1, problems },
    })
  })

  it('sees that a number has become a text, though both read the same', async () => {
    const { cli } = served
    await writeFile(join(cli.folder, 'shops/pricing.xlsx'), rates('1.1'))
    const { stdout } = await cli.run(['plan', 'shops'])
    expect(stdout).toContain('~ Rates!B3 1.1 to the text "1.1", the factor of "retail"')
  })
})

describe('an actuary whose workbook does not say what is asked', () => {
  const flags = ['--input', 'area=Tarif!B3', '--without', 'zone', '--tax-rate', '7%', ...sale]

  it('sees the proposed cells, and nothing is written', async () => {
    const { cli } = served
    await writeFile(join(cli.folder, 'tarif.xlsx'), withoutLayout())
    const asked = await cli.run(['init', 'hausrat', '--from', 'tarif.xlsx'])
    expect(asked.code).toBe(2)
    expect(asked.stderr).toContain("--input 'wohnflache=Tarif!B3'")
    expect(asked.stderr).toContain("--output 'gross_premium=Tarif!B11'")
    await expect(readFolder(join(cli.folder, 'hausrat'))).rejects.toThrow('There is no folder')
  })

  it('takes the proposal, or says something else', async () => {
    const { cli } = served
    const incomplete = await cli.run(['init', 'hausrat', '--from', 'tarif.xlsx', '--yes'])
    expect(incomplete.code).toBe(1)
    for (const option of ['--start', '--term', '--pay']) expect(incomplete.stderr).toContain(option)
    const taken = ['init', 'hausrat', '--from', 'tarif.xlsx', '--yes', ...sale]
    const made = await cli.run(taken)
    expect(made.stdout).toMatch(/cover lasts +one year/)
    expect(made.stdout).toContain('documents/policy.en.typ')
    expect((await cli.run(['validate', 'hausrat'])).code).toBe(0)
    expect((await cli.run(['test', 'hausrat'])).code).toBe(0)
    const complete = [...flags, '--output', 'net_premium=Tarif!B9']
    const other = await cli.run(['init', 'other', '--from', 'tarif.xlsx', ...complete])
    expect(other.stdout).toMatch(/area +Tarif!B3 +integer\|required\|min:10\|max:400/)
    // What is named is added, and only what is taken out is not asked.
    expect(other.stdout).toMatch(/elementarschaden +Tarif!B5/)
    expect(other.stdout).not.toMatch(/zone +Tarif!B4/)
    expect((await cli.run(['validate', 'other'])).code).toBe(0)
    for (const wrong of [
      ['--input', 'area'],
      ['--tax-rate', 'high'],
      ['--amounts', 'pounds'],
    ]) {
      const refused = await cli.run(['init', 'third', '--from', 'tarif.xlsx', ...wrong])
      expect(refused.code).toBe(2)
    }
  })

  it('puts the tariff of next year in its place, and names and mapping stay', async () => {
    const { cli } = served
    const workbook = join(cli.folder, 'hausrat', 'pricing.xlsx')
    const update = (name: string) => cli.run(['update', 'hausrat', '--from', name])
    const before = await readFile(workbook)
    await writeFile(join(cli.folder, 'other.xlsx'), withoutLayout({ area: 'Baujahr' }))
    const refused = await update('other.xlsx')
    expect(refused.code).toBe(1)
    expect(refused.stderr).toContain('other.xlsx cannot replace hausrat/pricing.xlsx.')
    expect(refused.stderr).toContain('wohnflache was at Tarif!B3')
    expect(refused.stderr).toContain('"Baujahr" stands there now')
    expect(await readFile(workbook)).toEqual(before)

    await writeFile(join(cli.folder, 'tarif-2028.xlsx'), withoutLayout({ zoneB: 1.3 }))
    const updated = await update('tarif-2028.xlsx')
    expect([updated.code, updated.stderr]).toEqual([0, ''])
    expect(updated.stdout).toContain('with 3 inputs')
    expect(updated.stdout).toContain('not match the recorded prices')
    expect((await cli.run(['test', 'hausrat', '--accept', '--yes'])).code).toBe(0)
    const again = await update('tarif-2028.xlsx')
    expect(again.stdout).not.toContain('not match the recorded prices')
  })
})
