import { readFileSync, readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { means } from './codes.ts'

describe('a refusal means', () => {
  it('by its code what to do next', () => {
    expect(means('oldQuote', 'expired_quote_token')).toBe(true)
    expect(means('oldQuote', 'unsupported_language')).toBe(false)
    expect(means('temporary', 'pricing_in_preparation')).toBe(true)
    expect(means('temporary', 'payment_pending')).toBe(false)
    expect(means('unpriceable', 'price_out_of_range')).toBe(true)
    expect(means('wrongKey', 'unknown_key')).toBe(true)
    expect(means('nothingToSell', 'integration_not_found')).toBe(true)
  })

  it('nothing without one', () => {
    for (const meaning of ['temporary', 'wrongKey', 'nothingToSell', 'oldQuote'] as const) {
      expect(means(meaning, null)).toBe(false)
    }
  })
})

describe('the pages', () => {
  const source = new URL('../', import.meta.url)
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path) && !path.endsWith('.test.ts'))
    .map((path) => ({ path, text: readFileSync(new URL(path, source), 'utf8') }))

  it.each(files)('decide neither by a status nor by words: $path', ({ path, text }) => {
    // One place separates answers, refusals and a server that is away.
    const byStatus = path.endsWith('ask.ts') ? [] : [...text.matchAll(/\bstatus\s*[!=<>]==?\s*\d/g)]
    const byWords = [
      ...text.matchAll(/\bmessage(?:\s*[!=]==\s*['"`]|\??\.(?:includes|startsWith|match))/g),
    ]
    expect([...byStatus, ...byWords].map(([found]) => found)).toEqual([])
  })
})
