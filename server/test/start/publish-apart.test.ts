import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import type { ProductFiles } from '../../src/products/index.ts'
import { exampleFolder } from '../builders/folder.ts'
import { encodeFiles } from '../builders/manager.ts'
import { offerMedia, quoteMedia } from '../builders/sale.ts'
import { type TestDatabase, createTestDatabase } from '../support/database.ts'
import {
  type ServerProcess,
  removeFolder,
  startServer,
  temporaryFolder,
} from '../support/server-process.ts'
import { untilServed } from '../support/until-served.ts'

const publications = 6
const quotesAtOnce = 4

let folder: string
let database: TestDatabase
let servers: readonly ServerProcess[] = []

beforeAll(async () => {
  folder = await temporaryFolder()
  database = await createTestDatabase()
  const { host, port, user, database: name } = database.connection
  const env = {
    DATA_DIR: folder,
    DATABASE_URL: `postgres://${user}@localhost/${name}?host=${encodeURIComponent(host)}&port=${port}`,
    ENCRYPTION_KEYS: `one:${randomBytes(32).toString('base64')}`,
  }
  servers = await Promise.all([startServer(env, 'serve'), startServer(env, 'serve')])
})
afterAll(async () => {
  await Promise.all(servers.map((server) => server.stop()))
  await database.drop()
  await removeFolder(folder)
})

/**
 * A tariff that takes one factor from the product and one from the integration. What is priced with
 * the product of one version and the integration of another comes to no price of either.
 */
function tariff(base: number, commissionRate: number): Promise<ProductFiles> {
  return exampleFolder('cyber-formula', {
    'pricing.yaml': (text) =>
      text.replace(/net_premium_due: .*/, `net_premium_due: ${base} * (1 + commission_rate)`),
    'product.yaml': (text) =>
      text.replace(/commission_rate: .*/, `commission_rate: ${commissionRate}`),
    'tests/prices.yaml': null,
  })
}
const priceOf = (base: number, commissionRate: number) =>
  Math.round(Math.round(base * (1 + commissionRate)) * 1.19)

describe('publishing, with two processes that serve', () => {
  it('prices every quote wholly by one version, on both, and soon by the new one', async () => {
    const versions = [
      { id: await push(await tariff(100_000, 0.11)), price: priceOf(100_000, 0.11) },
      { id: await push(await tariff(200_000, 0.31)), price: priceOf(200_000, 0.31) },
    ] as const
    const pricesOfVersions = new Set<string>()
    const closing = new AbortController()
    const shop = async (at: number) => {
      while (!closing.signal.aborted) {
        const quoted = await quote(serverAt(at))
        const offer = await offerOn(serverAt(at + 1), quoted.token)
        pricesOfVersions.add(`${quoted.gross_payment_amount} ${offer.product_version_id}`)
      }
    }
    await publish(serverAt(0), versions[0].id)
    await expect
      .poll(async () => (await quote(serverAt(1))).gross_payment_amount)
      .toBe(versions[0].price)
    const shops = Array.from({ length: quotesAtOnce }, (_, at) => shop(at))
    for (let round = 1; round <= publications; round += 1) {
      const { id, price } = versions[round % 2 === 0 ? 0 : 1]
      await publish(serverAt(round), id)
      for (const server of servers) {
        await expect.poll(async () => (await quote(server)).gross_payment_amount).toBe(price)
      }
    }
    closing.abort()
    await Promise.all(shops)
    expect([...pricesOfVersions].sort()).toEqual(
      versions.map(({ id, price }) => `${price} ${id}`).sort(),
    )
  })
})

function serverAt(at: number): ServerProcess {
  const server = servers[at % servers.length]
  if (server === undefined) throw new Error('no server was started')
  return server
}

async function ask<Answer>(
  url: string,
  key: string,
  body: object = {},
  headers: Record<string, string> = {},
): Promise<Answer> {
  const { isServed, ...answer } = await untilServed(async (repeated) => {
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${key}`,
        ...repeated,
        ...headers,
      },
      body: JSON.stringify(body),
    })
    return { isServed: response.ok, ...((await response.json()) as object) }
  })
  if (!isServed) throw new Error(`${url} answered ${JSON.stringify(answer)}`)
  return answer as Answer // The test says what it expects.
}

const insurersKey = () => inject('demo').insurer.test.secret
const sellersKey = () => inject('demo').keys.test.secret
const product = () => {
  const found = inject('demo').products['cyber-formula']
  if (found === undefined) throw new Error('the demo sells no cyber-formula')
  return found
}

async function push(files: ProductFiles): Promise<string> {
  const body = { files: encodeFiles(files) }
  const url = `${serverAt(0).url}/manage/products/push`
  return (await ask<{ product_version_id: string }>(url, insurersKey(), body)).product_version_id
}

async function publish(server: ServerProcess, versionId: string): Promise<void> {
  await ask(`${server.url}/manage/product_versions/${versionId}/publish`, insurersKey())
}

function quote(server: ServerProcess): Promise<{ gross_payment_amount: number; token: string }> {
  const { item_id, subscription_plan_id, integration_id, quote: answers } = product()
  const startDay = Temporal.Now.plainDateISO().add({ days: 100 }).toString()
  const data = { ...answers, policy_start_date: startDay }
  const body = { item_id, subscription_plan_id, integration_id, data }
  return ask(`${server.url}/quotes`, sellersKey(), body, { accept: quoteMedia })
}

async function offerOn(
  server: ServerProcess,
  token: string,
): Promise<{ product_version_id: string }> {
  const body = { ...product().policy, quote_token: token }
  const offer = await ask<{ id: string }>(`${server.url}/policies`, sellersKey(), body, {
    accept: offerMedia,
  })
  return untilServed(async () => {
    const response = await fetch(`${server.url}/offers/${offer.id}`, {
      headers: { authorization: `Bearer ${sellersKey()}`, accept: offerMedia },
    })
    return (await response.json()) as { product_version_id: string } // As the contract says.
  })
}
