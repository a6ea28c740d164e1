import { describe, expect, test } from 'vitest'
import { formulaValue } from '../testing/formula-value.ts'

/** Formula and what a spreadsheet shows for it. */
type Case = readonly [formula: string, value: string]

function holds(cases: readonly Case[], tables: Readonly<Record<string, string>> = {}): void {
  for (const [formula, value] of cases) expect(formulaValue(formula, tables), formula).toBe(value)
}

describe('operators', () => {
  test('arithmetic is exact and follows the spreadsheet order of operations', () => {
    holds([
      ['0.1+0.2', '0.3'],
      ['0.1+0.2-0.3', '0'],
      ['1-0.9', '0.1'],
      ['2+3*4', '14'],
      ['-2^2', '4'],
      ['2^-2', '0.25'],
      ['2^0.5', '1.4142135623731'],
      ['50%*200', '100'],
      ['1/3*3', '0.9999999999999999999999999999999999'],
      ['1/0', '#DIV/0!'],
      ['0^0', '#NUM!'],
      ['9.99^3', '997.002999'],
      ['1e30*1e30*1e30', '#NUM!'],
    ])
  })

  test('texts, booleans and blanks become numbers where a number is wanted', () => {
    holds([
      ['"5"+1', '6'],
      ['TRUE+1', '2'],
      ['"abc"+1', '#VALUE!'],
      ['-"3"', '-3'],
      ['"a"&1.50&TRUE', 'a1.5TRUE'],
    ])
  })

  test('comparison ignores the case of text and puts numbers before text before booleans', () => {
    holds([
      ['"Weekly"="WEEKLY"', 'TRUE'],
      ['"a"<"B"', 'TRUE'],
      ['1="1"', 'FALSE'],
      ['99<"1"', 'TRUE'],
      ['"z"<FALSE', 'TRUE'],
      ['0.30=0.3', 'TRUE'],
      ['2<>2.0', 'FALSE'],
      ['3>=3', 'TRUE'],
    ])
  })

  test('errors pass through until they are caught', () => {
    holds([
      ['1+#N/A', '#N/A'],
      ['IFERROR(1/0,7)', '7'],
      ['IFNA(1/0,7)', '#DIV/0!'],
      ['IFNA(NA(),7)', '7'],
      ['ISERROR(1/0)', 'TRUE'],
      ['ISNA(1/0)', 'FALSE'],
      ['ISERR(NA())', 'FALSE'],
      ['SUM(1,1/0)', '#DIV/0!'],
    ])
  })
})

describe('logic', () => {
  test('conditions choose and combine', () => {
    holds([
      ['IF(1>2,"a","b")', 'b'],
      ['IF(FALSE,1)', 'FALSE'],
      ['IF("x",1,2)', '#VALUE!'],
      ['IFS(FALSE,1,TRUE,2)', '2'],
      ['IFS(FALSE,1)', '#N/A'],
      ['SWITCH("B","a",1,"b",2,3)', '2'],
      ['SWITCH(9,1,"a","other")', 'other'],
      ['SWITCH(9,1,"a")', '#N/A'],
      ['CHOOSE(2,"a","b","c")', 'b'],
      ['CHOOSE(4,"a","b","c")', '#VALUE!'],
      ['AND(TRUE,1,"true")', 'TRUE'],
      ['AND(TRUE,0)', 'FALSE'],
      ['OR(FALSE,0,2)', 'TRUE'],
      ['XOR(TRUE,TRUE,TRUE)', 'TRUE'],
      ['NOT(0)', 'TRUE'],
      ['LET(x,3,y,x*2,x+y)', '9'],
      ['SUM(IF({1,5,9}>4,1,0))', '2'],
    ])
  })
})

