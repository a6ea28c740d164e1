/**
 * Every function that formulas may call, with how many arguments it takes. Each engine (exact
 * decimals here, a spreadsheet's doubles elsewhere) implements exactly these names.
 */
export interface Signature {
  readonly min: number
  readonly max: number
}

const many = 254

function takes(min: number, max = min): Signature {
  return { min, max }
}

/** Forms that choose which of their arguments to evaluate; LET is part of the grammar itself. */
export const specialForms = {
  IF: takes(2, 3),
  IFS: takes(2, many),
  IFERROR: takes(2),
  IFNA: takes(2),
  SWITCH: takes(3, many),
  CHOOSE: takes(2, many),
} as const satisfies Record<string, Signature>

export const functionSignatures = {
  AND: takes(1, many),
  OR: takes(1, many),
  XOR: takes(1, many),
  NOT: takes(1),
  TRUE: takes(0),
  FALSE: takes(0),

  VLOOKUP: takes(3, 4),
  HLOOKUP: takes(3, 4),
  LOOKUP: takes(2, 3),
  XLOOKUP: takes(3, 6),
  INDEX: takes(2, 3),
  MATCH: takes(2, 3),
  XMATCH: takes(2, 4),
  ROWS: takes(1),
  COLUMNS: takes(1),

  SUM: takes(1, many),
  PRODUCT: takes(1, many),
  SUMPRODUCT: takes(1, many),
  SUMIF: takes(2, 3),
  SUMIFS: takes(3, many),
  COUNT: takes(1, many),
  COUNTA: takes(1, many),
  COUNTBLANK: takes(1),
  COUNTIF: takes(2),
  COUNTIFS: takes(2, many),
  AVERAGE: takes(1, many),
  AVERAGEIF: takes(2, 3),
  AVERAGEIFS: takes(3, many),
  MIN: takes(1, many),
  MAX: takes(1, many),
  MINIFS: takes(3, many),
  MAXIFS: takes(3, many),
  MEDIAN: takes(1, many),
  LARGE: takes(2),
  SMALL: takes(2),
  RANK: takes(2, 3),

  ROUND: takes(2),
  ROUNDUP: takes(2),
  ROUNDDOWN: takes(2),
  MROUND: takes(2),
  CEILING: takes(2),
  FLOOR: takes(2),
  INT: takes(1),
  TRUNC: takes(1, 2),
  EVEN: takes(1),
  ODD: takes(1),
  MOD: takes(2),
  QUOTIENT: takes(2),
  ABS: takes(1),
  SIGN: takes(1),
  SQRT: takes(1),
  POWER: takes(2),
  EXP: takes(1),
  LN: takes(1),
  LOG: takes(1, 2),
  LOG10: takes(1),
  PI: takes(0),

  DATE: takes(3),
  DATEVALUE: takes(1),
  YEAR: takes(1),
  MONTH: takes(1),
  DAY: takes(1),
  EDATE: takes(2),
  EOMONTH: takes(2),
  DATEDIF: takes(3),
  DAYS: takes(2),
  YEARFRAC: takes(2, 3),
  WEEKDAY: takes(1, 2),
  NETWORKDAYS: takes(2, 3),

  LEFT: takes(1, 2),
  RIGHT: takes(1, 2),
  MID: takes(3),
  LEN: takes(1),
  UPPER: takes(1),
  LOWER: takes(1),
  TRIM: takes(1),
  CONCAT: takes(1, many),
  CONCATENATE: takes(1, many),
  TEXTJOIN: takes(3, many),
  VALUE: takes(1),
  FIND: takes(2, 3),
  SEARCH: takes(2, 3),
  SUBSTITUTE: takes(3, 4),
  REPT: takes(2),
  EXACT: takes(2),

  ISNUMBER: takes(1),
  ISTEXT: takes(1),
  ISNONTEXT: takes(1),
  ISBLANK: takes(1),
  ISERROR: takes(1),
  ISERR: takes(1),
  ISNA: takes(1),
  ISLOGICAL: takes(1),
  ISEVEN: takes(1),
  ISODD: takes(1),
  N: takes(1),
  NA: takes(0),
} as const satisfies Record<string, Signature>

export type SpecialFormName = keyof typeof specialForms
export type FunctionName = keyof typeof functionSignatures

export function isSpecialForm(name: string): name is SpecialFormName {
  return Object.hasOwn(specialForms, name)
}

export function isFunctionName(name: string): name is FunctionName {
  return Object.hasOwn(functionSignatures, name)
}

export const knownNames: readonly string[] = [
  ...Object.keys(specialForms),
  ...Object.keys(functionSignatures),
  'LET',
]

/** Functions that people will reach for and must not have, each with what to do instead. */
export const refusedFunctions: ReadonlyMap<string, string> = new Map([
  ['TODAY', 'Use the name today, which is the date of the quote.'],
  ['NOW', 'Use the name today, which is the date of the quote.'],
  ['RAND', 'A price must come out the same every time; leave chance out of it.'],
  ['RANDBETWEEN', 'A price must come out the same every time; leave chance out of it.'],
  ['RANDARRAY', 'A price must come out the same every time; leave chance out of it.'],
  ['INDIRECT', 'Name the step or table directly, or choose one with CHOOSE or SWITCH.'],
  ['OFFSET', 'Use INDEX with a row and a column.'],
  ['WEBSERVICE', 'Pricing reaches no network; put the data into a table or an input.'],
  ['LAMBDA', 'Write the calculation as a step of its own.'],
  ['TEXT', 'Number formats are not available; round with ROUND and join texts with &.'],
])
