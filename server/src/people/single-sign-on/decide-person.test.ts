import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decidePerson, decideRoles } from './decide-person.ts'
import type { Candidate } from './identity-store.ts'
import { readClaims } from './read-claims.ts'

const roles = fc.subarray(['administrator', 'service', 'viewer'])
const candidate: fc.Arbitrary<Candidate | undefined> = fc.option(
  fc.record({
    userId: fc.constant('usr_01b0acc58e20a1f5cb6ba6d8b0de' as const),
    isDeactivated: fc.boolean(),
    roles: fc.option(roles),
    hasIdentity: fc.boolean(),
  }),
  { nil: undefined },
)
const facts = fc.record({
  justInTime: fc.boolean(),
  email: fc.option(fc.constant('anna@example.com')),
  isEmailVerified: fc.option(fc.boolean()),
  identified: candidate,
  withEmail: candidate,
})

describe('whoever signs in', () => {
  it('is somebody who may, and an address decides for invited members alone', () => {
    fc.assert(
      fc.property(facts, ({ justInTime, email, isEmailVerified, identified, withEmail }) => {
        const found = { identified, withEmail: email === null ? undefined : withEmail }
        const decision = decidePerson({ justInTime }, { email, isEmailVerified }, found)
        if (decision.kind === 'refused') return
        if (decision.kind === 'new') {
          expect([identified, withEmail, justInTime]).toEqual([undefined, undefined, true])
          expect(isEmailVerified).not.toBe(false)
          return
        }
        expect(decision.candidate).toMatchObject({ isDeactivated: false })
        expect(decision.candidate.roles).not.toBeNull()
        if (decision.kind === 'known') expect(decision.candidate).toBe(identified)
        else {
          expect(decision.candidate).toBe(withEmail)
          expect([identified, isEmailVerified, withEmail?.hasIdentity]).toEqual([
            undefined,
            true,
            false,
          ])
        }
      }),
    )
  })

  it('has roles that somebody has mapped, and keeps their own only where nothing is mapped', () => {
    const mapping = fc.dictionary(fc.constantFrom('a', 'b', '__proto__', 'toString'), roles)
    const groups = fc.array(fc.constantFrom('a', 'b', 'c', '__proto__', 'toString'))
    fc.assert(
      fc.property(mapping, roles, groups, fc.option(roles), (groupRoles, defaults, of, current) => {
        const decided = decideRoles({ groupRoles, defaultRoles: defaults }, of, current)
        const isMapped = Object.keys(groupRoles).length > 0
        const allowed = isMapped
          ? [...Object.values(groupRoles).flat(), ...defaults]
          : (current ?? defaults)
        expect(allowed).toEqual(expect.arrayContaining([...decided]))
        expect(new Set(decided).size).toBe(decided.length)
      }),
    )
  })
})

describe('claims', () => {
  it('of any kind are read, and nothing comes through that cannot be stored', () => {
    const names = fc.constantFrom('email', 'email_verified', 'name', 'groups', '_claim_names')
    fc.assert(
      fc.property(fc.dictionary(names, fc.jsonValue()), (claims) => {
        const { email, isEmailVerified, name, groups } = readClaims(claims, 'groups')
        for (const text of [email, name]) expect(text ?? '').not.toMatch(/\p{Cc}/u)
        expect([true, false, null]).toContain(isEmailVerified)
        expect(groups?.every((group) => typeof group === 'string') ?? true).toBe(true)
      }),
    )
  })

  it.each([
    [{ email_verified: 'true' }, true],
    [{ email_verified: true }, true],
    [{ email_verified: 'yes' }, false],
    [{ email_verified: null }, false],
    [{}, null],
  ])('%j say that the address is verified: %s', (claims, isEmailVerified) => {
    expect(readClaims(claims, 'groups')).toMatchObject({ isEmailVerified })
  })

  it('list groups, name one, or say that they are elsewhere', () => {
    const groupsIn = (claims: object) => readClaims({ ...claims }, 'groups').groups
    expect(groupsIn({ groups: ['a', 1, 'b'] })).toEqual(['a', 'b'])
    expect(groupsIn({ groups: 'a' })).toEqual(['a'])
    expect(groupsIn({})).toEqual([])
    expect(groupsIn({ _claim_names: { groups: 'src1' } })).toBeNull()
    expect(groupsIn({ hasgroups: true })).toBeNull()
  })
})
