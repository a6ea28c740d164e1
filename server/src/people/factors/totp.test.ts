import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { base32 } from './base32.ts'
import { codeAt, matchingStep, otpauthUri, stepOf } from './totp.ts'

const secret = Buffer.from('12345678901234567890')
const at = (seconds: number) => Temporal.Instant.fromEpochMilliseconds(seconds * 1_000)

describe('codes of authenticator apps', () => {
  it.each([
    [59, '94287082'],
    [1_111_111_109, '07081804'],
    [1_111_111_111, '14050471'],
    [1_234_567_890, '89005924'],
    [2_000_000_000, '69279037'],
    [20_000_000_000, '65353130'],
  ])('are those of RFC 6238 at second %i', (seconds, code) => {
    expect(codeAt(secret, stepOf(at(seconds)), 8)).toBe(code)
  })

  it('count from a minute before to a minute after, and only after the last one', () => {
    const facts = fc.record({
      key: fc.uint8Array({ minLength: 20, maxLength: 20 }),
      second: fc.integer({ min: 1_000, max: 4_000_000_000 }),
      off: fc.integer({ min: -300, max: 300 }),
      lastOff: fc.option(fc.integer({ min: -10, max: 10 })),
    })
    fc.assert(
      fc.property(facts, ({ key, second, off, lastOff }) => {
        const own = Buffer.from(key)
        const step = stepOf(at(second + off))
        const after = lastOff === null ? null : stepOf(at(second)) + lastOff
        const found = matchingStep(own, codeAt(own, step), { now: at(second), after })
        const stepsAway = Math.abs(step - stepOf(at(second)))
        const counts = stepsAway <= 2 && (after === null || step > after)
        // Two of a million codes are the same: then a step nearby may have this one.
        if (counts) expect(found === null ? null : codeAt(own, found)).toBe(codeAt(own, step))
        else if (found !== null) expect(found).not.toBe(step)
        if (Math.abs(off) <= 60 && after === null) expect(found).not.toBeNull()
      }),
    )
  })

  it('are refused whatever else is sent', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const now = at(2_000_000_000)
        const isCode = [-2, -1, 0, 1, 2].some(
          (off) => codeAt(secret, stepOf(now) + off) === text.replaceAll(/\s/g, ''),
        )
        expect(matchingStep(secret, text, { now, after: null }) !== null).toBe(isCode)
      }),
    )
  })
})

it('secrets are shown as authenticator apps read them', () => {
  expect(base32(secret)).toBe('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ')
  expect(base32(Buffer.from('foobar'))).toBe('MZXW6YTBOI')
  expect(otpauthUri(secret, 'anna@example.com')).toBe(
    'otpauth://totp/Bindery:anna%40example.com?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Bindery&algorithm=SHA1&digits=6&period=30',
  )
})
