import { expect, it } from 'vitest'
import { fr } from '../words/fr.ts'
import { laterWords } from '../later/words.ts'
import { typeset, typesetAll } from './typeset.ts'

it('puts narrow blanks where the French have them, and leaves other languages alone', () => {
  expect(typeset('Où passe-t-il la nuit ?', 'fr')).toBe('Où passe-t-il la nuit\u202f?')
  expect(typeset('Dites « oui » : c’est tout !', 'fr-CH')).toBe(
    'Dites «\u202foui\u202f»\u202f: c’est tout\u202f!',
  )
  expect(typeset('Really ? https://example.com', 'en')).toBe('Really ? https://example.com')
  expect(typeset('https://example.com:443/?a=1', 'fr')).toBe('https://example.com:443/?a=1')
})

it('leaves no other blank before such a mark in all that the page says in French', () => {
  const texts = [typesetAll(fr, 'fr'), laterWords('fr-CH')]
    .flatMap((words) => Object.values(words))
    .map((one: unknown) =>
      typeof one === 'function' ? String((one as (...all: string[]) => unknown)('1', '2')) : one,
    )
    .filter((one) => typeof one === 'string')
  expect(texts.filter((text) => /[ \u00a0][:;!?»…]|«[ \u00a0]/.test(text))).toEqual([])
  expect(texts.filter((text) => /\u202f[:;!?]/.test(text)).length).toBeGreaterThan(10)
})
