import { buildXlsx, sheetOf } from '@bindery/spreadsheet/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { exampleFolder } from '../builders/folder.ts'
import { managerOn } from '../builders/manager.ts'
import { type Seller, sellerOn, soldPolicy } from '../builders/sale.ts'
import { type TestPlatform, openTestPlatform } from '../support/platform.ts'

let platform: TestPlatform
let seller: Seller
let version: string

beforeAll(async () => {
  platform = await openTestPlatform()
  seller = sellerOn(platform, { product: 'bike' })
  const pushed = await push(sheetOf(calculator))
  expect(pushed.json()).toMatchObject({ product_version_id: expect.any(String) })
  version = pushed.json<{ product_version_id: string }>().product_version_id
})
afterAll(() => platform.close())

/** Dear bikes need the number of their lock, which has six digits; very dear ones are declined. */
const calculator = {
  B7: 'bike_price',
  C7: 180_000,
  D7: true,
  B8: 'lock_number',
  C8: 'none',
  D8: '=C7>500000',
  E8: '=LEN(C8)=6',
  B9: 'overnight_parking',
  C9: 'street',
  E9: '=NOT(AND(C9="street",C7>1000000))',
  F9: 'knockout',
  B10: 'start_date',
  C10: 46_500,
  G7: 'commission_rate',
  H7: 0.5,
  G8: 'shop_discount',
  H8: 0,
  J7: 'net_premium',
  K7: '=ROUND(C7*0.05*(1-H8),0)',
  J8: 'tax_rate',
  K8: 0.05,
  J9: 'net_commission_total',
  K9: '=ROUND(K7*H7,0)',
  J10: 'duration_strategy',
  K10: 'start_plus_duration',
  J11: 'policy_start_date',
  K11: '=C10',
  J12: 'policy_duration',
  K12: 'P1Y',
}

/** The product of the bikes, priced by a workbook with this sheet Calculator. */
async function push(sheet: string) {
  const files = new Map(
    await exampleFolder('bike', {
      'pricing.yaml': null,
      'quote.json': (text) =>
        text.replace(
          '"quote": [',
          '"quote": [\n    { "name": "lock_number", "path": "data", "validation": "string" },',
        ),
    }),
  )
  for (const path of files.keys()) if (path.startsWith('tests/')) files.delete(path)
  files.set('pricing.xlsx', buildXlsx({ sheets: { Calculator: sheet } }))
  return managerOn(platform).push(files)
}

const quote = (data: Record<string, string | number>) =>
  seller.quote({ body: { product_version_id: version }, data })

describe('the checks of a workbook', () => {
  it('ask for an answer only where the Required column comes to TRUE, on its own field', async () => {
    const refused = await quote({ bike_price: 600_000 })
    expect(refused.statusCode).toBe(400)
    expect(refused.json()).toMatchObject({
      message: 'Data validation failed.',
      errors: [{ code: 'required', field: 'lock_number', path: 'data' }],
    })
    expect((await quote({ bike_price: 500_000 })).statusCode).toBe(200)
  })

  it('refuse an answer where the IsValid column comes to FALSE, on its own field', async () => {
    const refused = await quote({ bike_price: 600_000, lock_number: '12' })
    expect(refused.statusCode).toBe(400)
    expect(refused.json().errors).toEqual([
      expect.objectContaining({ code: 'invalid_value', field: 'lock_number', path: 'data' }),
    ])
    const accepted = await quote({ bike_price: 600_000, lock_number: '123456' })
    expect(accepted.statusCode).toBe(200)
  })

  it('decline the risk where the sheet says knockout beside them', async () => {
    const dear = { bike_price: 1_200_000, lock_number: '123456' }
    const declined = await quote({ ...dear, overnight_parking: 'street' })
    expect(declined.json()).toMatchObject({ message: 'knockout' })
    expect((await quote({ ...dear, overnight_parking: 'courtyard' })).statusCode).toBe(200)
  })
})

describe('the predefined cells of a workbook', () => {
  it('take the pricing variables of the integration, when quoting and when explaining', async () => {
    const answer = await quote({ bike_price: 180_000 })
    // 5 % of 180000, less the 5 % of this shop, with tax; the file itself says that nothing is off.
    expect(answer.json()).toMatchObject({ gross_payment_amount: 8550 + 428 })
    const { id } = await soldPolicy(seller, {
      quote: { body: { product_version_id: version }, data: { bike_price: 180_000 } },
    })
    const explained = await managerOn(platform).get(`/manage/policies/${id}/explanation`)
    expect(explained.json()).toMatchObject({
      kind: 'workbook',
      is_same: true,
      quoted: { net_premium: 8550, net_commission_total: 1539 },
    })
  })
})

describe('a workbook with many mistakes', () => {
  it('has all of them reported, each with its cell and the fix, and sells on as before', async () => {
    const before = (await seller.quote()).json()
    const refused = await push(
      sheetOf({
        ...calculator,
        D8: '=NOW()>C7',
        E8: '=LENGTH(C8)=6',
        E9: '=E9',
        K7: '=SUM(C7:INDEX(C7:C9,2))',
        K9: '=Rates!A1*H7',
        // A mistake in what the sheet names does not hide those in its formulas.
        B11: 'Price of the lock',
      }),
    )
    expect(refused.statusCode).toBe(422)
    const { problems } = refused.json<{
      problems: { file: string; place: string; message: string; fix: string }[]
    }>()
    const cells = ['B11', 'D8', 'E8', 'E9', 'K7', 'K9'].map((cell) => `Calculator!${cell}`)
    expect(problems.map(({ place }) => place).sort()).toEqual(cells)
    for (const { file, message, fix } of problems) {
      expect(file).toBe('pricing.xlsx')
      expect(message).toMatch(/^[A-Z].*\.$/)
      expect(fix).toMatch(/^[A-Z].*[.?]$/)
    }
    expect((await seller.quote()).json()).toMatchObject({
      gross_payment_amount: before.gross_payment_amount,
    })
  })
})
