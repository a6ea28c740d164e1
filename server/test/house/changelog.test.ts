import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const text = readFileSync(new URL('../../../CHANGELOG.md', import.meta.url), 'utf8')
const entries = text
  .split('\n')
  .filter((line) => line.startsWith('- '))
  .map((line) => line.slice('- '.length))

/** Shorter ones, such as where the guide is, may stand in several entries. */
const sentenceWordsMin = 7
/** Entries about one subject share names; those that say the same share most of their words. */
const sharedMax = 0.4

it('has no sentence twice in the changelog: operators read it from one end to the other', () => {
  const sentences = entries
    .flatMap((entry) => entry.split(/(?<=[.?!]) /))
    .filter((sentence) => wordsOf(sentence).length >= sentenceWordsMin)
    .map((sentence) => wordsOf(sentence).join(' '))
  expect(sentences.filter((one, at) => sentences.indexOf(one) !== at)).toEqual([])
})

it('has no two entries in the changelog that say the same thing', () => {
  const phrases = entries.map(phrasesOf)
  const alike = entries.flatMap((entry, at) =>
    entries
      .slice(0, at)
      .filter((_, other) => sharedShare(phrases[at], phrases[other]) > sharedMax)
      .map((other) => [other, entry]),
  )
  expect(alike).toEqual([])
})

function sharedShare(one: Set<string> = new Set(), other: Set<string> = new Set()): number {
  return one.intersection(other).size / Math.max(1, Math.min(one.size, other.size))
}

/** Every three words that stand together. */
function phrasesOf(entry: string): Set<string> {
  const words = wordsOf(entry)
  return new Set(words.slice(2).map((_, at) => words.slice(at, at + 3).join(' ')))
}

function wordsOf(entry: string): string[] {
  return entry.toLowerCase().match(/[\p{L}\d_/{}.-]*[\p{L}\d]/gu) ?? []
}
