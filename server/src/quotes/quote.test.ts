import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyCharacter } from '../../test/builders/any-character.ts'
import { mintId } from '../kernel/index.ts'
import { secretMatches } from '../sealing/index.ts'
import { mintQuoteToken, parseQuoteToken } from './quote.ts'

const moments = fc
  .integer({ min: 0, max: 4_102_444_800_000 })
  .map((ms) => Temporal.Instant.fromEpochMilliseconds(ms))

const characters = fc.constantFrom(...'0123456789abcdefXé'.split(''))

describe('a quote token', () => {
  it('leads back to its quote and proves that the bearer was given it', () => {
    fc.assert(
      fc.property(moments, (now) => {
        const id = mintId('qu', now)
        const { token, secretHash } = mintQuoteToken(id)
        const parsed = parseQuoteToken(token)
        expect(parsed?.id).toBe(id)
        expect(secretMatches(parsed?.secret ?? '', secretHash)).toBe(true)
      }),
    )
  })

  it('does not open the quote once a single character differs', () => {
    fc.assert(
      fc.property(moments, fc.nat(), characters, (now, at, other) => {
        const id = mintId('qu', now)
        const { token, secretHash } = mintQuoteToken(id)
        const place = at % token.length
        fc.pre(token[place] !== other)
        const parsed = parseQuoteToken(token.slice(0, place) + other + token.slice(place + 1))
        const opens = parsed?.id === id && secretMatches(parsed.secret, secretHash)
        expect(opens).toBe(false)
      }),
    )
  })

  it('made up by a client is no token, whatever it is', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter, maxLength: 200 }), (junk) => {
        const parsed = parseQuoteToken(junk)
        if (parsed !== null) expect(parsed.id).toMatch(/^qu_[0-9a-f]{28}$/)
      }),
    )
    expect(parseQuoteToken('')).toBeNull()
    expect(parseQuoteToken('0'.repeat(48))).toBeNull()
    expect(parseQuoteToken('0'.repeat(75))).toBeNull()
    expect(parseQuoteToken('0'.repeat(77))).toBeNull()
  })

  it('has 192 bits that nobody can guess', () => {
    const id = mintId('qu', Temporal.Instant.from('2027-03-01T09:00:00Z'))
    const secrets = [mintQuoteToken(id), mintQuoteToken(id)].map(({ token }) => token.slice(28))
    expect(secrets[0]).toMatch(/^[0-9a-f]{48}$/)
    expect(secrets[0]).not.toBe(secrets[1])
  })
})
