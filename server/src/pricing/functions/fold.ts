/** Text without its case: how spreadsheets compare it. */
export function fold(text: string): string {
  return text.toLowerCase()
}
