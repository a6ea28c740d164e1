import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { idPrefixes, isId, mintId, mintPaymentId, mintToken, randomHex } from './ids.ts'

const prefixes = fc.constantFrom(...idPrefixes)
const moments = fc
  .integer({ min: 0, max: 4_102_444_800_000 })
  .map((ms) => Temporal.Instant.fromEpochMilliseconds(ms))

describe('an id', () => {
  it('is its prefix, a dash below and 28 lower-case hex digits', () => {
    fc.assert(
      fc.property(prefixes, moments, (prefix, now) => {
        expect(mintId(prefix, now)).toMatch(new RegExp(`^${prefix}_[0-9a-f]{28}$`))
      }),
    )
  })

  it('of a policy is 33 characters long, as the contract says', () => {
    expect(mintId('tpol', Temporal.Instant.from('2027-03-01T09:00:00Z'))).toHaveLength(33)
  })

  it('sorts by the time at which it was minted', () => {
    fc.assert(
      fc.property(prefixes, moments, fc.integer({ min: 1, max: 1e9 }), (prefix, now, laterMs) => {
        const later = now.add({ milliseconds: laterMs })
        expect(mintId(prefix, now) < mintId(prefix, later)).toBe(true)
      }),
    )
  })

  it('is recognised by its own prefix and by no other', () => {
    fc.assert(
      fc.property(prefixes, prefixes, moments, (minted, asked, now) => {
        expect(isId(asked, mintId(minted, now))).toBe(minted === asked)
      }),
    )
  })

  it('is not recognised once a character is changed into something else, added or lost', () => {
    const strangers = fc.constantFrom('g', 'A', 'F', '_', '-', ' ', 'é', '\0', '０', '/', ':', '`')
    fc.assert(
      fc.property(prefixes, moments, fc.nat(), strangers, (prefix, now, at, other) => {
        const id = mintId(prefix, now)
        const place = at % id.length
        const [before, after] = [id.slice(0, place), id.slice(place + 1)]
        expect(isId(prefix, before + after)).toBe(false)
        expect(isId(prefix, `${before}0${id.slice(place)}`)).toBe(false)
        expect(isId(prefix, before + other + after)).toBe(id[place] === other)
      }),
    )
  })

  it.each([undefined, null, 5, {}, ['tpol_'], ''])('%j is no id', (value) => {
    expect(isId('tpol', value)).toBe(false)
  })

  it('of an event sorts after those minted before it within the same millisecond', () => {
    const now = Temporal.Instant.from('2027-03-01T09:00:00Z')
    const ids = Array.from({ length: 1_000 }, () => mintId('evt', now))
    expect(ids).toEqual(ids.toSorted())
  })

  it('never comes twice, not even within one millisecond', () => {
    const now = Temporal.Instant.from('2027-03-01T09:00:00Z')
    const ids = Array.from({ length: 20_000 }, () => mintId('tpol', now))
    expect(new Set(ids).size).toBe(ids.length)
  })
})

describe('other identifiers', () => {
  it('a payment id is t and 32 hex digits, in the order of time', () => {
    fc.assert(
      fc.property(moments, fc.integer({ min: 1, max: 1e9 }), (now, laterMs) => {
        const id = mintPaymentId(now)
        expect(id).toMatch(/^t[0-9a-f]{32}$/)
        expect(id < mintPaymentId(now.add({ milliseconds: laterMs }))).toBe(true)
      }),
    )
  })

  it('a token has at least 192 random bits', () => {
    expect(mintToken()).toMatch(/^[0-9a-f]{64}$/)
    expect(mintToken()).not.toBe(mintToken())
  })

  it('randomness has the length that was asked for, also across the end of the pool', () => {
    for (let digits = 2; digits <= 600; digits += 2) {
      expect(randomHex(digits)).toMatch(new RegExp(`^[0-9a-f]{${digits}}$`))
    }
  })
})
