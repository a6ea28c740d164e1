/** Text without its case: how spreadsheets compare it. */
export function fold(text: string): string {
  return text.toLowerCase()
}

/** Whether two texts differ in case at most. Texts of different length differ in more. */
export function isSameText(a: string, b: string): boolean {
  return a === b || (a.length === b.length && fold(a) === fold(b))
}
