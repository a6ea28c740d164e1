import { expect } from 'vitest'
import { keepEventsOrdered, orderEvents } from '../../src/events/index.ts'
import type { JsonObject } from '../../src/kernel/index.ts'
import { startDispatcher } from '../../src/webhooks/index.ts'
import type { TestPlatform } from '../support/platform.ts'

/** Delivers what happens on a platform, as a worker does. */
export interface TestDispatcher {
  /** Resolves when all events were delivered, as far as they can be by the test's clock. */
  settled(): Promise<void>
  stop(): Promise<void>
  readonly complaints: string[]
}

export async function dispatcherOn(platform: TestPlatform): Promise<TestDispatcher> {
  const complaints: string[] = []
  const eventOrder = keepEventsOrdered({
    db: platform.db,
    feed: platform.feed,
    onError: (error) => void complaints.push(String(error)),
  })
  const dispatcher = await startDispatcher({
    ...platform,
    eventOrder,
    write: platform.writeMessage,
    onError: (error, message) => void complaints.push(`${message}: ${String(error)}`),
  })
  return {
    complaints,
    settled: async () => {
      await platform.feed.caughtUp()
      await orderEvents(platform.db)
      await dispatcher.settled()
    },
    stop: async () => {
      await dispatcher.stop()
      await eventOrder.stop()
    },
  }
}

export interface MadeWebhook {
  readonly id: string
  readonly secret: string
}

/** Calls the webhook routes with this key. */
export function webhooksOf(platform: TestPlatform, secretKey = platform.demo.insurer.test.secret) {
  const headers = { authorization: `Bearer ${secretKey}` }
  const send = (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, payload?: JsonObject) =>
    platform.app.inject({
      method,
      url: `/manage/webhooks${path}`,
      headers,
      ...(payload === undefined ? {} : { payload }),
    })
  return {
    send,
    create: async (request: JsonObject): Promise<MadeWebhook> => {
      const response = await send('POST', '', request)
      expect(response.statusCode, response.body).toBe(200)
      return response.json<MadeWebhook>()
    },
    show: async (id: string) => (await send('GET', `/${id}`)).json<ShownWebhook>(),
    change: async (id: string, change: JsonObject) => {
      const response = await send('PATCH', `/${id}`, change)
      expect(response.statusCode, response.body).toBe(200)
    },
    resend: async (id: string, request: JsonObject) => {
      const response = await send('POST', `/${id}/resend`, request)
      expect(response.statusCode, response.body).toBe(202)
    },
    deliveries: async (id: string, query = '') =>
      (await send('GET', `/${id}/deliveries${query}`)).json<ShownDelivery[]>(),
  }
}

export interface ShownWebhook {
  readonly status: string
  readonly disabled_because: string | null
  readonly failing_since: string | null
}

export interface ShownDelivery {
  readonly id: string
  readonly status: string
  readonly failures: number
  readonly next_attempt_at: string | null
  readonly attempts: readonly {
    readonly at: string
    readonly duration_ms: number
    readonly status: number | null
    readonly failure: string | null
    readonly answer: string | null
  }[]
}
