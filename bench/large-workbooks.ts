import {
  buildXlsx,
  type GivenCell,
  sheetOf,
  sheetPart,
} from '../server/src/pricing/workbook/testing/build-xlsx.ts'

type Cells = Record<string, GivenCell>

/** Workbooks of fifty thousand cells each, with the values that a spreadsheet program saves. */
export const largeWorkbooks: Readonly<Record<string, () => Uint8Array>> = {
  'a table of rates': () => ofRates(),
  'a projection of formulas': () => ofFormulas(),
  'no layout': () => withoutLayout(),
}

/** 500 regions, each with 98 rates. */
function ofRates(): Uint8Array {
  const [rows, columns] = [500, 98]
  return buildXlsx({
    sheets: {
      Calculator: calculator(
        '=ROUND(C8*INDEX(Rates!B2:CU501,MATCH(C9,Rates!A2:A501,0),C10),0)',
        Math.round(80 * rateAt(7, 3)),
      ),
      Rates: sheetOf({
        A1: 'Region',
        ...table(rows, columns, (row, column) => rateAt(row, column)),
      }),
    },
  })
}

/** Twelve thousand months, each three formulas over the one before it. */
function ofFormulas(): Uint8Array {
  const months = 12_400
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
  return buildXlsx({
    sheets: {
      Calculator: calculator(`=SUM(Calc!D2:D${months + 1})+LEN(C9)`, total + 'region 7'.length),
      Calc: sheetOf(cells),
    },
  })
}

/** Labels, answers with data validation, and a price; rates and formulas on other sheets. */
function withoutLayout(): Uint8Array {
  const [rows, columns, lines] = [300, 98, 5_100]
  const steps: Cells = {}
  for (let at = 1; at <= lines; at++) {
    steps[`A${at}`] = `Step ${at}`
    steps[`B${at}`] = at % 7
    const rate = rateAt(7, 3)
    steps[`C${at}`] = [
      `=B${at}*INDEX(Rates!$B$2:$CU$301,MATCH(Quote!$B$3,Rates!$A$2:$A$301,0),3)`,
      (at % 7) * rate,
    ]
    steps[`D${at}`] = [`=C${at}+Quote!$B$2`, (at % 7) * rate + 80]
  }
  const sum = Array.from({ length: lines }, (_, at) => ((at + 1) % 7) * rateAt(7, 3) + 80).reduce(
    (all, one) => all + one,
    0,
  )
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
          A5: 'Net premium',
          B5: [`=ROUND(SUM(Steps!D1:D${lines})/1000,2)`, Math.round(sum / 10) / 100],
          A6: 'Insurance tax',
          B6: ['=ROUND(B5*0.19,2)', Math.round(Math.round(sum / 10) * 0.19) / 100],
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
