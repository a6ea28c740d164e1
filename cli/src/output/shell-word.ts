/** A word as it has to be typed: folders may have blanks in their names. */
export function shellWord(word: string): string {
  if (/^[\w@%+=:,./-]+$/.test(word)) return word
  // Double quotes mean the same to all shells, but for what some of them expand inside.
  if (!/["$`\\!%]/.test(word)) return `"${word}"`
  return `'${word.replaceAll("'", String.raw`'\''`)}'`
}
