import { type AddressInfo, createServer } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Resolver } from '../../src/outside/index.ts'
import { foreignInsurer, newKey } from '../builders/credentials.ts'
import {
  type ReceivedMessage,
  type TestReceiver,
  answering,
  startReceiver,
} from '../builders/receiver.ts'
import { sellerOn, soldPolicy } from '../builders/sale.ts'
import { type TestDispatcher, dispatcherOn, webhooksOf } from '../builders/webhooks.ts'
import { type TestPlatform, openTestPlatform } from '../support/platform.ts'

/** Long enough for every receiver that answers at all, however busy the machine is. */
const deadlineMs = 4_000

/** Where names lead in these stories; each look may lead elsewhere. */
let lead: Resolver = () => undefined
let platform: TestPlatform
let dispatcher: TestDispatcher
let receiver: TestReceiver
beforeAll(async () => {
  const resolve: Resolver = (host, answer) => lead(host, answer)
  platform = await openTestPlatform({ webhooks: { allowsPrivate: true, deadlineMs, resolve } })
  dispatcher = await dispatcherOn(platform)
  receiver = await startReceiver()
})
afterEach(async () => {
  const webhooks = webhooksOf(platform)
  for (const { id } of (await webhooks.send('GET', '')).json<{ id: string }[]>()) {
    await webhooks.send('DELETE', `/${id}`)
  }
  receiver.react = answering(200)
  receiver.received.length = 0
})
afterAll(async () => {
  await dispatcher.stop()
  await receiver.close()
  await platform.close()
})

const sell = () => soldPolicy(sellerOn(platform))
const httpDate = (moment: Temporal.Instant) => new Date(moment.epochMilliseconds).toUTCString()
const issued = { events: ['policy.issued'] }
const idsOf = (messages: readonly ReceivedMessage[], policyId: string) =>
  messages
    .filter(({ event }) => event.policy_id === policyId)
    .map(({ event }) => event.id)
    .toSorted()

/** What becomes of the only message to an endpoint. */
async function outcomeAt(url: string) {
  const { id } = await webhooksOf(platform).create({ url, ...issued })
  await sell()
  await dispatcher.settled()
  const [delivery] = await webhooksOf(platform).deliveries(id)
  return { id, delivery, attempt: delivery?.attempts[0] }
}

