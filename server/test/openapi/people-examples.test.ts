import { afterAll, beforeAll, expect, it } from 'vitest'
import { actingFor, browserOn, newPerson } from '../builders/people.ts'
import { type TestPlatform, openTestPlatform } from '../support/platform.ts'
import { type ExpectCall, expectFactors, isOfFactors } from './factors-examples.ts'
import { expectInDocumentedForm } from './as-documented.ts'
import { operations } from './documented.ts'

let platform: TestPlatform
beforeAll(async () => {
  platform = await openTestPlatform()
})
afterAll(() => platform.close())

it('people are answered as documented', async () => {
  const called = new Set<string>()
  const { email, accountId } = await newPerson(platform)
  const browser = browserOn(platform)
  const expectCall: ExpectCall = async (operationId, method, url, options) => {
    called.add(operationId)
    const headers = { ...actingFor(accountId), ...options?.headers }
    const response = await browser.send(method, url, { ...options, headers })
    expectInDocumentedForm(operationId, response)
    return response
  }
  const other = browserOn(platform)
  await other.signIn(email)
  const body = { email, password: 'seven calm otters read maps' }
  await expectCall('signIn', 'POST', '/manage/sign_in', { body })
  await expectCall('showMe', 'GET', '/manage/me')
  const sessions = await expectCall('listSessions', 'GET', '/manage/sessions')
  const [, first] = sessions.json<{ id: string }[]>()
  await expectCall('endSession', 'POST', `/manage/sessions/${first?.id}/end`)
  await expectFactors(platform, expectCall, email)
  await expectCall('signOut', 'POST', '/manage/sign_out')
  const ids = operations.map(({ operationId }) => operationId)
  expect(ids.filter((id) => isOfFactors(id) && !called.has(id))).toEqual([])
})
