/** Text without its case: how spreadsheets compare it. */
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

/** Most texts that differ do so in their first letter, and need not be folded to see it. */
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
    // Up to here there was no mark, so that what comes after cannot change the order.
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