describe('a receiver that', () => {
  it.each([
    ['never answers', () => undefined, /did not answer within/],
    [
      'answers after the deadline',
      (response) => {
        const answer = setTimeout(() => response.end('ok'), deadlineMs + 500)
        response.on('close', () => clearTimeout(answer))
      },
      /did not answer within/,
    ],
    [
      'drips its answer for ever',
      (response) => {
        response.writeHead(200)
        const drip = setInterval(() => response.write('.'), 50)
        response.on('close', () => clearInterval(drip))
      },
      /did not answer within/,
    ],
    [
      'answers 200 and drops the line',
      (response) => {
        response.writeHead(200, { 'content-length': '100' }).write('half')
        setTimeout(() => response.destroy(), 20)
      },
      /closed the connection before its answer had ended/,
    ],
    ['drops the line at once', (response) => response.destroy(), /without an answer/],
    [
      'answers without end',
      (response) => {
        response.writeHead(200)
        const pour = () => {
          while (!response.destroyed && response.write('x'.repeat(65_536)));
        }
        response.on('drain', pour)
        pour()
      },
      /more than 65536 bytes/,
    ],
    [
      'answers with headers without end',
      (response) => void response.socket?.write(`HTTP/1.1 200 OK\r\nx: ${'x'.repeat(100_000)}`),
      /too large headers/,
    ],
    ['answers what is no HTTP', (response) => void response.socket?.end('HELO there\r\n'), /./],
    [
      'hints for ever and never answers',
      (response) => {
        const hint = () => response.writeEarlyHints({ link: '</a>; rel=preload' })
        const hints = setInterval(hint, 20)
        response.on('close', () => clearInterval(hints))
      },
      /did not answer within/,
    ],
    [
      'sends us inside',
      (response) => response.writeHead(307, { location: 'http://127.0.0.1:1/' }).end('over there'),
      /redirected \(307\), which is not followed/,
    ],
  ] satisfies [string, TestReceiver['react'], RegExp][])(
    '%s has failed',
    async (_, react, failure) => {
      receiver.react = react
      const { delivery, attempt } = await outcomeAt(receiver.url)
      expect(delivery).toMatchObject({ status: 'waiting', failures: 1 })
      expect(attempt?.failure).toMatch(failure)
      receiver.react = answering(200)
      platform.clock.advance({ seconds: 6 })
      await dispatcher.settled()
      expect(receiver.received.at(-1)?.headers['webhook-id']).toBe(delivery?.id)
    },
  )

  it('answers bytes that no text holds is shown as far as they can be', async () => {
    receiver.react = (response) => response.writeHead(500).end(Buffer.from([0, 255, 65]))
    const { attempt } = await outcomeAt(receiver.url)
    expect(attempt?.answer).toBe('\uFFFD\uFFFDA')
  })

  it.each([
    ['seconds', () => '3600', 3600],
    ['a moment', () => httpDate(platform.clock().add({ hours: 3 })), 3 * 3600],
    ['eternity', () => '9'.repeat(400), 24 * 3600],
    ['a thousand years', () => httpDate(platform.clock().add({ hours: 8_766_000 })), 24 * 3600],
  ])('asks for patience gets it, up to a day: %s', async (_, asked, seconds) => {
    receiver.react = answering(429, { 'retry-after': asked() })
    const { delivery } = await outcomeAt(receiver.url)
    const wait = platform.clock().until(Temporal.Instant.from(delivery?.next_attempt_at ?? ''))
    expect(wait.total('seconds')).toBe(seconds)
    receiver.received.length = 0
    platform.clock.advance({ seconds: seconds - 1 })
    await dispatcher.settled()
    expect(receiver.received).toEqual([])
    receiver.react = answering(200)
    platform.clock.advance({ seconds: 1 })
    await dispatcher.settled()
    expect(receiver.received.map(({ event }) => event.id)).toEqual([delivery?.id])
  })

  it.each(['soon', '-5', '0', '1.5', ''])('asks for %j is tried as planned', async (asked) => {
    receiver.react = answering(503, { 'retry-after': asked })
    const { delivery } = await outcomeAt(receiver.url)
    const wait = platform.clock().until(Temporal.Instant.from(delivery?.next_attempt_at ?? ''))
    expect(wait.total('seconds')).toBeGreaterThanOrEqual(5)
    expect(wait.total('seconds')).toBeLessThanOrEqual(5.5)
  })

  it('is gone is disabled, others get their events, and nothing is lost', async () => {
    receiver.react = answering(410)
    const watcher = await startReceiver()
    await webhooksOf(platform).create({ url: watcher.url, events: ['webhook.disabled'] })
    const { id, delivery } = await outcomeAt(receiver.url)
    await expect
      .poll(async () => (await webhooksOf(platform).show(id)).disabled_because)
      .toBe('gone')
    await dispatcher.settled()
    expect(watcher.received).toMatchObject([
      { event: { type: 'webhook.disabled', subject_id: id, data: { because: 'gone' } } },
    ])
    const before = receiver.received.length
    await sell()
    await dispatcher.settled()
    expect(receiver.received).toHaveLength(before)
    receiver.react = answering(200)
    await webhooksOf(platform).change(id, { status: 'enabled' })
    platform.clock.advance({ seconds: 6 })
    await dispatcher.settled()
    const ids = receiver.received.slice(before).map(({ event }) => event.id)
    expect(ids).toHaveLength(2)
    expect(ids).toContain(delivery?.id)
    await watcher.close()
  })

  it('hangs delays no other', async () => {
    const other = await startReceiver()
    receiver.react = () => undefined
    const { id } = await webhooksOf(platform).create({ url: receiver.url })
    await webhooksOf(platform).create({ url: other.url, ...issued })
    const policies = [await sell(), await sell(), await sell()]
    await expect.poll(() => other.received.length).toBe(policies.length)
    // By then the one that hangs has been given up nowhere.
    const hung = await webhooksOf(platform).deliveries(id, '?status=delivered')
    expect(hung).toEqual([])
    await webhooksOf(platform).send('DELETE', `/${id}`)
    await other.close()
  })
})

/** Addresses inside, however they are written, and what is no address of a receiver. */
const insideOrOdd = [
  'http://crm.example.com/hook',
  'https://127.0.0.1/hook',
  'https://127.1/hook',
  'https://2130706433/hook',
  'https://0x7f000001/hook',
  'https://0177.0.0.1/hook',
  'https://127.0.0.1./hook',
  'https://１２７.0.0.1/hook',
  'https://10.0.0.7:8443/hook',
  'https://169.254.169.254/latest/meta-data',
  'https://[::1]/hook',
  'https://[::]/hook',
  'https://[::ffff:127.0.0.1]/hook',
  'https://[::ffff:0:127.0.0.1]/hook',
  'https://[64:ff9b::127.0.0.1]/hook',
  'https://[fd00::1]/hook',
  'https://localhost/hook',
  'https://LOCALHOST./hook',
  'https://hook.localhost/',
  'https://user@crm.example.com/hook',
  'https://:secret@crm.example.com/hook',
  'https://crm.example.com/hook#part',
  'https://crm.example.com:99999/hook',
  'ftp://crm.example.com/hook',
  'https://crm.example.com:0/hook',
  'file:///etc/passwd',
  'javascript:alert(1)',
  '//crm.example.com/hook',
  'crm.example.com/hook',
  'https://',
  'https://crm example.com/',
]

