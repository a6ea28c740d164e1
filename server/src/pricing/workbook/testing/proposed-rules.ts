import { buildXlsx, type GivenCell, sheetPart } from '@bindery/spreadsheet/testing'
import { proposeFromWorkbook } from '../propose/propose-from-workbook.ts'

export interface SmallTariff {
  /** Cells of the sheet Calculator; inputs stand in B and C from row 7 on, outputs in J and K. */
  readonly cells: Readonly<Record<string, GivenCell>>
  /** Data validation of these cells, as `validation` writes it. */
  readonly validations?: readonly string[]
  readonly sheets?: Readonly<Record<string, Readonly<Record<string, GivenCell>>>>
}

export interface ProposedRules {
  /** Rule strings by the names of the inputs. */
  readonly rules: Readonly<Record<string, string>>
  /** The notices, each with its place and fix. */
  readonly notices: readonly string[]
}

/** Number formats of `smallTariff` by the style of a cell: a day, a text, per cent. */
export const styles = { day: 1, text: 2, percent: 3 } as const

const styleSheet =
  '<numFmts count="1"><numFmt numFmtId="164" formatCode="dd\\.mm\\.yyyy"/></numFmts><cellXfs count="4"><xf numFmtId="0"/><xf numFmtId="164"/><xf numFmtId="49"/><xf numFmtId="9"/></cellXfs>'

export function smallTariff({ cells, validations = [], sheets = {} }: SmallTariff): Uint8Array {
  const below =
    validations.length === 0 ? '' : `<dataValidations>${validations.join('')}</dataValidations>`
  const others = Object.entries(sheets).map(([name, content]) => [name, sheetPart(content)])
  return buildXlsx({
    sheets: {
      Calculator: sheetPart({ J8: 'tax_rate', K8: 0.19, ...cells }, below),
      ...Object.fromEntries(others),
    },
    styles: styleSheet,
  })
}

/** Data validation of one cell, such as `validation('C7', 'whole between', '18', '75')`. */
export function validation(place: string, kind: string, ...formulas: readonly string[]): string {
  const [type, operator = 'between'] = kind.split(' ')
  const written = formulas.map((formula, at) => `<formula${at + 1}>${formula}</formula${at + 1}>`)
  return `<dataValidation type="${type}" operator="${operator}" showErrorMessage="1" sqref="${place}">${written.join('')}</dataValidation>`
}

export function proposedRules(tariff: SmallTariff): ProposedRules {
  const proposed = proposeFromWorkbook(smallTariff(tariff), 'pricing.xlsx')
  if (!proposed.ok) throw new Error(JSON.stringify(proposed.problems))
  const { fields, notices } = proposed.proposal
  return {
    rules: Object.fromEntries(fields.map(({ name, validation: rules }) => [name, rules])),
    notices: notices.map(({ place, message, fix }) => `${place}: ${message} ${fix}`),
  }
}
