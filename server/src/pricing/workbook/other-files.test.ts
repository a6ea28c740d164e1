import { buildXlsx, sheetOf, xlsxParts, zipParts } from '@bindery/spreadsheet/testing'
import { describe, expect, it } from 'vitest'
import { describeProblem } from '../../kernel/index.ts'
import { compileWorkbookPricing } from './compile-workbook-pricing.ts'

type Cells = Parameters<typeof sheetOf>[0]

const links = ['Rates%202027.xlsx', 'file:///C:\\tariffs\\Old.xlsx']

const calculator: Cells = {
  B7: 'age',
  C7: 40,
  J7: 'net_premium',
  K7: '=C7*100',
  J8: 'tax_rate',
  K8: 0.19,
}

interface Given {
  readonly calculator?: Cells
  readonly notes?: Cells
  /** Defined names, each with what it stands for. */
  readonly names?: Readonly<Record<string, string>>
  readonly links?: readonly string[]
}

function source(given: Given) {
  const names = Object.entries(given.names ?? {}).map(
    ([name, formula]) => `<definedName name="${name}">${formula}</definedName>`,
  )
  return {
    sheets: {
      Calculator: sheetOf({ ...calculator, ...given.calculator }),
      Notes: sheetOf({ A1: 1, ...given.notes }),
    },
    links: given.links ?? links,
    afterSheets: names.length === 0 ? '' : `<definedNames>${names.join('')}</definedNames>`,
  }
}

async function verdict(bytes: Uint8Array) {
  const compiled = await compileWorkbookPricing({ file: 'pricing.xlsx', bytes, isAccepted: false })
  return compiled.ok
    ? { problems: [], warnings: compiled.pricing.warnings.map(describeProblem) }
    : { problems: compiled.problems.map(describeProblem), warnings: [] }
}

const verdictOn = (given: Given) => verdict(buildXlsx(source(given)))
/** The warnings about links alone: the fixtures are saved without values, which is one too. */
const warnings = async (given: Given) => {
  const { problems, warnings: all } = await verdictOn(given)
  expect(problems).toEqual([])
  return all.filter((warning) => warning.includes('link to another file'))
}

