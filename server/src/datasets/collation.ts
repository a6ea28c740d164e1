import { fold } from './fold.ts'

/** The order that languages without rules of their own share. */
export const rootCollation = 'und-x-icu'

const alphabets = ['Latn', 'Grek', 'Cyrl']
/** Letters and pairs of letters that some language sorts in its own way. */
const probes = [
  ...range(0x61, 0x7a),
  ...range(0xc0, 0x24f),
  ...range(0x370, 0x3ff),
  ...range(0x400, 0x4ff),
  ...'cd dg dz dž gh gy kh ll lj ly ng nj ny ph rr sh ss sz th ts zh zs ch aa'.split(' '),
]

const tailored = new Map<string, boolean>()

/** The PostgreSQL collation of a language. Those that sort alike share one, and so one index. */
export function collationOf(language: string): string {
  let isTailored = tailored.get(language)
  if (isTailored === undefined) {
    isTailored = hasRulesOfItsOwn(language)
    tailored.set(language, isTailored)
  }
  return isTailored ? `${language}-x-icu` : rootCollation
}

function hasRulesOfItsOwn(language: string): boolean {
  if (!isKnown(language)) return false
  const { script } = new Intl.Locale(language).maximize()
  if (script === undefined || !alphabets.includes(script)) return true
  const own = probes.toSorted(new Intl.Collator(language).compare)
  // English has no rules of its own.
  const root = probes.toSorted(new Intl.Collator('en').compare)
  return own.some((letter, at) => letter !== root[at])
}

function isKnown(language: string): boolean {
  try {
    return Intl.Collator.supportedLocalesOf([language]).length > 0
  } catch {
    return false // It is no language tag at all.
  }
}

/**
 * In the root order all texts that begin with a prefix, whatever their case and accents, lie
 * between the prefix and the prefix with U+FFFF, the highest weight there is. So a search can walk
 * the index it sorts by. Languages that move letters, as Swedish does with Ö, break that.
 */
export function isOneRange(foldedPrefix: string, collation: string): boolean {
  return collation === rootCollation && /^[a-z][a-z0-9 ]*$/.test(foldedPrefix)
}

export const highestLetter = '\uffff'

function range(first: number, last: number): string[] {
  return Array.from({ length: last - first + 1 }, (_, at) =>
    String.fromCodePoint(first + at),
  ).filter((letter) => /\p{L}/u.test(letter) && fold(letter) !== '')
}