describe('a name', () => {
  const address =
    (one: string): Resolver =>
    (_, answer) =>
      answer(null, [{ address: one, family: 4 }])

  it('that leads elsewhere at the second look is caught: what is connected to is what was checked', async () => {
    let connections = 0
    const inside = createServer((socket) => {
      connections += 1
      socket.destroy()
    })
    await new Promise<void>((resolve) => void inside.listen(0, '127.0.0.1', resolve))
    const { port } = inside.address() as AddressInfo // It listens on a port.
    let looks = 0
    const strict = await openTestPlatform({
      webhooks: {
        allowsPrivate: false,
        deadlineMs,
        resolve: (host, answer) => {
          looks += 1
          address(looks === 1 ? '203.0.114.1' : '127.0.0.1')(host, answer)
        },
      },
    })
    const strictDispatcher = await dispatcherOn(strict)
    const url = `https://crm.example.com:${port}/`
    const { id } = await webhooksOf(strict).create({ url, ...issued })
    const failures = async () => {
      const [delivery] = await webhooksOf(strict).deliveries(id)
      return delivery?.attempts.map(({ failure }) => failure) ?? []
    }
    await soldPolicy(sellerOn(strict))
    await strictDispatcher.settled()
    expect(await failures()).toHaveLength(1)
    strict.clock.advance({ seconds: 6 })
    await strictDispatcher.settled()
    expect((await failures())[1]).toBe(
      'leads to a private address, which WEBHOOKS_PRIVATE does not allow',
    )
    const tested = await webhooksOf(strict).send('POST', `/${id}/test`)
    expect(tested.json()).toMatchObject({
      delivered: false,
      attempt: { failure: 'leads to a private address, which WEBHOOKS_PRIVATE does not allow' },
    })
    expect([connections, looks]).toEqual([0, 3])
    for (const refused of insideOrOdd) {
      const answer = await webhooksOf(strict).send('POST', '', { url: refused })
      expect([refused, answer.statusCode]).toEqual([refused, 400])
    }
    await strictDispatcher.stop()
    inside.close()
    await strict.close()
  })

  it('that never resolves fails as a receiver that never answers', async () => {
    lead = () => undefined
    const { attempt } = await outcomeAt(`http://crm.example.com:${receiver.port}/hook`)
    expect(attempt?.failure).toMatch(/did not answer within/)
    lead = address('127.0.0.1')
    platform.clock.advance({ seconds: 6 })
    await dispatcher.settled()
    expect(receiver.received).toHaveLength(1)
  })
})

