import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { managerOn } from '../builders/manager.ts'
import { madeOffer, offerAssets, sellerOn } from '../builders/sale.ts'
import { type TestPlatform, openTestPlatform } from '../support/platform.ts'
import { isOfPeople, routesOf } from '../support/routes.ts'
import { answer, refused } from './words.ts'

let platform: TestPlatform
beforeAll(async () => {
  platform = await openTestPlatform()
  await platform.app.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(() => platform.close())

const unreadable = 'The address cannot be read. Use percent-encoded UTF-8 without NUL characters.'

/** Sends exactly these bytes and reads what comes until the connection ends. */
async function send(request: string): Promise<string> {
  const { port } = platform.app.server.address() as AddressInfo // It listens on a port of TCP.
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  socket.write(request, 'latin1')
  return text(socket)
}

describe('a NUL in an address', () => {
  it('is an id that nobody has, wherever a path takes one', async () => {
    const routes = routesOf(platform.app).filter((route) => / \/[^*]*:/.test(route))
    expect(routes.length).toBeGreaterThan(30)
    for (const route of routes) {
      const [method = '', path = ''] = route.split(' ', 2)
      const isManagement = path.startsWith('/manage')
      const key = isManagement ? platform.demo.insurer.test : platform.demo.keys.test
      const answered = await platform.app.inject({
        method: method as 'GET', // One of those that the server itself names.
        url: path.replaceAll(/:\w+/g, 'a%00b'),
        headers: { authorization: `Bearer ${key.secret}` },
      })
      // Calls of people refuse keys, and a company's sign-in leads back to the page that explains.
      const others = isOfPeople(route) ? [403] : path.startsWith('/console/') ? [302] : []
      // A page itself says what is not there.
      const pages = /^\/(withdraw|pay)\//.test(path) ? [200] : []
      const expected = [400, 404, 415, ...others, ...pages]
      expect(expected, `${route} ${answered.body}`).toContain(answered.statusCode)
    }
    const { body } = await managerOn(platform).get('/manage/datasets/a%00b')
    expect(JSON.parse(body)).toMatchObject({ message: 'Dataset a\0b was not found.' })
  })

  it('is refused in a query that is read', async () => {
    const lists = [
      'policies?last_name',
      'datasets?starting_after',
      'events?type',
      'audit?subject_id',
    ]
    for (const list of lists) {
      const answered = await managerOn(platform).get(`/manage/${list}=%00`)
      expect(answer(answered), list).toStrictEqual(refused(400, 'unreadable_address', unreadable))
    }
  })
})

it('an asset link whose token comes twice leads nowhere, as a wrong one does', async () => {
  const link = offerAssets(await madeOffer(sellerOn(platform)))
  const { pathname, search } = new URL(link)
  const twice = await platform.app.inject({ url: `${pathname}${search}&${search.slice(1)}` })
  expect(answer(twice)).toStrictEqual(
    refused(
      404,
      'assets_not_found',
      'This link leads to no documents. Its id or its token is wrong.',
    ),
  )
})

describe('what is not even HTTP', () => {
  it.each([
    ['no HTTP at all', 'nonsense\r\n\r\n', 400, 'not_http'],
    ['no Host', 'GET /healthz HTTP/1.1\r\nConnection: close\r\n\r\n', 400, 'host_missing'],
    [
      'an expectation that nobody has',
      `GET / HTTP/1.1\r\nHost: a\r\nExpect: x\r\nConnection: close\r\n\r\n`,
      417,
      'expectation_unknown',
    ],
    [
      'headers without end',
      `GET / HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`,
      431,
      'headers_too_large',
    ],
    [
      'a length that is none',
      'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n',
      400,
      'not_http',
    ],
  ])('%s is answered in the shape of all errors', async (_what, request, status, code) => {
    const answered = await send(request)
    expect(answered).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
    expect(answered).toMatch(/\r\nx-request-id: [\w-]+\r\n/i)
    expect(answered).toMatch(/\r\nx-content-type-options: nosniff\r\n/i)
    const body: unknown = JSON.parse(answered.slice(answered.indexOf('\r\n\r\n')))
    expect(body).toEqual({ status: expect.any(String), code, message: expect.any(String) })
  })
})
