import type { WorkbookLimits } from './limits.ts'
import { readRichText } from './text.ts'
import { tooLarge } from './workbook-problem.ts'
import { XmlScanner } from './xml-scanner.ts'

/** The texts that cells point at by number. */
export function readSharedStrings(text: string, part: string, limits: WorkbookLimits): string[] {
  const scanner = new XmlScanner(text, part)
  const strings: string[] = []
  while (scanner.seek('si')) {
    strings.push(readRichText(scanner))
    if (strings.length <= limits.sharedStringsMax) continue
    throw tooLarge(
      part,
      `The workbook has more than ${limits.sharedStringsMax} different texts.`,
      'Keep only the sheets and rows that the results need.',
    )
  }
  return strings
}