describe('an endpoint', () => {
  it('that only fails is warned of after a day and disabled a day later, with all that it missed', async () => {
    receiver.react = answering(500)
    const { id } = await webhooksOf(platform).create({ url: receiver.url })
    const watcher = await startReceiver()
    await webhooksOf(platform).create({
      url: watcher.url,
      events: ['webhook.failing', 'webhook.disabled'],
    })
    await sell()
    const passing = async (hours: number) => {
      platform.clock.advance({ hours })
      await dispatcher.settled()
      await platform.handlers.sweep({})
      await dispatcher.settled()
      return watcher.received.map(({ event }) => event.type)
    }
    await dispatcher.settled()
    expect(await passing(23)).toEqual([])
    expect(await passing(1)).toEqual(['webhook.failing'])
    expect(await passing(23)).toEqual(['webhook.failing'])
    expect(await passing(1)).toEqual(['webhook.failing', 'webhook.disabled'])
    expect(await webhooksOf(platform).show(id)).toMatchObject({ disabled_because: 'failing' })
    platform.clock.advance({ minutes: 1 })
    const from = platform.clock().toString()
    const meanwhile = await sell()
    await dispatcher.settled()
    receiver.react = answering(200)
    receiver.received.length = 0
    await webhooksOf(platform).change(id, { status: 'enabled' })
    await webhooksOf(platform).resend(id, { failed: true })
    await platform.runDue(['resend_webhooks'])
    await dispatcher.settled()
    const missed = receiver.received.map(({ event }) => event.type)
    expect(missed.filter((type) => type === 'policy.issued')).toHaveLength(2)
    expect(await webhooksOf(platform).deliveries(id, '?status=waiting')).toEqual([])

    // What happened while it was disabled can be sent again as often as it is wanted.
    const sent = idsOf(receiver.received, meanwhile.id)
    receiver.received.length = 0
    platform.clock.advance({ minutes: 1 })
    await webhooksOf(platform).resend(id, { from, until: platform.clock().toString() })
    await platform.runDue(['resend_webhooks'])
    await dispatcher.settled()
    expect(idsOf(receiver.received, meanwhile.id)).toEqual(sent)
    expect(sent.length).toBeGreaterThan(2)
    await watcher.close()
  })

  it('that is disabled is sent a time again once it is enabled, whichever of both was requested first', async () => {
    const { id } = await webhooksOf(platform).create({ url: receiver.url, ...issued })
    platform.clock.advance({ minutes: 1 })
    const from = platform.clock().toString()
    const before = await sell()
    await dispatcher.settled()
    await webhooksOf(platform).change(id, { status: 'disabled' })
    const meanwhile = await sell()
    platform.clock.advance({ minutes: 1 })
    receiver.received.length = 0
    await webhooksOf(platform).resend(id, { from, until: platform.clock().toString() })
    await platform.runDue(['resend_webhooks'])
    await dispatcher.settled()
    expect(receiver.received).toEqual([])
    await webhooksOf(platform).change(id, { status: 'enabled' })
    await dispatcher.settled()
    const policies = new Set(receiver.received.map(({ event }) => event.policy_id))
    expect(policies).toEqual(new Set([before.id, meanwhile.id]))
    expect(await webhooksOf(platform).deliveries(id, '?status=waiting')).toEqual([])
  })

  it('that is deleted while deliveries wait gets nothing more, and leaves no row', async () => {
    receiver.react = answering(500)
    const { id } = await outcomeAt(receiver.url)
    await webhooksOf(platform).send('DELETE', `/${id}`)
    const before = receiver.received.length
    receiver.react = answering(200)
    platform.clock.advance({ hours: 30 })
    await sell()
    await dispatcher.settled()
    expect(receiver.received).toHaveLength(before)
    expect((await webhooksOf(platform).send('GET', `/${id}/deliveries`)).statusCode).toBe(404)
    await platform.handlers.sweep({})
    const { rows } = await platform.db.pool.query(
      'select webhook_id from webhook_deliveries where webhook_id = $1 union all select id from webhooks where id = $1',
      [id],
    )
    expect(rows).toEqual([])
  })

  it('that is deleted while a message is under way to it takes the answer with it', async () => {
    let answer = () => undefined as void
    receiver.react = (response) => {
      answer = () => void response.end('ok')
    }
    const { id } = await webhooksOf(platform).create({ url: receiver.url, ...issued })
    await sell()
    await expect.poll(() => receiver.received.length).toBe(1)
    await webhooksOf(platform).send('DELETE', `/${id}`)
    answer()
    await dispatcher.settled()
    await platform.handlers.sweep({})
    const { rows } = await platform.db.pool.query(
      'select webhook_id from webhook_deliveries where webhook_id = $1',
      [id],
    )
    expect(rows).toEqual([])
    expect(dispatcher.complaints).toEqual([])
  })

  it('is sent a time again, to one that was not there then as well', async () => {
    platform.clock.advance({ minutes: 1 })
    const from = platform.clock().toString()
    const policy = await sell()
    platform.clock.advance({ minutes: 1 })
    const until = platform.clock().toString()
    await sell()
    const { id } = await webhooksOf(platform).create({ url: receiver.url, ...issued })
    await webhooksOf(platform).resend(id, { from, until })
    await platform.runDue(['resend_webhooks'])
    await dispatcher.settled()
    expect(receiver.received.map(({ event }) => event.policy_id)).toEqual([policy.id])
  })

  it('of another account is none, and so is its event', async () => {
    const { id } = await webhooksOf(platform).create({ url: receiver.url })
    await sell()
    await dispatcher.settled()
    const { key } = await newKey(platform, await foreignInsurer(platform))
    const stranger = webhooksOf(platform, key)
    const own = await stranger.create({ url: receiver.url })
    const event_id = receiver.received[0]?.event.id ?? ''
    const refused = await stranger.send('POST', `/${own.id}/resend`, { event_id })
    expect(refused.statusCode).toBe(404)
    expect((await stranger.send('POST', `/${id}/resend`, { event_id })).statusCode).toBe(404)
    await stranger.send('DELETE', `/${own.id}`)
  })
})
