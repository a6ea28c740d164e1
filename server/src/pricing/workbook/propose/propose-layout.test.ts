import { buildXlsx, type GivenCell, sheetPart } from '@bindery/spreadsheet/testing'
import { describe, expect, it } from 'vitest'
import { proposeFromWorkbook } from './propose-from-workbook.ts'
import type { LayoutWish } from './ensure-layout.ts'

type Cells = Readonly<Record<string, GivenCell>>

/** General, whole numbers, with a mark for thousands, two decimals, and per cent. */
const styles =
  '<cellXfs count="5"><xf numFmtId="0"/><xf numFmtId="1"/><xf numFmtId="3"/><xf numFmtId="4"/><xf numFmtId="10"/></cellXfs>'
const [whole, grouped, decimals, percent] = [1, 2, 3, 4]

function proposed(cells: Cells, validated = '', wish?: LayoutWish) {
  const validation = `<dataValidations count="1"><dataValidation type="decimal" showErrorMessage="1" sqref="${validated}"><formula1>0</formula1><formula2>1000000</formula2></dataValidation></dataValidations>`
  const below = validated === '' ? '' : validation
  const result = proposeFromWorkbook(
    buildXlsx({ styles, sheets: { Q: sheetPart(cells, below) } }),
    'pricing.xlsx',
    wish,
  )
  const asked = result.ok ? result.proposal.fields.map(({ name }) => name) : []
  const layout = result.ok ? result.proposal.layout : result.layout
  const notices = result.ok ? result.proposal.notices : result.problems
  const words = (list: readonly { name: string; place: string; isProposed: boolean }[] = []) =>
    list.filter(({ isProposed }) => isProposed).map(({ name, place }) => `${name} ${place}`)
  return {
    asked,
    inputs: words(layout?.inputs),
    outputs: words(layout?.outputs),
    amounts: layout?.amounts,
    notices: notices.map(({ place, message, fix }) => `${place}: ${message} ${fix}`),
  }
}

/** A sum, what it costs, its tax, and both. */
const plain: Cells = {
  A1: 'Sum insured',
  B1: 1000,
  A3: 'Net premium',
  B3: ['=B1*0.004', 4, decimals],
  A4: 'Insurance tax',
  B4: ['=ROUND(B3*0.19,2)', 0.76, decimals],
  A5: 'Gross premium',
  B5: ['=B3+B4', 4.76, decimals],
}

describe('the tax', () => {
  it.each<[string, Cells, string]>([
    ['of 76 cents is an amount', {}, 'premium_tax Q!B4'],
    ['that adds up to the gross premium is one', { B4: ['=B1*0.00076', 0.76] }, 'premium_tax Q!B4'],
    ['that hangs on the premium is one', { B4: ['=B3*0.1', 0.4] }, 'premium_tax Q!B4'],
    [
      'named with its rate is one',
      { A4: 'Tax 19 %', B4: ['=B1*0.00076', 0.76] },
      'premium_tax Q!B4',
    ],
    ['of nothing is a rate where it is one', { A4: 'Tax rate', B4: ['=B1*0', 0] }, 'tax_rate Q!B4'],
    ['in per cent is a rate', { B4: ['=IF(B1>5,0.19,0)', 0.19, percent] }, 'tax_rate Q!B4'],
    ['called a rate is one', { A4: 'Tax rate', B4: ['=IF(B1>5,1,0)/2', 0.5] }, 'tax_rate Q!B4'],
    ['that is like nothing else is a rate', { B4: ['=IF(B1>5,0.19,0)', 0.19] }, 'tax_rate Q!B4'],
  ])('%s', (_what, cells, tax) => {
    expect(proposed({ ...plain, ...cells }).outputs).toEqual(['gross_premium Q!B5', tax])
  })

  it('of several kinds is what lies between net and gross', () => {
    const cells = { ...plain, A6: 'Fire brigade tax', B6: ['=B3*0.03', 0.12] as GivenCell }
    const { outputs, notices } = proposed({ ...cells, B5: ['=B3+B4+B6', 4.88] })
    expect(outputs.slice(0, 2)).toEqual(['gross_premium Q!B5', 'net_premium Q!B3'])
    expect(notices).toEqual([])
  })

  it('that does not lie between net and gross is reported', () => {
    const { outputs, notices } = proposed({ ...plain, B5: ['=B3+B4+10', 14.76] })
    expect(outputs).toEqual(['gross_premium Q!B5', 'premium_tax Q!B4'])
    expect(notices).toEqual([expect.stringContaining('14.76 less the tax of 0.76 in Q!B4 is 14')])
  })
})

