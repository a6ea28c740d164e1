/** What is wrong with a line of CSV that has more or fewer values than there are columns. */
export function wrongCount(values: number, columns: number): { message: string; fix: string } {
  const tooMany = 'Put values that contain commas in double quotes.'
  const tooFew = 'Leave an empty value empty, and its comma in place.'
  return {
    message: `There are ${values} values for ${columns} columns.`,
    fix: values > columns ? tooMany : tooFew,
  }
}
