import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { type TestDatabase, createTestDatabase } from '../support/database.ts'
import {
  type ServerProcess,
  removeFolder,
  startServer,
  temporaryFolder,
} from '../support/server-process.ts'
import { untilServed } from '../support/until-served.ts'
import { quoteMedia, offerMedia } from '../builders/sale.ts'

let folder: string
let database: TestDatabase
const processes: ServerProcess[] = []

beforeAll(async () => {
  folder = await temporaryFolder()
  database = await createTestDatabase()
})
afterAll(async () => {
  await Promise.all(processes.map((process) => process.stop()))
  await database.drop()
  await removeFolder(folder)
})

describe('on a PostgreSQL of its own', () => {
  it('sells in two serving processes and cancels in a working one', async () => {
    const { host, port, user, database: name } = database.connection
    const env = {
      DATA_DIR: folder,
      DATABASE_URL: `postgres://${user}@localhost/${name}?host=${encodeURIComponent(host)}&port=${port}`,
      ENCRYPTION_KEYS: `one:${randomBytes(32).toString('base64')}`,
    }
    const starting = [startServer(env, 'serve'), startServer(env, 'serve')] as const
    const [one, two] = await Promise.all(starting)
    processes.push(one, two)
    const { keys, products } = inject('demo')
    const cyber = products['cyber']
    const ask = (url: string, body?: object, headers: Record<string, string> = {}) =>
      untilServed(async (key) => {
        const response = await fetch(url, {
          method: body === undefined ? 'GET' : 'POST',
          headers: {
            'content-type': 'application/json',
            authorization: `Bearer ${keys.test.secret}`,
            ...key,
            ...headers,
          },
          body: body === undefined ? null : JSON.stringify(body),
        })
        return (await response.json()) as Record<string, string>
      })
    const startDay = Temporal.Now.plainDateISO().add({ days: 100 }).toString()
    const { token } = await ask(
      `${one.url}/quotes`,
      {
        item_id: cyber?.item_id,
        subscription_plan_id: cyber?.subscription_plan_id,
        integration_id: cyber?.integration_id,
        data: { ...cyber?.quote, policy_start_date: startDay },
      },
      { accept: quoteMedia },
    )
    const offer = await ask(
      `${two.url}/policies`,
      { ...cyber?.policy, quote_token: token },
      { accept: offerMedia },
    )
    const payment = {
      token: offer['payment_token'],
      policy_id: offer['id'],
      provider: 'invoice',
      method: 'invoice',
    }
    expect(await ask(`${one.url}/payments`, payment)).toMatchObject({ status: 'ok' })
    const policy = await ask(`${two.url}/policies/${offer['id']}`)
    expect(policy).toMatchObject({ status: 'paid' })
    await ask(
      `${one.url}/policies/${offer['id']}/cancel`,
      { cancellation_reason: 'moved', termination_date: startDay },
      { 'if-match': policy['version_id'] ?? '' },
    )
    const status = async () => (await ask(`${two.url}/policies/${offer['id']}`))['status']
    expect(await status()).toBe('paid')
    processes.push(await startServer(env, 'work'))
    await expect.poll(status).toBe('cancelled')
  })
})
