import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type App, buildApp } from '../../src/http/index.ts'
import { createLog } from '../../src/log.ts'
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

describe('the address itself', () => {
  it('leads people to the reference', async () => {
    const answer = await get('/')
    expect(answer.statusCode).toBe(302)
    expect(answer.headers['location']).toBe('/reference/')
  })
})

describe('the reference of a demo', () => {
  let app: App
  beforeAll(async () => {
    const log = createLog('silent', { write: () => undefined })
    const options = { log, vendor: 'bindery', publicUrl: testAddress, demo: platform.demo }
    app = await buildApp(platform, options)
  })
  afterAll(() => app.close())

  it('has the public key filled in, and no secret one', async () => {
    const { body } = await app.inject({ url: '/reference/' })
    expect(body).toContain(platform.demo.keys.test.public)
    const document = (await app.inject({ url: '/reference/openapi.json' })).body
    for (const secret of [platform.demo.keys, platform.demo.insurer].flatMap((keys) => [
      keys.test.secret,
      keys.live.secret,
    ])) {
      expect(body).not.toContain(secret)
      expect(document).not.toContain(secret)
    }
  })

  it('shows a quote that can be sent as it stands', async () => {
    const document = (await app.inject({ url: '/reference/openapi.json' })).json<Documented>()
    const { content } = document.paths['/quotes'].post.requestBody
    const { example } = content['application/json']
    const answer = await app.inject({
      method: 'POST',
      url: `/quotes?key=${platform.demo.keys.test.public}`,
      headers: { accept: 'application/vnd.bindery.v3+json' },
      payload: example,
    })
    expect(answer.statusCode).toBe(200)
    expect(example).toMatchObject({ data: platform.demo.products['cyber']?.quote })
  })

  it('leaves words in tables whole', async () => {
    expect((await app.inject({ url: '/reference/' })).body).toContain('word-break: normal')
  })
})

interface Documented {
  readonly paths: {
    readonly '/quotes': {
      readonly post: {
        readonly requestBody: {
          readonly content: {
            readonly 'application/json': { readonly example: object }
          }
        }
      }
    }
  }
}

describe('the served document', () => {
  it('is the committed one, at the address where the service runs', async () => {
    const served = await get('/openapi.json')
    expect(served.headers['content-type']).toBe('application/json; charset=utf-8')
    const expected = JSON.parse(committed) as object
    expect(served.json()).toEqual({ ...expected, servers: [{ url: testAddress }] })
  })
})
