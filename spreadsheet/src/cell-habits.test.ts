import { describe, expect, test } from 'vitest'
import { cellValue, computed, type Typed } from './testing/build-workbook.ts'

type Case = readonly [formula: string, value: number | string | boolean]

function holds(cases: readonly Case[], cells: Readonly<Record<string, Typed>> = {}): void {
  for (const [formula, value] of cases) expect(cellValue(formula, cells), formula).toBe(value)
}

const cells: Readonly<Record<string, Typed>> = {
  A1: 10,
  A2: '20',
  A3: 'text',
  A4: true,
  A6: 30,
  B1: 1,
  B2: 2,
  B3: 3,
  C1: { error: '#N/A' },
}

describe('numbers in cells', () => {
  test('have fifteen digits, whatever the double behind them says', () => {
    holds([
      ['0.1+0.2-0.3', 0],
      ['0.1+0.2=0.3', true],
      ['(0.1+0.2)*10>3', false],
      ['ROUND(1.005,2)', 1.01],
      ['ROUND(2.675,2)', 2.68],
      ['ROUND(-2.5,0)', -3],
      ['ROUNDUP(2.3*100,0)', 230],
      ['ROUNDDOWN(2.3*100,0)', 230],
      ['INT(-0.5)', -1],
      ['MOD(5.1,0.1)', 0],
      ['MOD(-3,2)', 1],
      ['1/3&""', '0.333333333333333'],
      ['1e15&""', '1E+15'],
      ['9007199254740993-9007199254740992', 0],
      ['MATCH(0.3,{0.1,0.2,0.3},0)', 3],
      ['1e308*10', '#NUM!'],
      ['(-8)^(1/3)', '#NUM!'],
      ['0^0', '#NUM!'],
    ])
  })

  test('are read from texts where a number is wanted, and passed over where a range is', () => {
    holds(
      [
        ['A1+A2', 30],
        ['A2*"5%"', 1],
        ['"1,234.5"+0', 1234.5],
        ['"2026-11-15"+1', 46342],
        ['A3+1', '#VALUE!'],
        ['A4+1', 2],
        ['A5+1', 1],
        ['SUM(A1:A6)', 40],
        ['SUM(A1,A2,A3,A4)', 10],
        ['SUM(A1,"20",TRUE)', 31],
        ['MAX(A2,A3)', 0],
        ['COUNT(A1:A6)', 2],
        ['COUNTA(A1:A6)', 5],
        ['AVERAGE(A1,A6)', 20],
        ['PRODUCT(A2)', 0],
        ['AND(A4,A3)', true],
        ['AND(A5)', '#VALUE!'],
        ['OR(A1,A5)', true],
        ['SUM(B1:C1)', '#N/A'],
        ['SUMPRODUCT(A1:A3,B1:B3)', 10],
      ],
      cells,
    )
  })

  test('of blanks are nothing, and a formula that gives one shows 0', () => {
    holds(
      [
        ['A5', 0],
        ['A5=""', true],
        ['A5=0', true],
        ['ISBLANK(A5)', true],
        ['A5&"x"', 'x'],
        ['IF(TRUE,A5)', 0],
        ['INDEX(A1:A6,5)', 0],
        ['COUNTIF(A1:A6,A5)', 0],
        ['LEN(A5)', 0],
      ],
      cells,
    )
  })
})

