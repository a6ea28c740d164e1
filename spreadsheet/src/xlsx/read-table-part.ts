import type { Table } from '../workbook.ts'
import { unescapeText } from './text.ts'
import { XmlScanner } from './xml-scanner.ts'

/** A table of a sheet, for references such as `Rates[Factor]`. */
export function readTablePart(text: string, part: string, sheet: string): Table {
  const scanner = new XmlScanner(text, part)
  if (!scanner.nextChild(0) || scanner.name !== 'table') {
    throw scanner.fail('a table cannot be read')
  }
  const table = {
    name: scanner.attribute('displayName') ?? scanner.attribute('name') ?? '',
    sheet,
    range: scanner.attribute('ref') ?? '',
    hasHeader: scanner.attribute('headerRowCount') !== '0',
    hasTotals: Number(scanner.attribute('totalsRowCount') ?? 0) > 0,
  }
  const columns: string[] = []
  while (scanner.seek('tableColumn')) {
    columns.push(unescapeText(scanner.attribute('name') ?? ''))
  }
  return { ...table, columns }
}
