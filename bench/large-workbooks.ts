import { buildXlsx, type GivenCell, sheetOf, sheetPart } from '@bindery/spreadsheet/testing'

type Cells = Record<string, GivenCell>

/** Workbooks of fifty thousand cells each, with the values that a spreadsheet program saves. */
export const largeWorkbooks: Readonly<Record<string, () => Uint8Array>> = {
  'a table of rates': () => ofRates(),
  'a projection of formulas': () => ofFormulas(),
  'no layout': () => withoutLayout(),
}

/** 250 regions, each with 199 rates. */
function ofRates(): Uint8Array {
  const [rows, columns] = [250, 199]
  return buildXlsx({
    sheets: {
      Calculator: calculator(
        '=ROUND(C8*INDEX(Rates!B2:GR251,MATCH(C9,Rates!A2:A251,0),C10),0)',
        Math.round(80 * rateAt(7, 3)),
      ),
      Rates: sheetOf({
        A1: 'Region',
        ...table(rows, columns, (row, column) => rateAt(row, column)),
      }),
    },
  })
}

/** Years of months, each three formulas over the one before it; and as many again that no price needs. */
function ofFormulas(): Uint8Array {
  const [months, others] = [2_500, 10_000]
  const cells: Cells = { A1: 'Month', B1: 'Sum', C1: 'Loaded', D1: 'Counted' }
  let [before, total] = [0, 0]
  for (let month = 1; month <= months; month++) {
    const row = month + 1
    const sum = before + 80
    const loaded = sum * 1.5
    const counted = loaded > 1_000 ? 1 : 0
    cells[`A${row}`] = month
    cells[`B${row}`] = [`=${month === 1 ? 0 : `B${row - 1}`}+Calculator!$C$8`, sum]
    cells[`C${row}`] = [`=B${row}*IF(Calculator!$C$10>2,1.5,1)`, loaded]
    cells[`D${row}`] = [`=IF(C${row}>1000,1,0)`, counted]
    before = sum
    total += counted
  }
  const tried: Cells = {}
  for (let row = 1; row <= others; row++) {
    tried[`A${row}`] = row
    tried[`B${row}`] = [`=A${row}*Calculator!$C$8`, row * 80]
    tried[`C${row}`] = [`=IF(B${row}>400,B${row}-400,0)`, Math.max(0, row * 80 - 400)]
    tried[`D${row}`] = [`=SUM(B$1:B${row})`, 40 * row * (row + 1)]
  }
  return buildXlsx({
    sheets: {
      Calculator: calculator(`=SUM(Calc!D2:D${months + 1})+LEN(C9)`, total + 'region 7'.length),
      Calc: sheetOf(cells),
      Tried: sheetOf(tried),
    },
  })
}

/** Labels, answers with data validation, and a price; rates and formulas on other sheets. */
function withoutLayout(): Uint8Array {
  const [rows, columns, lines] = [300, 126, 4_000]
  const rate = rateAt(7, 3)
  const steps: Cells = {}
  let sum = 0
  for (let at = 1; at <= lines; at++) {
    const part = (at % 7) * rate
    steps[`A${at}`] = `Step ${at}`
    steps[`B${at}`] = [`=${at % 7}*Quote!$B$4`, part]
    steps[`C${at}`] = [`=B${at}+Quote!$B$2`, part + 80]
    sum += part + 80
  }
  const net = Math.round(sum / 10) / 100
  const validation =
    '<dataValidations count="2"><dataValidation type="whole" showErrorMessage="1" sqref="B2"><formula1>10</formula1><formula2>400</formula2></dataValidation><dataValidation type="list" showErrorMessage="1" sqref="B3"><formula1>Rates!$A$2:$A$301</formula1></dataValidation></dataValidations>'
  return buildXlsx({
    sheets: {
      Quote: sheetPart(
        {
          A2: 'Floor space',
          B2: 80,
          A3: 'Region',
          B3: 'region 7',
          A4: 'Rate',
          B4: ['=INDEX(Rates!B2:DW301,MATCH(B3,Rates!A2:A301,0),3)', rate],
          A5: 'Net premium',
          B5: [`=ROUND(SUM(Steps!C1:C${lines})/1000,2)`, net],
          A6: 'Insurance tax',
          B6: ['=ROUND(B5*0.19,2)', Math.round(net * 19) / 100],
        },
        validation,
      ),
      Rates: sheetOf({ A1: 'Region', ...table(rows, columns, rateAt) }),
      Steps: sheetOf(steps),
    },
  })
}

/** Three questions on a sheet Calculator, and their price. */
function calculator(price: string, saved: number): string {
  return sheetPart({
    B8: 'floor_space',
    C8: 80,
    D8: true,
    B9: 'region',
    C9: 'region 7',
    D9: true,
    B10: 'class',
    C10: 3,
    D10: true,
    J7: 'net_premium',
    K7: [price, saved],
    J8: 'tax_rate',
    K8: 0.19,
  })
}

function table(rows: number, columns: number, rate: (row: number, column: number) => number) {
  const cells: Cells = {}
  for (let row = 1; row <= rows; row++) {
    cells[`A${row + 1}`] = `region ${row}`
    for (let column = 1; column <= columns; column++) {
      cells[`${letters(column + 1)}${row + 1}`] = rate(row, column)
    }
  }
  return cells
}

function rateAt(row: number, column: number): number {
  return 100 + ((row * 31 + column * 17) % 250)
}

function letters(column: number): string {
  const [high, low] = [Math.floor((column - 1) / 26), (column - 1) % 26]
  return `${high === 0 ? '' : String.fromCharCode(64 + high)}${String.fromCharCode(65 + low)}`
}
