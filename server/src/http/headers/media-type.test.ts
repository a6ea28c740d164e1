import { describe, expect, it } from 'vitest'
import { Refusal } from '../../kernel/index.ts'
import { assertVersionAccepted } from './media-type.ts'

function accepts(accept: string | undefined, isRequired: boolean): boolean {
  try {
    assertVersionAccepted(accept, { version: 3, isRequired, vendor: 'bindery' })
    return true
  } catch (error) {
    if (error instanceof Refusal && error.kind === 'media_type_not_acceptable') return false
    throw error
  }
}

describe('the version in the Accept header', () => {
  it.each([
    'application/vnd.bindery.v3+json',
    'application/vnd.another-platform.v3+json',
    'application/vnd.some.vendor.v3+json',
    'APPLICATION/VND.BINDERY.V3+JSON',
    'application/vnd.bindery.v3+json; charset=utf-8',
    'application/json, application/vnd.bindery.v3+json;q=0.9',
    'application/vnd.bindery.v2+json, application/vnd.bindery.v3+json',
    ' application/vnd.bindery.v3+json ',
  ])('%s is the one, required or not', (accept) => {
    expect(accepts(accept, true)).toBe(true)
    expect(accepts(accept, false)).toBe(true)
  })

  it.each([undefined, '', '*/*', 'application/json', 'text/html', 'application/vnd.bindery+json'])(
    '%s names none: enough only where none is required',
    (accept) => {
      expect(accepts(accept, true)).toBe(false)
      expect(accepts(accept, false)).toBe(true)
    },
  )

  it.each([
    'application/vnd.bindery.v2+json',
    'application/vnd.bindery.v33+json',
    'application/vnd.bindery.v2+json, */*',
  ])('%s is another one, and refused everywhere', (accept) => {
    expect(accepts(accept, true)).toBe(false)
    expect(accepts(accept, false)).toBe(false)
  })

  it('that is wrong is answered with the right one', () => {
    const wanted = { version: 3, isRequired: true, vendor: 'bindery' }
    expect(() => assertVersionAccepted(undefined, wanted)).toThrow(
      'Send the header Accept: application/vnd.bindery.v3+json',
    )
  })
})
