/** Marks that say in which direction one reads, and nothing else. */
const unseen = /[\u200e\u200f\u061c]/g
const minuses = /[\u2212\u2013]/g
/** Blanks of any width and apostrophes of any shape group digits, and are a decimal mark nowhere. */
const blanks = /[ \u00a0\u2009\u202f]/g
const apostrophes = /['\u2019\u02bc\uff07]/g

/** What stands in a field is read again, so it has the digits that all keyboards have. */
export const latin = { numberingSystem: 'latn' } as const

/**
 * A number as the place writes it, as plain digits with a point: `1’234.50`, `1.234,50`, `1 234,5`. Null
 * where it is none, also where digits are grouped otherwise than there: `12,5` in English is not 125.
 */
export function readDecimal(text: string, locale: string, { isMoney = false } = {}): string | null {
  const plain = text
    .replaceAll(unseen, '')
    .trim()
    .replaceAll(minuses, '-')
    .replaceAll(blanks, ' ')
    .replaceAll(apostrophes, '’')
  const [, sign = '', digits = ''] = /^([+-]?) ?(.*)$/s.exec(plain) ?? []
  const { whole, fraction } = splitAt(digits, marksOf(locale), isMoney)
  if (!/^\d*$/.test(fraction)) return null
  const ungrouped = ungroup(whole, marksOf(locale))
  if (ungrouped === null || ungrouped + fraction === '') return null
  return `${sign === '-' ? '-' : ''}${ungrouped || '0'}${fraction && `.${fraction}`}`
}

/** How numbers are written in a place. */
interface Marks {
  readonly decimal: string
  /** What stands there in amounts instead: Swiss who write French have a point in francs alone. */
  readonly moneyDecimal: string
  readonly groups: readonly string[]
  /** How many digits the last group has, and those before it: three, in India three and two. */
  readonly lastDigits: number
  readonly otherDigits: number
}

function splitAt(digits: string, { decimal, moneyDecimal }: Marks, isMoney: boolean) {
  const at = digits.indexOf(decimal)
  if (at >= 0) return { whole: digits.slice(0, at), fraction: digits.slice(at + 1) }
  const [whole = '', fraction = '', ...rest] = digits.split(moneyDecimal)
  // In what is no amount, three digits behind it may be a group of somebody else's.
  if (rest.length > 0 || fraction === '' || (fraction.length === 3 && !isMoney)) {
    return { whole: digits, fraction: '' }
  }
  return { whole, fraction }
}

/** Every group is whole, and none begins with a zero: `0,125` is no way to write 125. */
function ungroup(whole: string, { groups, lastDigits, otherDigits }: Marks): string | null {
  if (/^\d*$/.test(whole)) return whole
  const mark = groups.find((one) => whole.includes(one))
  if (mark === undefined) return null
  const [first = '', ...rest] = whole.split(mark)
  const last = rest.pop() ?? ''
  const isWhole = (part: string, digits: number) => /^\d+$/.test(part) && part.length === digits
  const isGrouped =
    /^[1-9]\d*$/.test(first) &&
    first.length <= otherDigits &&
    rest.every((part) => isWhole(part, otherDigits)) &&
    isWhole(last, lastDigits)
  return isGrouped ? [first, ...rest, last].join('') : null
}

const known = new Map<string, Marks>()

function marksOf(locale: string): Marks {
  let marks = known.get(locale)
  if (marks === undefined) {
    marks = readMarks(locale)
    known.set(locale, marks)
  }
  return marks
}

function readMarks(locale: string): Marks {
  const money = { style: 'currency', currency: 'CHF' } as const
  const [plain = [], amount = []] = [{}, money].map((style) =>
    new Intl.NumberFormat(locale, { ...latin, ...style }).formatToParts(1_234_567_890.5),
  )
  const mark = (parts: readonly Intl.NumberFormatPart[], type: string) =>
    parts.find((part) => part.type === type)?.value ?? ''
  const decimal = mark(plain, 'decimal') || '.'
  const moneyDecimal = mark(amount, 'decimal') || decimal
  const own = [mark(plain, 'group'), mark(amount, 'group')]
  const sizes = plain.filter(({ type }) => type === 'integer').map(({ value }) => value.length)
  return {
    decimal,
    moneyDecimal,
    groups: [...own, ' ', '’'].filter(
      (one) => one !== '' && one !== decimal && one !== moneyDecimal,
    ),
    lastDigits: sizes.at(-1) ?? 3,
    otherDigits: sizes.at(-2) ?? 3,
  }
}