describe('the premium', () => {
  it('is that of a year, also where that of a month stands last', () => {
    const monthly = { A6: 'Gross premium per month', B6: ['=B5/12', 0.4] as GivenCell }
    expect(proposed({ ...plain, ...monthly }).outputs.slice(0, 2)).toEqual([
      'gross_premium Q!B5',
      'premium_tax Q!B4',
    ])
  })

  it.each<[string, Cells, 'major' | 'minor', number]>([
    ['in euros', { A5: 'Gross premium (EUR)', B5: ['=B3+B4', 440, whole] }, 'major', 0],
    ['in cents', { A5: 'Gross premium in cents', B5: ['=B3+B4', 440, whole] }, 'minor', 0],
    ['of nothing that it says', { B5: ['=B3+B4', 440, whole] }, 'major', 1],
    ['of thousands that nothing says', { B5: ['=B3+B4', 4400, grouped] }, 'major', 1],
    ['with decimals', {}, 'major', 0],
  ])('%s is taken so, and reported where it is uncertain', (_what, cells, amounts, count) => {
    const { notices, ...found } = proposed({ ...plain, B3: ['=B1*0.004', 'x'], ...cells })
    expect(found.amounts).toBe(amounts)
    expect(notices.filter((one) => one.includes('--amounts minor'))).toHaveLength(count)
  })

  it('leaves labels alone that only sound like an output with a meaning', () => {
    const others: Cells = { A6: 'Policy duration', B6: ['=B1/100', 10], A7: 'Billing cycles' }
    expect(proposed({ ...plain, ...others, B7: ['=B1/500', 2] }).outputs.slice(2)).toEqual([
      'extra_policy_duration Q!B6',
      'billing_cycles Q!B7',
    ])
  })
})

