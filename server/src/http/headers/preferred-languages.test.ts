import { expect, test } from 'vitest'
import { chooseLanguage } from '../../kernel/index.ts'
import { readAcceptLanguage } from './preferred-languages.ts'

test.each([
  ['de-CH,de;q=0.9,en;q=0.8', ['de-CH', 'de', 'en']],
  ['en;q=0.5, fr ; q=0.9 , it', ['it', 'fr', 'en']],
  ['*', []],
  ['de;q=0', []],
  ['de;q=x, fr', ['fr']],
  ['', []],
  ['<script>, %00, de-', []],
  [`${'de,'.repeat(2000)}fr`, Array.from({ length: 10 }, () => 'de')],
])('%s wants %j', (header, languages) => {
  expect(readAcceptLanguage(header)).toEqual(languages)
})

test('the most wanted language that there is', () => {
  expect(chooseLanguage(['fr', 'de'], ['en', 'de'])).toBe('de')
  expect(chooseLanguage(['de-AT'], ['en', 'de'])).toBe('de')
  expect(chooseLanguage(['de'], ['en', 'de-CH'])).toBe('de-CH')
  expect(chooseLanguage(['DE-ch'], ['de', 'de-CH'])).toBe('de-CH')
  expect(chooseLanguage(['', 'es'], ['en', 'de'])).toBeNull()
})
