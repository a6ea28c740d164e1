import fc from 'fast-check'

const surrogatesFrom = 0xd800
const surrogates = 0x800

/**
 * Any character of Unicode. The library's own (`binary`) takes a second to put together in each process
 * that uses it.
 */
export const anyCharacter = fc
  .integer({ min: 0, max: 0x10ffff - surrogates })
  .map((at) => String.fromCodePoint(at < surrogatesFrom ? at : at + surrogates), placeOf)

/** The way back, by which the library finds the texts that it knows to be dangerous. */
function placeOf(character: unknown): number {
  const [point = '', ...more] = typeof character === 'string' ? character : ''
  const code = point.codePointAt(0)
  if (code === undefined || more.length > 0) throw new Error('it is not one character')
  return code < surrogatesFrom ? code : code - surrogates
}