describe('inputs', () => {
  const summed: Cells = {
    ...plain,
    A1: 'Building',
    A2: 'Contents',
    B2: 500,
    B3: ['=SUM(B1:B2)*0.002', 3, decimals],
  }

  it('that are taken together are asked one by one, if they are marked', () => {
    expect(proposed(summed, 'B1:B2').inputs).toEqual(['building Q!B1', 'contents Q!B2'])
  })

  it('are not the marked cells of a table that is searched, and those are not said to be idle', () => {
    const searched = { ...plain, E1: 1000, F1: 2, B3: ['=VLOOKUP(B1,E1:F9,2)', 2] as GivenCell }
    const { inputs, notices } = proposed({ ...searched, D1: 'Rates' }, 'B1 E1:F9')
    expect(inputs).toEqual(['sum_insured Q!B1'])
    expect(notices.filter((one) => one.includes('no price depends'))).toEqual([])
  })

  it('that are not marked beside others are reported', () => {
    const { inputs, notices } = proposed({ ...summed, B3: ['=B1*B2', 3] }, 'B1')
    expect(inputs).toEqual(['building Q!B1'])
    expect(notices).toContainEqual(
      expect.stringMatching(/^Q!B2: .*Contents.* computed with 500\..*--input contents=Q!B2/),
    )
  })

  it('that no price needs are reported', () => {
    const { inputs, notices } = proposed({ ...plain, A2: 'Postcode', B2: 8000 }, 'B1:B2')
    expect(inputs).toEqual(['sum_insured Q!B1'])
    expect(notices).toContainEqual(
      expect.stringMatching(/^Q!B2: .*Postcode.* no price depends on it/),
    )
  })

  it('are those of the outputs that were chosen, and what is named is added to them', () => {
    const zoned: Cells = {
      ...plain,
      A2: 'Postcode',
      B2: 8000,
      A6: 'Price with zone',
      B6: ['=B5*B2*B9', 38_080, decimals],
      A9: 'Factor',
      B9: 1,
    }
    const wish = {
      inputs: { factor: 'Q!B9' },
      without: [],
      outputs: { gross_premium: 'Q!B6' },
      taxRate: 0.19,
      amounts: 'major',
      minorUnits: 100,
    } as const
    const { asked, inputs, notices } = proposed(zoned, 'B1:B2', wish)
    expect(inputs).toEqual(['sum_insured Q!B1', 'postcode Q!B2'])
    expect(asked).toEqual(['sum_insured', 'postcode', 'factor'])
    expect(notices).toEqual([])
    const { asked: left } = proposed(zoned, 'B1:B2', { ...wish, without: ['postcode'] })
    expect(left).toEqual(['sum_insured', 'factor'])
  })

  it('in per cent are fractions from 0 to 1, unless data validation says otherwise', () => {
    const share: Cells = { ...plain, A2: 'Own share', B2: [0.02, null, percent] }
    const rulesOf = (validated: string) => {
      const cells = { ...share, B3: ['=B1*B2', 20] as GivenCell }
      const validation = `<dataValidations count="1"><dataValidation type="decimal" showErrorMessage="1" sqref="B2"><formula1>0.01</formula1><formula2>0.5</formula2></dataValidation></dataValidations>`
      const bytes = buildXlsx({
        styles,
        sheets: { Q: sheetPart(cells, validated === '' ? '' : validation) },
      })
      const result = proposeFromWorkbook(bytes, 'pricing.xlsx')
      const field = result.ok
        ? result.proposal.fields.find(({ name }) => name === 'own_share')
        : undefined
      return [field?.validation, field?.isPercent]
    }
    expect(rulesOf('')).toEqual(['numeric|required|min:0|max:1', true])
    expect(rulesOf('B2')).toEqual(['numeric|required|min:0.01|max:0.5', true])
  })

  it('in a row have their labels above, whatever stands to the left', () => {
    const row: Cells = { A1: 'Make', B1: 'Zone', C1: 'Age', A2: 'VW', B2: 'A', C2: 30 }
    const price = ['=IF(A2="VW",2,1)*IF(B2="A",2,1)*C2', 120] as GivenCell
    const { A1: _label, B1: _sum, ...rest } = plain
    const { inputs } = proposed({ ...rest, ...row, B3: price })
    expect(inputs).toEqual(['make Q!A2', 'zone Q!B2', 'age Q!C2'])
  })

  it('have the label before their unit', () => {
    const units: Cells = { A1: 'Age', B1: 'years', C1: 30, A2: 'Area', B2: 'm²', C2: 80 }
    const { inputs } = proposed({ ...plain, ...units, B3: ['=C1*C2', 2400] })
    expect(inputs).toEqual(['age Q!C1', 'area Q!C2'])
  })

  it('are not too many where only some of many cells are marked', () => {
    const rates = Object.fromEntries(
      Array.from({ length: 300 }, (_, at) => [
        [`E${at + 1}`, at],
        [`F${at + 1}`, [`=E${at + 1}*1.02`, at * 1.02]],
      ]).flat(),
    ) as Cells
    const price = ['=B1*INDEX(F1:F300,5)', 4080] as GivenCell
    expect(proposed({ ...plain, ...rates, B3: price }, 'B1').inputs).toEqual(['sum_insured Q!B1'])
  })
})
