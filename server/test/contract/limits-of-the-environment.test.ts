import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from '../../src/config.ts'
import { createLog } from '../../src/log.ts'
import { buildHttp } from '../../src/platform.ts'
import { type TestPlatform, openTestPlatform } from '../support/platform.ts'

let platform: TestPlatform
beforeAll(async () => {
  platform = await openTestPlatform()
})
afterAll(() => platform.close())

/** The statuses of the same request, sent by some addresses to a server with this environment. */
async function asked(
  env: Readonly<Record<string, string>>,
  request: { readonly url: string; readonly authorization?: string },
  from: readonly { readonly address: string; readonly forwarded?: string }[],
): Promise<number[]> {
  const log = createLog('silent', { write: () => undefined })
  const app = await buildHttp(platform, readConfig({ BINDERY_DEMO: 'off', ...env }), log)
  const statuses: number[] = []
  for (const { address, forwarded } of from) {
    const headers = {
      ...(request.authorization !== undefined && { authorization: request.authorization }),
      ...(forwarded !== undefined && { 'x-forwarded-for': forwarded }),
    }
    const answered = await app.inject({ url: request.url, remoteAddress: address, headers })
    statuses.push(answered.statusCode)
  }
  await app.close()
  return statuses
}

const one = { address: '203.0.113.9' }
const other = { address: '203.0.113.10' }

describe('what an operator sets is what holds', () => {
  it('ADDRESS_LIMIT_PER_MINUTE', async () => {
    const env = { ADDRESS_LIMIT_PER_MINUTE: '2' }
    expect(await asked(env, { url: '/openapi.json' }, [one, one, one, other])).toEqual([
      200, 200, 429, 200,
    ])
  })

  it('ADDRESS_FAILURES_PER_MINUTE', async () => {
    const env = { ADDRESS_FAILURES_PER_MINUTE: '1' }
    const guess = { url: '/manage/keys', authorization: `Bearer sk_test_${'0'.repeat(48)}` }
    expect(await asked(env, guess, [one, one, other])).toEqual([401, 429, 401])
  })

  it('RATE_LIMIT_PER_MINUTE', async () => {
    const env = { RATE_LIMIT_PER_MINUTE: '1' }
    const authorization = `Bearer ${platform.demo.insurer.test.secret}`
    expect(await asked(env, { url: '/manage/keys', authorization }, [one, other])).toEqual([
      200, 429,
    ])
  })

  it('TRUSTED_PROXIES', async () => {
    const env = { ADDRESS_LIMIT_PER_MINUTE: '1', TRUSTED_PROXIES: '203.0.113.9' }
    const behind = (forwarded: string) => ({ ...one, forwarded })
    const askers = [behind('198.51.100.1'), behind('198.51.100.2'), behind('198.51.100.1')]
    expect(await asked(env, { url: '/openapi.json' }, askers)).toEqual([200, 200, 429])
    const { TRUSTED_PROXIES: _, ...untrusting } = env
    expect(await asked(untrusting, { url: '/openapi.json' }, askers)).toEqual([200, 429, 429])
  })
})
