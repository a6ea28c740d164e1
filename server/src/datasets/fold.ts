/** Letters that people search for under plain ones, though Unicode does not take them apart. */
const plainLetters: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ł: 'l',
  ħ: 'h',
}
const plainLetter = /[ßæœøđłħ]/g
const accented = /[^ -~]/
const accentedLetters = /[^ -~]/g
/** Up to here, the Latin letters of Europe, each is folded by itself. */
const folded = new Map<string, string>()
const latinOnly = /^[\t-\u024f]*$/

/** Text as searches compare it: without case and accents, so that `Zurich` finds `Zürich`. */
export function fold(text: string): string {
  if (!accented.test(text)) return text.toLowerCase()
  if (!latinOnly.test(text)) return foldWhole(text)
  return text.toLowerCase().replace(accentedLetters, (letter) => {
    let plain = folded.get(letter)
    if (plain === undefined) folded.set(letter, (plain = foldWhole(letter)))
    return plain
  })
}

function foldWhole(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}/gu, (mark) => (isAccent(mark) ? '' : mark))
    .replace(plainLetter, (letter) => plainLetters[letter] ?? letter)
}

const baseLetters = new Intl.Collator('en', { sensitivity: 'base' })
const accents = new Map<string, boolean>()

/** A mark that leaves the letter what it is; the vowel signs of Indian scripts, say, do not. */
function isAccent(mark: string): boolean {
  const known = accents.get(mark)
  if (known !== undefined) return known
  const found = baseLetters.compare(`a${mark}b`, 'ab') === 0
  accents.set(mark, found)
  return found
}
