import type { LocalTexts } from '../product-definition.ts'
import { type Languages, readLocalTexts } from './local-texts.ts'
import type { Part } from './part.ts'

const textLengthMax = 500

/** What customers read, in the languages of the product. */
export function readText(part: Part, product: Languages): LocalTexts {
  const texts = readLocalTexts(part, product, 'Write what customers read.')
  if (Object.values(texts).some((text) => text.length > textLengthMax)) {
    part.refuse(`This is longer than ${textLengthMax} characters.`, 'Say it in fewer words.')
  }
  return texts
}
