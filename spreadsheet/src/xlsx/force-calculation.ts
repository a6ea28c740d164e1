import { applyEdits } from './edits.ts'
import { XmlScanner } from './xml-scanner.ts'

/** Lets the spreadsheet program compute everything anew when it opens the workbook. */
export function forceCalculation(text: string, part: string): string {
  const scanner = new XmlScanner(text, part)
  let after: number | null = null
  if (!scanner.nextChild(0)) throw scanner.fail('the workbook is empty')
  const prefix = text.slice(scanner.start + 1, text.indexOf(scanner.name, scanner.start))
  while (scanner.nextChild(1)) {
    const { name } = scanner
    if (name === 'calcPr') return applyEdits(text, [switchOn(scanner)])
    scanner.content()
    if (beforeCalculation.includes(name)) after = scanner.end
  }
  if (after === null) throw scanner.fail('the workbook has no sheets')
  return applyEdits(text, [
    { start: after, end: after, text: `<${prefix}calcPr fullCalcOnLoad="1"/>` },
  ])
}

/** Elements that stand before the one about calculation, whose order the format prescribes. */
const beforeCalculation = ['sheets', 'functionGroups', 'externalReferences', 'definedNames']

function switchOn(scanner: XmlScanner) {
  const present = scanner.attributes().find(({ name }) => name === 'fullCalcOnLoad')
  if (present !== undefined) {
    return { start: present.valueStart, end: present.valueEnd, text: '1' }
  }
  const at = scanner.end - (scanner.isEmpty ? 2 : 1)
  return { start: at, end: at, text: ' fullCalcOnLoad="1"' }
}
