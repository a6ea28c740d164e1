/** Functions that people will reach for and must not have, each with what to do instead. */
export const refusedFunctions: ReadonlyMap<string, string> = new Map([
  ['TODAY', 'Use the name today, which is the date of the quote.'],
  ['NOW', 'Use the name today, which is the date of the quote.'],
  ['RAND', 'The same answers must always give the same price; use no random numbers.'],
  ['RANDBETWEEN', 'The same answers must always give the same price; use no random numbers.'],
  ['RANDARRAY', 'The same answers must always give the same price; use no random numbers.'],
  ['INDIRECT', 'Name the step or table directly, or choose one with CHOOSE or SWITCH.'],
  ['OFFSET', 'Use INDEX with a row and a column.'],
  ['WEBSERVICE', 'Pricing reaches no network; put the data into a table or an input.'],
  ['LAMBDA', 'Write the calculation as a step of its own.'],
])
