import { compiledWorkbook } from '@bindery/server/src/pricing/testing/build-workbook.ts'
import type { Typed } from '@bindery/spreadsheet/testing'

const rateRows = 500

/** A workbook as actuaries make them: 63 formulas over a rate table of 500 rows. */
export function tariffWorkbook(parts = tariffParts()) {
  return compiledWorkbook(parts)
}

/** The same with some cells of its rates and bands changed. */
export function tariffParts(changes: Readonly<Record<'Rates' | 'Bands', object>> = unchanged) {
  return {
    sheets: {
      Calculator: calculator,
      Calc: calc,
      Rates: { ...rates(), ...changes.Rates },
      Bands: { ...bands, ...changes.Bands },
    },
    inputs: {
      birth_date: input('C7', 'E7'),
      start_date: input('C8', 'E8'),
      area: input('C9', 'E9'),
      power: input('C10', 'E10'),
      vehicle_value: input('C11', 'E11'),
      cover: input('C12', 'E12'),
      claim_free_years: input('C13', 'E13'),
      yearly_km: input('C14', 'E14'),
      garage: { cell: 'Calculator!C15' },
      payments: input('C16', 'E16'),
    },
    predefined: { commission_rate: 'Calculator!H7', discount: 'Calculator!H8' },
    outputs: {
      gross_premium: 'Calculator!K7',
      net_premium: 'Calculator!K8',
      premium_tax: 'Calculator!K9',
      tax_rate: 'Calculator!K10',
      net_commission_total: 'Calculator!K11',
      billing_cycles: 'Calculator!K12',
      policy_start_date: 'Calculator!K13',
      policy_end_date: 'Calculator!K14',
      rate_class: 'Calculator!K15',
      knockout_age: 'Calculator!K16',
      knockout_value: 'Calculator!K17',
    },
  }
}

const unchanged = { Rates: {}, Bands: {} }

/** All basic rates three per cent dearer, and one band. */
export function dearerTariff() {
  const raised = Object.entries(rates()).flatMap(([address, rate]) =>
    address.startsWith('B') && typeof rate === 'number' ? [[address, rate * 1.03] as const] : [],
  )
  return tariffParts({ Rates: Object.fromEntries(raised), Bands: { B5: 1.15 } })
}

function input(cell: string, isValid: string) {
  return { cell: `Calculator!${cell}`, required: 'Calculator!D7', isValid: `Calculator!${isValid}` }
}

const calculator: Record<string, Typed> = {
  D7: true,
  E7: '=AND(ISNUMBER(C7),C7<C8)',
  E8: '=AND(ISNUMBER(C8),C8>=45000)',
  E9: '=ISNUMBER(MATCH(C9,Rates!A2:A501,0))',
  E10: '=AND(ISNUMBER(C10),C10>=20,C10<=500)',
  E11: '=AND(ISNUMBER(C11),C11>0)',
  E12: '=OR(C12="liability",C12="part",C12="full")',
  E13: '=AND(ISNUMBER(C13),C13>=0,C13=INT(C13))',
  E14: '=AND(ISNUMBER(C14),C14>=0)',
  E16: '=COUNTIF(Bands!G2:G5,C16)=1',
  H7: 0.12,
  H8: 0,
  K7: '=K8+K9',
  K8: '=ROUND(Calc!B40,0)',
  K9: '=ROUND(K8*K10,0)',
  K10: '=IF(Calc!B2>=46000,Bands!J2,Bands!J3)',
  K11: '=ROUND(K8*H7,0)',
  K12: '=12/Calc!B35',
  K13: '=C8',
  K14: '=EDATE(C8,12)-1',
  K15: '=Calc!B7&"-"&Calc!B14',
  K16: '=OR(Calc!B3<18,Calc!B3>85)',
  K17: '=C11>150000',
}

