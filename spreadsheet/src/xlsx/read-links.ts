import type { OpenedPackage } from './open-package.ts'
import type { WorkbookPart } from './read-workbook-part.ts'
import { UnreadableWorkbook } from './workbook-problem.ts'
import { XmlScanner } from './xml-scanner.ts'

const fileCharactersMax = 300

/**
 * The other files that a workbook has links to, in the order in which its formulas count them. Only
 * their names are read: what is kept of their cells is of no use here.
 */
export function readLinks(
  opened: OpenedPackage,
  { linkIds }: Pick<WorkbookPart, 'linkIds'>,
): string[] {
  const { relationships } = opened
  const counted = linkIds.map((id) => relationships.find((one) => one.id === id))
  const further = relationships.filter(
    (one) =>
      !counted.includes(one) &&
      (one.type === 'externalLink' || (one.isExternal && one.type !== 'hyperlink')),
  )
  return [...counted, ...further].map((link, index) => {
    if (link === undefined) return `link ${index + 1}`
    const target = link.isExternal ? link.target : targetOf(opened, link.target)
    return target === '' ? `link ${index + 1}` : readable(target)
  })
}

function targetOf({ parts }: OpenedPackage, part: string): string {
  const file = parts.relationships(part).find(({ isExternal }) => isExternal)?.target
  return file ?? (parts.entry(part) === undefined ? '' : serviceOf(parts.text(part), part))
}

/** A link to a running program (DDE) names it instead of a file. */
function serviceOf(text: string, part: string): string {
  try {
    const scanner = new XmlScanner(text, part)
    if (!scanner.seek('ddeLink')) return ''
    return [scanner.attribute('ddeService'), scanner.attribute('ddeTopic')].join(' | ')
  } catch (error) {
    // What a link keeps is not needed, so that it may be damaged.
    if (error instanceof UnreadableWorkbook) return ''
    throw error
  }
}

/** `file:///C:\tariffs\Rates%202027.xlsx` as people know it. */
function readable(target: string): string {
  const path = target.replace(/^file:\/\/\//i, '')
  return decoded(path).slice(0, fileCharactersMax)
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path // Names may hold a plain percent sign.
  }
}
