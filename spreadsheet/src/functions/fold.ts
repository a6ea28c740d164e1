/** A text without its case, because spreadsheets compare texts without case. */
export function fold(text: string): string {
  return text.toLowerCase()
}

/** Whether two texts differ in case at most. Texts of different length differ in more. */
export function isSameText(a: string, b: string): boolean {
  if (a === b) return true
  if (a.length !== b.length || differsAtOnce(a.charCodeAt(0), b.charCodeAt(0))) return false
  return fold(a) === fold(b)
}

/** Plain letters of either case differ in this bit alone. */
const caseBit = 32

/** A quick test before folding: most different texts already differ in their first letter. */
function differsAtOnce(a: number, b: number): boolean {
  return a < asciiEnd && b < asciiEnd && (a | caseBit) !== (b | caseBit)
}

const asciiEnd = 128

/**
 * The order of folded texts: letters with marks stand beside those without, so that ä comes before
 * z. By Unicode's own tables, which never change, and not by a language's, which updates do change.
 */
export function compareFolded(a: string, b: string): number {
  const length = Math.min(a.length, b.length)
  for (let at = 0; at < length; at++) {
    const left = a.charCodeAt(at)
    const right = b.charCodeAt(at)
    // All characters before this one are plain and equal, so only the rest decides.
    if (left >= asciiEnd || right >= asciiEnd) return byCode(bare(a), bare(b)) || byCode(a, b)
    if (left !== right) return left - right
  }
  return a.length - b.length
}

function bare(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').replaceAll('ß', 'ss')
}

function byCode(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
