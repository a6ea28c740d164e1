import type { Response } from 'light-my-request'
import { expect } from 'vitest'
import type { TestPlatform } from '../support/platform.ts'
import { type Browser, type TestPerson, actingFor, browserOn, newPerson } from './people.ts'

/** A person in a browser, who acts for the demo insurer. */
export interface Colleague extends TestPerson {
  send(
    method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
    url: string,
    body?: object,
    headers?: Record<string, string>,
  ): Promise<Response>
  /** Asks for a second person. */
  request(call: { method?: string; path: string; body?: object }): Promise<Response>
}

export async function colleague(
  platform: TestPlatform,
  name: string,
  roles: string[] = ['administrator'],
): Promise<Colleague> {
  const person = await newPerson(platform, { name, roles })
  const browser: Browser = browserOn(platform)
  await browser.signIn(person.email)
  const acting = actingFor(person.accountId)
  const send: Colleague['send'] = (method, url, body, headers = {}) =>
    browser.send(method, url, {
      ...(body === undefined ? {} : { body }),
      headers: { ...acting, ...headers },
    })
  return {
    ...person,
    send,
    request: ({ method = 'POST', path, body }) =>
      send('POST', '/manage/approvals', {
        method,
        path,
        ...(body === undefined ? {} : { body }),
        reason: 'It has to be done.',
      }),
  }
}

/** The same, with a personal token for programs. */
export async function colleagueWithToken(
  platform: TestPlatform,
  name: string,
): Promise<Colleague & { readonly token: string }> {
  const person = await colleague(platform, name)
  const wanted = { name: 'laptop', account_id: person.accountId, livemode: false }
  const made = await person.send('POST', '/manage/me/tokens', wanted)
  expect(made.statusCode, made.body).toBe(200)
  return { ...person, token: made.json<{ token: string }>().token }
}

export interface ShownApproval {
  readonly id: string
  readonly status: string
  readonly act: string
  readonly call: string
  readonly subject_id: string
  readonly amount: number | null
  readonly body: object | null
  readonly requested_by: { readonly user_id: string; readonly name: string }
  readonly decided_by: { readonly user_id: string } | null
  readonly allowed?: Readonly<Record<string, { allowed: boolean; code: string | null }>>
  readonly result?: Readonly<Record<string, unknown>>
}