describe('ranges', () => {
  test('give the cell beside the formula where one value is wanted', () => {
    const row: Record<string, Typed> = { A99: 5, A98: 7, B99: 2 }
    holds(
      [
        ['A1:A120*2', 10],
        ['-A:A', -5],
        ['IF(A98:A99>6,1,0)', 0],
        ['@A:A', 5],
        ['_xlfn.SINGLE(A98:A99)', 5],
        ['A1:A5*2', '#VALUE!'],
        ['SUM(A98:A99*2)', 10],
        ['SUMPRODUCT(A98:A99*2)', 24],
        ['SUM(A98:B99)', 14],
      ],
      row,
    )
  })

  test('are computed cell by cell in a formula entered for a range', () => {
    const sheets = {
      Calc: {
        A1: 1,
        A2: 2,
        A3: 3,
        B1: '{=A1:A3*A5}B1:B4',
        C1: '=SUM(B1:B3)',
        D1: '{=SUM(A1:A3*A5)}D1',
        K1: '=C1+D1+B2',
      },
    }
    const values = computed({ sheets }, 'Calc!K1', { 'Calc!A5': 10 })
    expect(values).toMatchObject({
      'Calc!B1': 10,
      'Calc!B2': 20,
      'Calc!B3': 30,
      'Calc!C1': 60,
      'Calc!D1': 60,
      'Calc!K1': 140,
    })
    // Only what is needed is computed; the fourth cell shows what runs out in spreadsheets.
    expect(values['Calc!B4']).toEqual({ error: '#N/A' })
  })

  test('of whole columns end where their sheets do, in step with each other', () => {
    const sheets = {
      Long: Object.fromEntries(Array.from({ length: 50 }, (_, at) => [`A${at + 1}`, at])),
      Short: { A1: 'x', B1: 2, A2: 'y', B2: 5 },
    }
    const value = (formula: string) => cellValue(formula, {}, { sheets })
    expect(value('SUMIFS(Short!B:B,Short!A:A,"y")')).toBe(5)
    expect(value('SUM(Long!A:A)')).toBe(1225)
    expect(value('SUMPRODUCT((Short!A:A="y")*Long!A:A)')).toBe(1)
    expect(value('VLOOKUP("y",Short!A:B,2,FALSE)')).toBe(5)
    expect(value('SUM(Short!2:2)')).toBe(5)
    expect(value('COUNTA(Short!A1:B1048576)')).toBe(4)
  })

  test('are searched for a text the same way in the file as in the answers of a quote', () => {
    const kinds = { A1: 'Dog', A2: 'cat', A3: 'dog', A5: 'dogs', A6: 7, A7: true, B1: 1, B3: 2 }
    holds(
      [
        ['SUMPRODUCT((A1:A7="DOG")*1)', 2],
        ['SUMPRODUCT((A1:A7="DOG")*B1:B7)', 3],
        ['SUMPRODUCT((A1:A7="")*1)', 1],
        ['SUMPRODUCT((A1:A7="7")*1)', 0],
        ['SUMPRODUCT((A1:A7=7)*1)', 1],
        ['MATCH(1,(A1:A7="dog")*(B1:B7=2),0)', 3],
        ['SUMPRODUCT((A1:A7="dog")*(B1:B7=2))', 1],
        ['COUNTIF(A1:A7,"do*")', 3],
        ['COUNTIF(A1:A7,"*G")', 2],
        ['COUNTIF(A1:A7,"*o*")', 3],
        ['COUNTIF(A1:A7,"*")', 4],
        ['COUNTIFS(A1:A7,"d?g*",B1:B7,">1")', 1],
      ],
      kinds,
    )
    expect(cellValue('SUMPRODUCT((A1:A3="x")*1)', { A1: 'x', A2: { error: '#N/A' } })).toBe('#N/A')
  })

  test('to be summed begin where SUMIF says, and are as many as the range that is tested', () => {
    const rows = { A1: 'x', A2: 'y', A3: 'x', A4: 'y', B1: 1, B2: 2, B3: 4, B4: 8, C3: '=B3*10' }
    const names = { kinds: 'Sheet!$A$1:$A$3', first: 'Sheet!$B$1' }
    holds(
      [
        ['SUMIF(A1:A4,"x",B1)', 5],
        ['SUMIF(A1:A4,"x",B1:B2)', 5],
        ['SUMIF(A1:A2,"y",B1:B4)', 2],
        ['SUMIF(A1,"x",B1:B4)', 1],
        ['SUMIF(A1:A4,"y",A2:B2)', 0],
        ['SUMIF(A:A,"y",B1)', 10],
        ['SUMIF(A:A,"x",B2)', 10],
        ['SUMIF(A2:A3,"x",B:B)', 2],
        ['AVERAGEIF(A1:A4,"y",B1)', 5],
        ['AVERAGEIF(A1:A2,"x",B1:B4)', 1],
        // Only these two do so: the others want ranges of one size.
        ['SUMIFS(B1:B2,A1:A4,"x")', '#VALUE!'],
        ['AVERAGEIFS(B1:B9,A1:A4,"x")', '#VALUE!'],
        ['MAXIFS(B1,A1:A4,"x")', '#VALUE!'],
        ['COUNTIFS(A1:A4,"x",B1:B2,1)', '#VALUE!'],
        // Cells beyond the range as written are computed too.
        ['SUMIF(A1:A4,"x",C1)', 40],
      ],
      rows,
    )
    expect(cellValue('SUMIF(kinds,"x",first)', rows, { names })).toBe(5)
    expect(cellValue('SUMIF(kinds,"x",C1)', rows, { names })).toBe(40)
    expect(() => cellValue('SUMIF(A1:A4,"x",C1)', { ...rows, C4: '=Z99' })).toThrow('circle')
  })

  test('are as many as tested in another sheet too, where whole columns end with the longer', () => {
    const more = { sheets: { More: { B1: 1, B2: 2, B3: 4, B120: 8 } } }
    const rows = { A1: 'x', A2: 'y' }
    expect(cellValue('SUMIF(A:A,"x",More!B1)', rows, more)).toBe(1)
    expect(cellValue('SUMIF(A:A,"",More!B1)', rows, more)).toBe(12)
  })

  test('are named by names and tables', () => {
    const more = {
      sheets: {
        Data: { A1: 'Age', B1: 'Factor x', A2: 18, B2: 1.5, A3: 30, B3: 1.1, A4: 'all', B4: 2.6 },
      },
      names: { ages: 'Data!$A$2:$A$3', tax: '0.19', doubled: 'tax*2', label: '"a"' },
      tables: [
        {
          name: 'Rates',
          sheet: 'Data',
          range: 'A1:B4',
          columns: ['Age', 'Factor x'],
          hasHeader: true,
          hasTotals: true,
        },
      ],
    }
    const value = (formula: string) => cellValue(formula, {}, more)
    expect(value('SUM(AGES)')).toBe(48)
    expect(value('doubled')).toBe(0.38)
    expect(value('label&"b"')).toBe('ab')
    expect(value('SUM(Rates[Factor x])')).toBe(2.6)
    expect(value('rates[[#Totals],[factor x]]')).toBe(2.6)
    expect(value('Rates[[#Headers],[Age]]')).toBe('Age')
    expect(value('COUNTA(Rates[#All])')).toBe(8)
    expect(value('ROWS(Rates[])')).toBe(2)
    expect(value('XLOOKUP(30,Rates[Age],Rates[Factor x])')).toBe(1.1)
    expect(value('SUM(Rates[[Age]:[Factor x]])')).toBe(50.6)
  })
})

