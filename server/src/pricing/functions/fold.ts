/** Text without its case: how spreadsheets compare it. */
export function fold(text: string): string {
  return text.toLowerCase()
}

/** Whether two texts differ in case at most. Texts of different length differ in more. */
export function isSameText(a: string, b: string): boolean {
  return a === b || (a.length === b.length && fold(a) === fold(b))
}

/**
 * The order of folded texts: letters with marks stand beside those without, so that ä comes before
 * z. By Unicode's own tables, which never change, and not by a language's, which updates do change.
 */
export function compareFolded(a: string, b: string): number {
  if (isAscii(a) && isAscii(b)) return byCode(a, b)
  return byCode(bare(a), bare(b)) || byCode(a, b)
}

function isAscii(text: string): boolean {
  return !beyondAscii.test(text)
}

const beyondAscii = /[^\0-\x7f]/

function bare(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').replaceAll('ß', 'ss')
}

function byCode(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
