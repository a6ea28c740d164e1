import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestPlatform, openTestPlatform } from '../support/platform.ts'
import { testAddress } from '../support/test-start.ts'
import { committed } from './documented.ts'

let platform: TestPlatform
beforeAll(async () => {
  platform = await openTestPlatform()
})
afterAll(() => platform.close())

const get = (url: string) => platform.app.inject({ method: 'GET', url })

describe('the reference page', () => {
  it('is served whole from here: page, program and document', async () => {
    expect((await get('/reference')).headers['location']).toBe('/reference/')
    const page = await get('/reference/')
    const addresses = [...page.body.matchAll(/(?:src|href|"url")[=:]\s*"([^"]+)"/g)]
    expect(addresses.map(([, address]) => address)).toEqual(['js/scalar.js', '../openapi.json'])
    expect(page.body).not.toMatch(/https?:/)
    expect((await get('/reference/js/scalar.js')).headers['content-type']).toMatch(/javascript/)
  })

  it('has the browser refuse whatever the program might want from elsewhere', async () => {
    const policy = String((await get('/reference/')).headers['content-security-policy'])
    expect(policy).toMatch(/^default-src 'none';/)
    const allowed = policy.split(/;? /).filter((word) => /[.:/]/.test(word))
    expect(allowed).toEqual(['data:', 'blob:', 'data:', testAddress])
  })
})

describe('the served document', () => {
  it('is the committed one, at the address where the service runs', async () => {
    const served = await get('/openapi.json')
    expect(served.headers['content-type']).toBe('application/json; charset=utf-8')
    const expected = JSON.parse(committed) as object
    expect(served.json()).toEqual({ ...expected, servers: [{ url: testAddress }] })
  })
})
