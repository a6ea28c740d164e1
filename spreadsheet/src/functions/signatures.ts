/** A function that formulas may call: how many arguments it takes, and how it takes them. */
export interface Signature {
  readonly min: number
  readonly max: number
  /** A letter for each argument, see `Taking`; letters in brackets repeat. */
  readonly arguments: string
}

/**
 * How a function takes an argument that names cells of a workbook: `v` as one value, so that of a
 * range only the cell beside the formula counts; `r` as the whole range; `n` as the range without
 * values that are not numbers, and `t` as the range without texts and blanks, even if the range is a
 * single cell; `a` as the whole range, with the arithmetic inside the argument done cell by cell.
 */
export type Taking = 'v' | 'r' | 'n' | 't' | 'a'

const many = 254

function takes(min: number, max = min, letters = '(v)'): Signature {
  return { min, max, arguments: letters }
}

/** How a function takes its argument at a position that counts from zero. */
export function takingOf(signature: Signature, position: number): Taking {
  const { arguments: letters } = signature
  const open = letters.indexOf('(')
  const fixed = open < 0 ? letters : letters.slice(0, open)
  const repeated = open < 0 ? '' : letters.slice(open + 1, -1)
  const letter =
    position < fixed.length
      ? fixed.charAt(position)
      : repeated.charAt((position - fixed.length) % repeated.length)
  return isTaking(letter) ? letter : 'v'
}

function isTaking(letter: string): letter is Taking {
  return letter !== '' && 'vrnta'.includes(letter)
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
  AND: takes(1, many, '(t)'),
  OR: takes(1, many, '(t)'),
  XOR: takes(1, many, '(t)'),
  NOT: takes(1),
  TRUE: takes(0),
  FALSE: takes(0),

  VLOOKUP: takes(3, 4, 'vavv'),
  HLOOKUP: takes(3, 4, 'vavv'),
  LOOKUP: takes(2, 3, 'vaa'),
  XLOOKUP: takes(3, 6, 'vaavvv'),
  INDEX: takes(2, 3, 'avv'),
  MATCH: takes(2, 3, 'vav'),
  XMATCH: takes(2, 4, 'vavv'),
  ROWS: takes(1, 1, 'r'),
  COLUMNS: takes(1, 1, 'r'),

  SUM: takes(1, many, '(n)'),
  PRODUCT: takes(1, many, '(n)'),
  SUMPRODUCT: takes(1, many, '(a)'),
  SUMIF: takes(2, 3, 'rvr'),
  SUMIFS: takes(3, many, 'r(rv)'),
  COUNT: takes(1, many, '(n)'),
  COUNTA: takes(1, many, '(r)'),
  COUNTBLANK: takes(1, 1, 'r'),
  COUNTIF: takes(2, 2, 'rv'),
  COUNTIFS: takes(2, many, '(rv)'),
  AVERAGE: takes(1, many, '(n)'),
  AVERAGEIF: takes(2, 3, 'rvr'),
  AVERAGEIFS: takes(3, many, 'r(rv)'),
  MIN: takes(1, many, '(n)'),
  MAX: takes(1, many, '(n)'),
  MINIFS: takes(3, many, 'r(rv)'),
  MAXIFS: takes(3, many, 'r(rv)'),
  MEDIAN: takes(1, many, '(n)'),
  LARGE: takes(2, 2, 'nv'),
  SMALL: takes(2, 2, 'nv'),
  RANK: takes(2, 3, 'vnv'),

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
  NETWORKDAYS: takes(2, 3, 'vvr'),

  LEFT: takes(1, 2),
  RIGHT: takes(1, 2),
  MID: takes(3),
  LEN: takes(1),
  UPPER: takes(1),
  LOWER: takes(1),
  TRIM: takes(1),
  CONCAT: takes(1, many, '(r)'),
  CONCATENATE: takes(1, many),
  TEXT: takes(2),
  TEXTJOIN: takes(3, many, 'vv(r)'),
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
