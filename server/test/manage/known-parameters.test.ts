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
    message: 'There is no parameter "stauts" here. Did you mean status?',
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

it('the page links of a search can be followed', async () => {
  expect((await ask('/manage/events?limit=1')).statusCode).toBe(200)
})