describe('rounding and mathematics', () => {
  test('rounding sends halves away from zero and never sees a double', () => {
    holds([
      ['ROUND(2.5,0)', '3'],
      ['ROUND(-2.5,0)', '-3'],
      ['ROUND(1.005,2)', '1.01'],
      ['ROUND(2.675,2)', '2.68'],
      ['ROUND(1234.5,-2)', '1200'],
      ['ROUND(1250,-2)', '1300'],
      ['ROUND(5,-200)', '0'],
      ['ROUNDUP(1.001,2)', '1.01'],
      ['ROUNDUP(-1.1,0)', '-2'],
      ['ROUNDDOWN(-1.9,0)', '-1'],
      ['TRUNC(8.97)', '8'],
      ['INT(-1.5)', '-2'],
      ['MROUND(10,3)', '9'],
      ['MROUND(1.3,0.2)', '1.4'],
      ['MROUND(5,-2)', '#NUM!'],
      ['CEILING(2.5,1)', '3'],
      ['CEILING(0.234,0.01)', '0.24'],
      ['CEILING(-2.5,-2)', '-4'],
      ['CEILING(-2.5,2)', '-2'],
      ['CEILING(2,-1)', '#NUM!'],
      ['FLOOR(3.7,2)', '2'],
      ['FLOOR(-2.5,2)', '-4'],
      ['FLOOR(1,0)', '#DIV/0!'],
      ['EVEN(1.5)', '2'],
      ['EVEN(-3)', '-4'],
      ['ODD(1.5)', '3'],
      ['ODD(-2)', '-3'],
      ['ODD(0)', '1'],
    ])
  })

  test('mathematics is exact where it can be and through a double where it cannot', () => {
    holds([
      ['MOD(10,3)', '1'],
      ['MOD(-3,2)', '1'],
      ['MOD(3,-2)', '-1'],
      ['MOD(0.3,0.1)', '0'],
      ['MOD(1,0)', '#DIV/0!'],
      ['MOD(1e30,1e-40)', '#NUM!'],
      ['QUOTIENT(-10,3)', '-3'],
      ['ABS(-4.25)', '4.25'],
      ['SIGN(-0.01)', '-1'],
      ['SQRT(2.25)', '1.5'],
      ['SQRT(-1)', '#NUM!'],
      ['POWER(1.05,10)', '1.62889462677744140625'],
      ['POWER(0,-1)', '#DIV/0!'],
      ['EXP(0)', '1'],
      ['EXP(1)', '2.71828182845905'],
      ['LN(1)', '0'],
      ['LN(0)', '#NUM!'],
      ['LOG(1000)', '3'],
      ['LOG(8,2)', '3'],
      ['LOG10(0.01)', '-2'],
      ['PI()', '3.14159265358979'],
      ['ISEVEN(2.9)', 'TRUE'],
      ['ISODD(-3)', 'TRUE'],
    ])
  })
})

describe('sums and statistics', () => {
  test('aggregates take numbers and pass over what arrays hold besides', () => {
    holds([
      ['SUM(0.1,0.2,{0.3,"x",TRUE})', '0.6'],
      ['SUM("x")', '#VALUE!'],
      ['PRODUCT(2,{3,4})', '24'],
      ['AVERAGE(1,2)', '1.5'],
      ['AVERAGE({"x"})', '#DIV/0!'],
      ['MIN(3,{1,2})', '1'],
      ['MAX({"x"})', '0'],
      ['MEDIAN(1,2,3,10)', '2.5'],
      ['LARGE({1,5,3},2)', '3'],
      ['SMALL({1,5,3},4)', '#NUM!'],
      ['RANK(3,{1,3,5})', '2'],
      ['RANK(3,{1,3,5},1)', '2'],
      ['RANK(4,{1,3,5})', '#N/A'],
      ['COUNT({1,"a",TRUE},2)', '2'],
      ['COUNTA({1,"a",TRUE},2)', '4'],
      ['SUMPRODUCT({1,2,3},{4,5,6})', '32'],
      ['SUMPRODUCT(({1,2,3}>1)*{4,5,6})', '11'],
      ['SUMPRODUCT({1,2},{1;2})', '#VALUE!'],
      ['ROWS({1;2;3})', '3'],
      ['COLUMNS({1;2;3})', '1'],
    ])
  })

  const claims = {
    claims: 'kind,region,amount\nfire,North,100\ntheft,north,50.5\nfire,South,25\nflood,South,\n',
  }

  test('conditional aggregates read criteria, wildcards and ranges', () => {
    holds(
      [
        ['SUMIF(claims[kind],"fire",claims[amount])', '125'],
        ['SUMIFS(claims[amount],claims[kind],"fire",claims[region],"NORTH")', '100'],
        ['SUMIFS(claims[amount],claims[amount],">=50")', '150.5'],
        ['SUMIFS(claims[amount],claims[kind],"f*")', '125'],
        ['SUMIFS(claims[amount],claims[kind],"<>fire")', '50.5'],
        ['COUNTIF(claims[kind],"f?re")', '2'],
        ['COUNTIF(claims[amount],"<100")', '2'],
        ['COUNTIF(claims[amount],25)', '1'],
        ['COUNTIFS(claims[kind],"fire",claims[amount],">50")', '1'],
        ['AVERAGEIF(claims[kind],"fire",claims[amount])', '62.5'],
        ['AVERAGEIFS(claims[amount],claims[kind],"storm")', '#DIV/0!'],
        ['MINIFS(claims[amount],claims[region],"south")', '25'],
        ['MAXIFS(claims[amount],claims[kind],"storm")', '0'],
        ['COUNTBLANK(claims[amount])', '1'],
        ['SUMIFS(claims[amount],{1,2},1)', '#VALUE!'],
      ],
      claims,
    )
  })
})

