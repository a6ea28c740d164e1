import type { GivenCell } from '@bindery/spreadsheet/testing'
import { describe, expect, it } from 'vitest'
import { proposedRules } from '../testing/proposed-rules.ts'

type Cells = Readonly<Record<string, GivenCell>>

const rates = { Rates: { A2: 'pug', B2: 1.5, A3: 'lab', B3: 1.1, D2: 18, E2: 1, D3: 30, E3: 2 } }
const factor = '=VLOOKUP(C7,Rates!A2:B3,2,FALSE)'

/** A price of 100 for a breed, whose factor stands in M7, beside whether it is to be covered. */
function withFactor(price: string, others: Cells = {}): string | undefined {
  const cells = {
    B7: 'breed',
    C7: 'pug',
    B8: 'is_covered',
    C8: true,
    M7: factor,
    J7: 'gross_premium',
    K7: price,
    ...others,
  }
  return proposedRules({ cells, sheets: rates }).rules['breed']
}

describe('a lookup that no price can do without becomes a list', () => {
  it.each<[string, string, Cells?]>([
    ['its cell is multiplied', '=100*M7'],
    ['its cell is rounded', '=ROUND(100*M7,2)'],
    ['its cell is one of those that are added up', '=SUM(M7:M9)'],
    ['its cell decides what is asked', '=IF(M7>1,100,50)'],
    ['both branches need it', '=IF(C8,100*M7,50*M7)'],
    ['other cells are between', '=N8', { N7: '=M7', N8: '=MAX(50,N7*100)' }],
    ['it is looked up further', '=VLOOKUP(M7,Rates!B2:D3,3,FALSE)'],
    ['it fails the knockout too', '=100*M7', { J9: 'knockout', K9: '=M7>3' }],
  ])('%s', (_what, price, others) => {
    expect(withFactor(price, others)).toBe('string|required|in:pug,lab')
  })
})

describe('a lookup that a price can do without becomes none', () => {
  it.each<[string, string, Cells?]>([
    ['its failure is caught by another cell', '=100*N7', { N7: '=IFERROR(M7,1.2)' }],
    ['its failure is caught further on', '=IFNA(N7,100)', { N7: '=100*M7' }],
    ['its failure is asked about', '=IF(ISERROR(M7),120,100)'],
    ['another answer decides whether it counts', '=100*IF(C8,M7,1)'],
    ['another cell decides whether it counts', '=100*N7', { N7: '=IF(C8,M7,1)' }],
    ['it is one of several', '=_xlfn.IFS(C8,M7,TRUE,1)'],
    ['it is one of those to choose from', '=CHOOSE(IF(C8,1,2),M7,1)'],
    ['it is counted', '=COUNT(M7:M8)'],
    ['only some of a range is added up', '=SUMIF(L7:L8,1,M7:M8)'],
    ['it has a name within a formula', '=_xlfn.LET(_xlpm.f,M7,IF(C8,_xlpm.f,1))'],
    ['a knockout declines what it does not find', '=100*M7', { J9: 'knockout', K9: '=ISNA(M7)' }],
    ['what is not valid is declined', '=100*M7', { E7: '=C7<>"cat"', F7: 'knockout' }],
  ])('%s', (_what, price, others) => {
    expect(withFactor(price, others)).toBe('string|required')
  })
})

describe('a workbook saved with a price', () => {
  const saved = (breed: GivenCell, formula: string) =>
    proposedRules({
      cells: { B7: 'breed', C7: breed, M7: formula, J7: 'gross_premium', K7: ['=100*M7', 150] },
      sheets: rates,
    })

  it('for an answer that a lookup does not find is not held to the lookup, and a notice says so', () => {
    const { rules, notices } = saved('poodle', factor)
    expect(rules).toEqual({ breed: 'string|required' })
    expect(notices).toEqual([
      expect.stringMatching(/^Calculator!C7: .*"poodle".* Calculator!M7 finds in Rates!A2:A3/),
    ])
    expect(saved('lab', factor)).toEqual({
      rules: { breed: 'string|required|in:pug,lab' },
      notices: [],
    })
  })

  it('for an answer below the first key of a lookup is not held to that key', () => {
    const stepped = '=VLOOKUP(C7,Rates!D2:E3,2,TRUE)'
    expect(saved(17, stepped).rules).toEqual({ breed: 'numeric|required' })
    expect(saved(18, stepped).rules).toEqual({ breed: 'numeric|required|min:18' })
  })
})

describe('a workbook saved by LibreOffice', () => {
  it.each<[string, string, GivenCell, string]>([
    ['an exact lookup', '=VLOOKUP(C7,Rates!A2:B3,2,FALSE())', 'pug', 'string|required|in:pug,lab'],
    ['a lookup of steps', '=VLOOKUP(C7,Rates!D2:E3,2,TRUE())', 40, 'numeric|required|min:18'],
    ['a match', '=MATCH(C7,Rates!A2:A3,FALSE())', 'pug', 'string|required|in:pug,lab'],
  ])('says the same of %s as one saved by Excel', (_what, formula, breed, rules) => {
    const cells = { B7: 'breed', C7: breed, J7: 'gross_premium' }
    for (const written of [formula, formula.replace('()', '')]) {
      const proposed = proposedRules({ cells: { ...cells, K7: written }, sheets: rates })
      expect(proposed.rules).toEqual({ breed: rules })
    }
  })
})