const calc: Record<string, Typed> = {
  B2: '=Calculator!C8',
  B3: '=DATEDIF(Calculator!C7,B2,"Y")',
  B4: '=YEARFRAC(Calculator!C7,B2,1)',
  B5: '=MATCH(Calculator!C9,Rates!A2:A501,0)',
  B6: '=INDEX(Rates!B2:B501,B5)',
  B7: '=INDEX(Rates!C2:C501,B5)',
  B8: '=VLOOKUP(Calculator!C9,Rates!A2:D501,4,FALSE)',
  B9: '=LOOKUP(Calculator!C10,Bands!A2:A9,Bands!B2:B9)',
  B10: '=IF(B3<23,1.8,IF(B3<26,1.4,IF(B3>=70,1.25,1)))',
  B11: '=MIN(35,Calculator!C13)',
  B12: '=VLOOKUP(B11,Bands!D2:E8,2,TRUE)',
  B13: '=MAX(0.6,1-0.01*(YEAR(B2)-2015))',
  B14: '=MATCH(Calculator!C11,{0,10000,25000,50000,100000})',
  B15: '=INDEX({0.8,0.95,1.1,1.3,1.6},B14)',
  B16: '=IF(Calculator!C14>30000,1.3,IF(Calculator!C14>15000,1.1,1))',
  B17: '=IF(Calculator!C15,0.95,1)',
  B18: '=MONTH(B2)',
  B19: '=IF(AND(B18>=4,B18<=9),1.02,1)',
  B20: '=B6*B9*B10*B12',
  B21: '=B20*B16*B17*B19',
  B22: '=ROUND(B21,2)',
  B23: '=Calculator!C11*B8/1000*B15',
  B24: '=B23*B13*B10',
  B25: '=IF(Calculator!C12="liability",0,IF(Calculator!C12="part",0.35,1))',
  B26: '=ROUND(B24*B25,2)',
  B27: '=B22+B26',
  B28: '=SUM(B22,B26)*0.03',
  B29: '=CEILING(B28,0.5)',
  B30: '=IF(B4>60,B29*1.1,B29)',
  B31: '=B27+B30',
  B32: '=B31*(1-MIN(Calculator!H8,0.25))',
  B33: '=IFERROR(XLOOKUP(Calculator!C12,Bands!L2:L4,Bands!M2:M4),0)',
  B34: '=MAX(B32,B33)',
  B35: '=INDEX(Bands!H2:H5,MATCH(Calculator!C16,Bands!G2:G5,0))',
  B36: '=CHOOSE(MATCH(B35,{1,3,6,12},0),1.05,1.03,1.02,1)',
  B37: '=ROUND(B34*B36,2)',
  B38: '=SUMPRODUCT((Bands!A2:A9<=Calculator!C10)*Bands!B2:B9)/8',
  B39: '=B37+IF(B38>5,1.5,0)',
  B40: '=(B39-B44)*100',
  B41: '=IFERROR(VLOOKUP(B7,Bands!O2:P13,2,FALSE),1)',
  B42: '=TEXT(B37,"0.00")',
  B43: '=LEN(B42)',
  B44: '=IF(AND(B41<1,B43>3),ROUNDDOWN(B37*0.01,2),0)',
}

const bands: Record<string, Typed> = {
  ...column('A', [0, 40, 60, 80, 110, 150, 200, 300]),
  ...column('B', [0.8, 0.9, 1, 1.1, 1.25, 1.45, 1.7, 2.1]),
  ...column('D', [0, 1, 3, 5, 10, 20, 35]),
  ...column('E', [1.2, 1, 0.85, 0.7, 0.5, 0.35, 0.25]),
  ...column('G', ['year', 'half', 'quarter', 'month']),
  ...column('H', [12, 6, 3, 1]),
  ...column('J', [0.19, 0.16]),
  ...column('L', ['liability', 'part', 'full']),
  ...column('M', [45, 70, 110]),
  ...column(
    'O',
    Array.from({ length: 12 }, (_, at) => `R${at + 1}`),
  ),
  ...column('P', [1, 0.9, 1, 1, 0.95, 1, 1, 0.9, 1, 1, 1, 0.8]),
}

function column(letter: string, values: readonly Typed[]): Record<string, Typed> {
  return Object.fromEntries(values.map((value, at) => [`${letter}${at + 2}`, value]))
}

function rates(): Record<string, Typed> {
  const rows = Array.from({ length: rateRows }, (_, at) => at)
  return {
    ...column('A', rows.map(areaOf)),
    ...column(
      'B',
      rows.map((at) => 180 + (at % 37) * 6.35),
    ),
    ...column(
      'C',
      rows.map((at) => `R${1 + (at % 12)}`),
    ),
    ...column(
      'D',
      rows.map((at) => 4 + (at % 23) * 0.41),
    ),
  }
}

function areaOf(row: number): string {
  return `A${String(row * 7).padStart(5, '0')}`
}

/** A customer's answers; each number gives others. */
export function tariffAnswers(at: number) {
  const choose = <Choice>(choices: readonly Choice[], by: number) => choices[by % choices.length]
  return {
    birth_date: `${1950 + (at % 52)}-0${1 + (at % 9)}-1${at % 9}`,
    start_date: `2027-0${1 + (at % 9)}-01`,
    area: areaOf((at * 131) % rateRows),
    power: 45 + ((at * 17) % 250),
    vehicle_value: 4000 + ((at * 997) % 90_000),
    cover: choose(['liability', 'part', 'full'], at) ?? '',
    claim_free_years: at % 30,
    yearly_km: 5000 + ((at * 613) % 40_000),
    garage: at % 3 === 0,
    payments: choose(['year', 'half', 'quarter', 'month'], at) ?? '',
  }
}