describe('text', () => {
  test('texts are cut, joined, searched and read', () => {
    holds([
      ['LEFT("premium",3)', 'pre'],
      ['LEFT("premium")', 'p'],
      ['RIGHT("premium",3)', 'ium'],
      ['RIGHT("premium",0)', ''],
      ['MID("premium",2,3)', 'rem'],
      ['MID("premium",0,3)', '#VALUE!'],
      ['LEN("premium")', '7'],
      ['UPPER("aä")', 'AÄ'],
      ['LOWER("AÄ")', 'aä'],
      ['TRIM("  a   b ")', 'a b'],
      ['CONCAT("a",{1,2},TRUE)', 'a12TRUE'],
      ['CONCATENATE("a","b")', 'ab'],
      ['TEXTJOIN("-",TRUE,"a","",{"b","c"})', 'a-b-c'],
      ['TEXTJOIN("-",FALSE,"a","","b")', 'a--b'],
      ['TEXT(1234.5,"#,##0.00")', '1,234.50'],
      ['TEXT(1.005,"0.00")', '1.01'],
      ['TEXT(0.19,"0%")', '19%'],
      ['TEXT(DATE(2026,11,15),"dd.mm.yyyy")', '15.11.2026'],
      ['TEXT(60,"yyyy-mm-dd")', '1900-02-29'],
      ['TEXT(7,"000")', '007'],
      ['TEXT(-5,"0;(0)")', '(5)'],
      ['TEXT("abc","0.00")', 'abc'],
      ['TEXT("12","0.00")', '12.00'],
      ['TEXT(TRUE,"0")', 'TRUE'],
      ['TEXT(1,"[wrong")', '#VALUE!'],
      ['TEXT(-1,"yyyy")', '#VALUE!'],
      ['VALUE("1,234.50")', '1234.5'],
      ['VALUE("12.5%")', '0.125'],
      ['VALUE("twelve")', '#VALUE!'],
      ['FIND("m","premium")', '4'],
      ['FIND("M","premium")', '#VALUE!'],
      ['FIND("m","premium",5)', '7'],
      ['SEARCH("M?","premium")', '4'],
      ['SEARCH("r*u","premium")', '2'],
      ['SEARCH("~?","why?")', '4'],
      ['SUBSTITUTE("a-b-c","-","+")', 'a+b+c'],
      ['SUBSTITUTE("a-b-c","-","+",2)', 'a-b+c'],
      ['REPT("ab",3)', 'ababab'],
      ['REPT("ab",99999)', '#VALUE!'],
      ['EXACT("a","A")', 'FALSE'],
    ])
  })
})

describe('information', () => {
  test('values can be asked what they are', () => {
    holds([
      ['ISNUMBER(1)', 'TRUE'],
      ['ISNUMBER("1")', 'FALSE'],
      ['ISTEXT("1")', 'TRUE'],
      ['ISNONTEXT(1)', 'TRUE'],
      ['ISLOGICAL(FALSE)', 'TRUE'],
      ['ISBLANK("")', 'FALSE'],
      ['N(TRUE)', '1'],
      ['N("x")', '0'],
      ['NA()', '#N/A'],
    ])
  })
})
