const separators = new Map([
  [';', 'semicolons'],
  ['\t', 'tabs'],
  ['|', 'bars'],
])

/**
 * Spreadsheet programs of many countries separate columns by something else than commas. A header
 * that is one column with such a sign in it was meant to be several; null where it is not so.
 */
export function otherSeparator(header: readonly string[]): { message: string; fix: string } | null {
  const [name = '', ...others] = header
  if (others.length > 0) return null
  for (const [sign, called] of separators) {
    if (!name.includes(sign)) continue
    return {
      message: `The columns are separated by ${called}, so the file has only one column.`,
      fix: 'Separate them by commas: spreadsheet programs call that "CSV (comma delimited)".',
    }
  }
  return null
}