describe('a price that needs another file', () => {
  it('is refused with the cells that use it and the name of the file', async () => {
    const { problems } = await verdictOn({
      calculator: { K7: '=C7*[1]Rates!$B$2+D9', D9: "='[2]Last year'!B3", K8: '=[1]Rates!$C$2' },
    })
    expect(problems).toEqual([
      expect.stringContaining(
        'another file, C:\\tariffs\\Old.xlsx: Calculator!D9 takes Last year!B3.',
      ),
      expect.stringContaining(
        'another file, Rates 2027.xlsx: Calculator!K7 takes Rates!$B$2, Calculator!K8 takes Rates!$C$2.',
      ),
    ])
  })

  it('is refused where a name stands in between, or is defined in the other file', async () => {
    const names = { base_rate: '[1]Rates!$B$2', twice: 'base_rate*2' }
    const { problems } = await verdictOn({ calculator: { K7: '=C7*twice', K8: '=[2]!tax' }, names })
    expect(problems).toEqual([
      expect.stringContaining(
        'Rates 2027.xlsx: Calculator!K7 takes the name twice, which stands for Rates!$B$2.',
      ),
      expect.stringContaining('Old.xlsx: Calculator!K8 takes tax.'),
    ])
  })

  it('is refused where a check, a range or a table of the other file leads there', async () => {
    const checked = await verdictOn({ calculator: { E7: '=C7>[1]Rates!$B$2' } })
    expect(checked.problems).toEqual([expect.stringContaining('Calculator!E7 takes Rates!$B$2')])
    const summed = await verdictOn({
      calculator: { K7: '=C7*SUM(Notes!A1:A9)' },
      notes: { A5: '=[1]Rates!B2' },
    })
    expect(summed.problems).toEqual([expect.stringContaining('Notes!A5 takes Rates!B2')])
    const table = await verdictOn({ calculator: { K7: '=C7*SUM([1]!Rates[Factor])' } })
    expect(table.problems).toEqual([expect.stringContaining('takes Rates[Factor]')])
  })

  it('is refused with the file where the formula cannot be read, or names a whole path', async () => {
    const path = await verdictOn({ calculator: { K7: "=C7*'C:\\tariffs\\[New.xlsx]Rates'!B2" } })
    expect(path.problems).toEqual([expect.stringContaining('another file, C:\\tariffs\\New.xlsx')])
    const unread = await verdictOn({ calculator: { K7: "=C7*[1]!'price'" } })
    expect(unread.problems).toEqual([expect.stringContaining('another file, Rates 2027.xlsx')])
  })

  it('is refused where an input or output is named there', async () => {
    const bytes = buildXlsx({
      sheets: { Calc: sheetOf({ A1: 40, A2: '=A1*100', A3: 0.19 }) },
      links,
      afterSheets:
        '<definedNames><definedName name="in_age">Calc!$A$1</definedName><definedName name="out_net_premium">[1]Calc!$A$2</definedName><definedName name="out_tax_rate">Calc!$A$3</definedName></definedNames>',
    })
    const { problems } = await verdict(bytes)
    expect(problems[0]).toContain('name out_net_premium: The name stands for a cell of another')
  })

  it('lists ten of many cells, and leaves room for mistakes of other kinds', async () => {
    const rows = Array.from({ length: 150 }, (_, row) => [`A${row + 2}`, `=[1]Rates!B${row + 2}`])
    const { problems } = await verdictOn({
      calculator: { K7: '=C7*SUM(Notes!A1:A200)', K8: '=NOTHING(C7)' },
      notes: Object.fromEntries(rows) as Cells,
    })
    expect(problems).toHaveLength(2)
    expect(problems.join()).toContain('and 140 further cells')
    expect(problems.join()).toContain('NOTHING')
  })
})

describe('a link that no price needs', () => {
  it('is a warning that names the file and who uses it', async () => {
    const found = await warnings({
      notes: { B2: '=[1]Rates!B2', B3: '=[1]Rates!B3' },
      names: { old_rates: "'[2]Last year'!$A$1:$B$9" },
    })
    expect(found).toEqual([
      expect.stringContaining(
        'pricing.xlsx, Notes!B2: The workbook has a link to another file, Rates 2027.xlsx, that no price needs: Notes!B2, Notes!B3 use it.',
      ),
      expect.stringContaining(
        'name old_rates: The workbook has a link to another file, C:\\tariffs\\Old.xlsx, that no price needs: the name old_rates stands for something in it.',
      ),
    ])
  })

  it('is a warning where nothing uses it any more, and where only a formula names the file', async () => {
    expect(await warnings({ links: ['Gone.xlsx'] })).toEqual([
      expect.stringContaining('Gone.xlsx, that no price needs: no cell and no name uses it.'),
    ])
    expect(await warnings({ links: [], notes: { B2: '=[New.xlsx]Rates!B2' } })).toEqual([
      expect.stringContaining('another file, New.xlsx'),
    ])
  })

  it('is none where brackets mean a column, or stand in a text', async () => {
    const notes = { B2: '="see [1]Rates!B2"', B3: '=SUM(Rates[[#This Row],[1]])' }
    expect(await warnings({ links: [], notes })).toEqual([])
  })

  it('is reported also where the file kept nothing of it', async () => {
    const parts = xlsxParts(source({ links: ['Gone.xlsx'] }))
    delete parts['xl/externalLinks/externalLink1.xml']
    delete parts['xl/externalLinks/_rels/externalLink1.xml.rels']
    const { problems, warnings: all } = await verdict(zipParts(parts))
    expect(problems).toEqual([])
    expect(all.join()).toContain('another file, link 1,')
  })
})
