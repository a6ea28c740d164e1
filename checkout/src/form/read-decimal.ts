/** Invisible marks for the direction of reading. */
const unseen = /[\u200e\u200f\u061c]/g
const minuses = /[\u2212\u2013]/g
/** Blanks and apostrophes only group digits: no country has them as a decimal mark. */
const blanks = /[ \u00a0\u2009\u202f]/g
const apostrophes = /['\u2019\u02bc\uff07]/g

/** A formatted text is read again later, so it is written with Latin digits. */
export const latin = { numberingSystem: 'latn' } as const

/**
 * Reads a number in the local format (`1’234.50`, `1.234,50`, `1 234,5`) into plain digits with a point.
 * Null if the text is not a number, or groups its digits in another way: `12,5` in English is not 125.
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

/** The local format of numbers. */
interface Marks {
  readonly decimal: string
  /** The decimal mark of amounts, if it differs: in French-speaking Switzerland, francs alone have a point. */
  readonly moneyDecimal: string
  readonly groups: readonly string[]
  /** The size of the last group of digits, and of the groups before it: three, in India three and two. */
  readonly lastDigits: number
  readonly otherDigits: number
}

function splitAt(digits: string, { decimal, moneyDecimal }: Marks, isMoney: boolean) {
  const at = digits.indexOf(decimal)
  if (at >= 0) return { whole: digits.slice(0, at), fraction: digits.slice(at + 1) }
  const [whole = '', fraction = '', ...rest] = digits.split(moneyDecimal)
  // Outside of amounts, three digits after the mark may be a group in another country's format.
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
