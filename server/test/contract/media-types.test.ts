import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sellerOn, soldPolicy } from '../builders/sale.ts'
import { type TestPlatform, openTestPlatform } from '../support/platform.ts'
import { answer, refused } from './words.ts'

let platform: TestPlatform
let paths: Readonly<Record<string, string>>
beforeAll(async () => {
  platform = await openTestPlatform()
  const policy = await soldPolicy(sellerOn(platform))
  paths = {
    'POST /quotes': '/quotes',
    'POST /policies': '/policies',
    'POST /payments': '/payments',
    'GET offer': `/offers/${policy.id}`,
    'GET payment': `/payments/${policy.payment_id}`,
    'GET policy': `/policies/${policy.id}`,
    'POST cancel': `/policies/${policy.id}/cancel`,
    'GET version status': `/policies/${policy.id}/versions/${policy.version_id}/status`,
  }
})
afterAll(() => platform.close())

/** A call that gets no further than its shape: 400 where a body is wanted, 200 otherwise. */
const call = (route: string, accept?: string) => {
  const isPost = route.startsWith('POST')
  return platform.app.inject({
    method: isPost ? 'POST' : 'GET',
    url: paths[route] ?? '',
    ...(isPost ? { payload: {} } : {}),
    headers: {
      authorization: `Bearer ${platform.demo.keys.test.secret}`,
      ...(accept === undefined ? {} : { accept }),
    },
  })
}
const reached = (route: string) => (route.startsWith('POST') ? 400 : 200)
const send = (version: number) =>
  refused(
    406,
    'wrong_api_version',
    `Send the header Accept: application/vnd.bindery.v${version}+json`,
  )

describe.each([
  ['POST /quotes', 3],
  ['POST /policies', 2],
])('%s, which requires version %i,', (route, version) => {
  it.each([
    ['no Accept header', undefined],
    ['*/*', '*/*'],
    ['application/json', 'application/json'],
    ['another version', `application/vnd.bindery.v${version + 1}+json`],
    ['version 1', 'application/vnd.bindery.v1+json'],
    ['a version that only begins alike', `application/vnd.bindery.v${version}0+json`],
    ['a version without a name', `application/vnd.v${version}+json`],
    ['text', `text/vnd.bindery.v${version}+json`],
  ])('refuses %s with 406 and says what to send', async (_what, accept) => {
    expect(answer(await call(route, accept))).toStrictEqual(send(version))
  })

  it.each([
    ['our name', `application/vnd.bindery.v${version}+json`],
    ['the name of another platform', `application/vnd.other-platform.v${version}+json`],
    ['capitals', `Application/VND.Bindery.V${version}+JSON`],
    ['parameters', `application/vnd.bindery.v${version}+json; q=0.9`],
    ['a list', `application/json, application/vnd.bindery.v${version}+json, */*`],
  ])('takes it with %s', async (_what, accept) => {
    const response = await call(route, accept)
    expect(response.statusCode).toBe(reached(route))
    expect(response.headers['content-type']).toBe('application/json; charset=utf-8')
  })
})

describe.each([
  'POST /payments',
  'GET offer',
  'GET payment',
  'GET policy',
  'POST cancel',
  'GET version status',
])('%s, which speaks version 2,', (route) => {
  it.each([undefined, '*/*', 'application/json', 'application/vnd.any.v2+json'])(
    'takes Accept: %s',
    async (accept) => {
      const response = await call(route, accept)
      expect(response.statusCode).toBe(reached(route))
      expect(response.headers['content-type']).toBe('application/json; charset=utf-8')
    },
  )

  it.each([1, 3])('refuses version %i with 406 and says what to send', async (wrong) => {
    const response = await call(route, `application/vnd.bindery.v${wrong}+json`)
    expect(answer(response)).toStrictEqual(send(2))
  })
})
