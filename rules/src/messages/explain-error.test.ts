import { describe, expect, it as test } from 'vitest'
import type { Json } from '../words/index.ts'
import { ruleTable } from '../rule-table.ts'
import { wholeErrorsOf } from '../test-product.ts'
import type { Catalogue } from './catalogue.ts'
import { de } from './de.ts'
import { en } from './en.ts'
import { explainedLanguages } from './every-language.ts'
import { explainError } from './explain-error.ts'
import { fr } from './fr.ts'
import { it } from './it.ts'
import { wordsOf } from './words.ts'

function sentence(rules: string, value: Json, language = 'en'): string {
  const definition = { 'data.other': '', 'data.value': rules }
  const [error] = wholeErrorsOf(definition, { data: { value, other: null } })
  if (error === undefined) throw new Error('the value is fine')
  return explainError(error, language)
}

describe('a sentence about a field', () => {
  test.each<[string, Json, string]>([
    ['required', null, 'This field is required.'],
    ['integer|min:20000', 5, 'Must be at least 20,000.'],
    ['string|min:5', 'abc', 'Must have at least 5 characters.'],
    ['string|size:1', 'abc', 'Must have exactly 1 character.'],
    ['array|max:1', [1, 2], 'Must have at most 1 entry.'],
    ['array|between:2,3', [1], 'Must have between 2 and 3 entries.'],
    ['numeric|max:0.3', 0.5, 'Must be at most 0.3.'],
    ['in:weekly,monthly,never', 'daily', 'Must be weekly, monthly, or never.'],
    [`in:${'a,'.repeat(50)}b`, 'x', 'Must be one of the values allowed here.'],
    ['iso_date|after:today', '2020-01-01', 'Must be after today.'],
    ['iso_date|after_or_equal:2027-01-01', '2020-01-01', 'Must be January 1, 2027 or later.'],
    ['iso_date|before:18 years ago', '2020-01-01', 'Must be at least 18 years ago.'],
    ['iso_date|before:+12 months', '2030-01-01', 'Must be less than 12 months from now.'],
    ['iso_date|after:other', '2030-01-01', 'Must be after other.'],
    ['year:<=,this year', 2040, 'The year must be <= this year.'],
    ['digits:4', '12', 'Must have exactly 4 digits.'],
    ['gt:other', 3, 'Must be more than other.'],
    [
      'integer|min:5|divisible_without_remainder:2',
      3,
      'Must be at least 5. Must be a multiple of 2.',
    ],
  ])('says what %s asks of %j', (rules, value, expected) => {
    expect(sentence(rules, value)).toBe(expected)
  })

  test.each([
    ['de', 'Muss mindestens 20.000 sein.'],
    ['de-CH', "Muss mindestens 20'000 sein."],
    ['fr', 'Doit être au moins égal à 20 000.'],
    ['it', 'Deve essere almeno 20.000.'],
    ['es', 'Must be at least 20,000.'],
    ['', 'Must be at least 20,000.'],
    ['constructor', 'Must be at least 20,000.'],
  ])('speaks %s', (language, expected) => {
    expect(sentence('integer|min:20000', 5, language).replaceAll(/\s/gu, ' ')).toBe(expected)
  })

  test.each([
    ['de', 'Das Datum muss mindestens 18 Jahre zurückliegen.'],
    ['fr', 'La date doit remonter à au moins 18 ans.'],
    ['it', 'La data deve risalire ad almeno 18 anni fa.'],
  ])('counts years in %s', (language, expected) => {
    const message = sentence('iso_date|before:18 years ago', '2020-01-01', language)
    expect(message.replaceAll(/\s/gu, ' ')).toBe(expected)
  })

  test.each([
    [
      'de',
      'Das Datum muss nach heute liegen.',
      'Das Datum darf nicht vor dem 1. Januar 2027 liegen.',
    ],
    [
      'fr',
      'La date doit être après aujourd’hui.',
      'La date ne doit pas être avant le 1er janvier 2027.',
    ],
    ['it', 'La data deve essere dopo oggi.', 'La data non deve essere prima del 1 gennaio 2027.'],
  ])('names days in %s', (language, today, day) => {
    expect(sentence('after:today', '2020-01-01', language)).toBe(today)
    expect(sentence('after_or_equal:2027-01-01', '2020-01-01', language)).toBe(day)
  })

  test('is a plain one where the rule is not known or its arguments are not', () => {
    const field = { code: 'invalid_value', field: 'x' } as const
    for (const error of [
      field,
      { ...field, rules: [] },
      { ...field, rules: ['unique'] },
      { ...field, rules: ['toString'] },
      { ...field, rules: ['max'] },
    ]) {
      expect(explainError(error, 'en')).toBe('This value is not valid.')
    }
    expect(explainError({ code: 'required', field: 'x' }, 'de')).toBe(
      'Dieses Feld ist erforderlich.',
    )
  })
})

describe('each language', () => {
  const catalogues: Readonly<Record<string, Catalogue>> = { de, en, fr, it }
  const silent = ['nullable', 'optional', 'sometimes']

  test('is spoken', () => {
    expect(explainedLanguages.toSorted()).toEqual(Object.keys(catalogues).toSorted())
  })

  test.each(Object.entries(catalogues))(
    '%s says something sensible of every rule',
    (language, catalogue) => {
      for (const rule of ruleTable.keys()) {
        const message = catalogue[rule as keyof Catalogue] // Held complete by its type.
        for (const kind of ['string', 'number', 'array', null] as const) {
          const shown =
            typeof message === 'string'
              ? message
              : message({ args: ['3', '7'], kind, words: wordsOf(language) })
          if (silent.includes(rule)) expect(shown).toBe('')
          else expect(shown).toMatch(/^\p{Lu}[^{}]*[^ ]\.$/u)
          expect(shown).not.toMatch(/undefined|NaN|null| {2}/)
        }
      }
    },
  )

  test('says the same of a rule only where the others do', () => {
    for (const [rule, expected] of Object.entries(de)) {
      if (typeof expected === 'string' && expected !== '') {
        expect(expected).not.toBe(en[rule as keyof Catalogue]) // The same names, by their type.
      }
    }
  })
})

describe('the arguments of a rule', () => {
  test('come with the error, for each rule that failed and has some', () => {
    const definition = {
      'data.value': 'required|integer|min:5|max:9|in:5,6',
      'data.other': 'required_if:value,3',
    }
    expect(wholeErrorsOf(definition, { data: { value: 3 } })).toEqual([
      {
        code: 'invalid_value',
        field: 'value',
        path: 'data',
        rules: ['min', 'in'],
        params: { min: ['5'], in: ['5', '6'] },
        kind: 'number',
      },
      {
        code: 'required',
        field: 'other',
        path: 'data',
        rules: ['required_if'],
        params: { required_if: ['value', '3'] },
      },
    ])
  })
})
