import { afterAll, beforeAll, expect, it } from 'vitest'
import { managementRoutes } from '../support/routes.ts'
import { type TestPlatform, openTestPlatform } from '../support/platform.ts'

let platform: TestPlatform
beforeAll(async () => {
  platform = await openTestPlatform()
})
afterAll(() => platform.close())

const ask = (url: string, method: 'GET' | 'POST' = 'GET') =>
  platform.app.inject({
    method,
    url,
    headers: { authorization: `Bearer ${platform.demo.insurer.test.secret}` },
  })

it('a misspelt filter is refused with the nearest name, and not left out', async () => {
  const answer = await ask('/manage/policies?stauts=paid')
  expect(answer.statusCode).toBe(400)
  expect(answer.json()).toMatchObject({
    message: '"stauts" is not a parameter of this call. Did you mean status?',
    errors: [{ field: 'stauts' }],
  })
})

it('every route of the Management API refuses what it does not know', async () => {
  const routes = managementRoutes(platform.app)
  expect(routes.length).toBeGreaterThan(30)
  for (const route of routes) {
    const [method = '', path = ''] = route.split(' ')
    if (method !== 'GET') continue
    const { statusCode, body } = await ask(`${path.replaceAll(/:\w+/g, 'x')}?nobody_knows=1`)
    expect([route, statusCode, body]).toEqual([route, 400, expect.stringContaining('nobody_knows')])
  }
})

it('a misspelt member of a body is refused with the nearest name, and nothing is done', async () => {
  const { insurer } = platform.demo
  const send = (url: string, payload: object) =>
    platform.app.inject({
      method: 'POST',
      url,
      payload,
      headers: { authorization: `Bearer ${insurer.test.secret}` },
    })
  const before = (await ask('/manage/keys')).json<{ id: string }[]>()
  const key = await send(`/manage/keys/${before[0]?.id}/rotate`, { overlap_hour: 0 })
  expect([key.statusCode, key.json()]).toMatchObject([
    400,
    {
      message: 'The body has an unknown member "overlap_hour". Did you mean overlap_hours?',
      errors: [{ field: 'overlap_hour' }],
    },
  ])
  expect((await ask('/manage/keys')).json()).toEqual(before)
  const impact = await send('/manage/impacts', {
    product_version_id: 'pv_1',
    by: [{ field: 'canton', band: [1] }],
  })
  expect(impact.json()).toMatchObject({ errors: [{ field: 'by.0.band' }] })
})

it('events of a type that does not exist are not searched for', async () => {
  const answer = await ask('/manage/events?type=policy.payed')
  expect(answer.statusCode).toBe(400)
  expect(answer.json()).toMatchObject({ errors: [{ field: 'type' }] })
  expect(answer.json<{ message: string }>().message).toContain('Did you mean')
})

it('the page links of a search can be followed', async () => {
  expect((await ask('/manage/events?limit=1')).statusCode).toBe(200)
})
