import type { XmlScanner } from './xml-scanner.ts'

/** The text of a shared or inline string: its own, or that of its runs; readings aids left out. */
export function readRichText(scanner: XmlScanner): string {
  const { depth } = scanner
  let text = ''
  while (scanner.nextChild(depth)) {
    if (scanner.name === 't') text += scanner.content()
    else if (scanner.name === 'r') text += readRun(scanner)
  }
  return unescapeText(text)
}

function readRun(scanner: XmlScanner): string {
  const { depth } = scanner
  let text = ''
  while (scanner.nextChild(depth)) if (scanner.name === 't') text += scanner.content()
  return text
}

/** Characters that XML cannot hold are written `_x000D_`, in texts but not in formulas. */
export function unescapeText(text: string): string {
  if (!text.includes('_x')) return text
  return text.replaceAll(/_x([0-9A-Fa-f]{4})_/g, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  )
}

/** A text as the value of an XML element, with what XML or a spreadsheet would take amiss escaped. */
export function escapeText(text: string): string {
  return escapeXml(
    text
      .replaceAll(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
      // oxlint-disable-next-line no-control-regex -- These are the very characters XML has no place for.
      .replaceAll(/[\u0000-\u0008\u000B-\u001F\uFFFE\uFFFF]/g, escapeCharacter),
  )
}

function escapeCharacter(character: string): string {
  return `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`
}

export function escapeXml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