describe('functions', () => {
  test('choose, and take ranges from what they choose', () => {
    holds(
      [
        ['SUM(CHOOSE(2,A1:A2,B1:B3))', 6],
        ['SUM(IF(B1=1,B1:B3,A1:A2))', 6],
        ['LET(x,B3,y,x*2,x+y)', 9],
        ['_xlfn.LET(_xlpm.x,B1:B3,SUM(_xlpm.x)*MAX(_xlpm.X))', 18],
        ['IFS(B1>5,1,TRUE,2)', 2],
        ['SWITCH(A3,"TEXT",1,2)', 1],
        ['IFERROR(C1,"none")', 'none'],
        ['IFNA(1/0,1)', '#DIV/0!'],
      ],
      cells,
    )
  })

  test('look up without taking keys for patterns, unless XLOOKUP is asked to', () => {
    const rows: Record<string, Typed> = { A1: 'abc', B1: 1, A2: 'a*', B2: 2, A3: 'ABC', B3: 3 }
    holds(
      [
        ['VLOOKUP("a*",A1:B3,2,FALSE)', 2],
        ['MATCH("?bc",A1:A3,0)', '#N/A'],
        ['XLOOKUP("?BC",A1:A3,B1:B3,,2)', 1],
        ['XLOOKUP("?BC",A1:A3,B1:B3,,2,-1)', 3],
        ['XMATCH("zz*",A1:A3,2)', '#N/A'],
        ['COUNTIF(A1:A3,"a*")', 3],
        ['COUNTIF(A1:A3,"a~*")', 1],
        ['SUM(SUMIF(A1:A3,{"abc","a~*"},B1:B3))', 6],
        ['LOOKUP(2,1/(A1:A3="abc"),B1:B3)', 3],
        ['HLOOKUP(2,{1,2,3;"a","b","c"},2,FALSE)', 'b'],
      ],
      rows,
    )
  })

  test('keep what a criterion means in a file apart from what it means in another', () => {
    const days = { A1: 46_341, A2: 46_341 - 1462 }
    const formula = 'SUMIF(A1:A2,"2026-11-15")'
    expect(cellValue(formula, days)).toBe(days.A1)
    expect(cellValue(formula, days, { countsFrom1904: true })).toBe(days.A2)
    expect(cellValue(formula, days)).toBe(days.A1)
  })

  test('count days from 1904 where the file does', () => {
    const value = (formula: string) => cellValue(formula, {}, { countsFrom1904: true })
    expect(value('DATE(1904,1,1)')).toBe(0)
    expect(value('DATE(2026,11,15)')).toBe(44_879)
    expect(value('YEAR(44879)')).toBe(2026)
    expect(value('TEXT(44879,"yyyy-mm-dd")')).toBe('2026-11-15')
    expect(value('TEXT(44879,"d mmm")')).toBe('15 Nov')
    expect(value('WEEKDAY(44879)')).toBe(1)
    expect(value('NETWORKDAYS(44880,44886)')).toBe(5)
    expect(value('"2026-11-15"+0')).toBe(44_879)
    expect(cellValue('DATE(1900,2,29)')).toBe(60)
  })
})
