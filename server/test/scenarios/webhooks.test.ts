import { createHmac, randomBytes } from 'node:crypto'
import { verifyWebhook } from '@bindery/sdk'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { assertRingOpensWebhooks, rotateWebhookSecrets } from '../../src/webhooks/index.ts'
import { soldByPartner } from '../builders/partner.ts'
import {
  type ReceivedMessage,
  type TestReceiver,
  answering,
  startReceiver,
} from '../builders/receiver.ts'
import { sellerOn, soldPolicy } from '../builders/sale.ts'
import { type TestDispatcher, dispatcherOn, webhooksOf } from '../builders/webhooks.ts'
import { type TestPlatform, openTestPlatform } from '../support/platform.ts'

let platform: TestPlatform
let dispatcher: TestDispatcher
let receiver: TestReceiver
beforeAll(async () => {
  platform = await openTestPlatform({ webhooks: { allowsPrivate: true } })
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
  expect(dispatcher.complaints).toEqual([])
})
afterAll(async () => {
  await dispatcher.stop()
  await receiver.close()
  await platform.close()
})

const now = () => new Date(platform.clock().epochMilliseconds)
const eventsIn = (messages: readonly ReceivedMessage[], policyId?: string) =>
  messages
    .filter(({ event }) => policyId === undefined || event.policy_id === policyId)
    .map(({ event }) => event)

describe('an insurer that has a webhook', () => {
  it('gets the events of a sale as it happens, in order, signed, in words of the feed', async () => {
    const { id, secret } = await webhooksOf(platform).create({ url: receiver.url })
    const policy = await soldPolicy(sellerOn(platform))
    await dispatcher.settled()
    const events = eventsIn(receiver.received, policy.id)
    expect(events.map(({ sequence }) => sequence)).toEqual(events.map((_, at) => at + 1))
    expect(events.map(({ type }) => type)).toContain('policy.issued')
    for (const { headers, body, event } of receiver.received) {
      expect(await verifyWebhook(secret, headers, body, { now: now() })).toEqual(event)
      expect(headers['webhook-id']).toBe(event.id)
    }
    const feed = await platform.app.inject({
      url: '/manage/events?after=start&limit=100',
      headers: { authorization: `Bearer ${platform.demo.insurer.test.secret}` },
    })
    const inFeed = feed.json<{ policy_id: string }[]>()
    expect(events).toEqual(inFeed.filter(({ policy_id }) => policy_id === policy.id))
    const deliveries = await webhooksOf(platform).deliveries(id)
    expect(deliveries.map(({ id: eventId }) => eventId).toSorted()).toEqual(
      receiver.received.map(({ event }) => event.id).toSorted(),
    )
    expect(deliveries[0]).toMatchObject({
      status: 'delivered',
      attempts: [{ status: 200, failure: null, answer: 'ok' }],
    })
  })

  it('gets the events that it has selected, and a distributor those of its own sales alone', async () => {
    const partner = webhooksOf(platform, platform.demo.other.test.secret)
    const live = webhooksOf(platform, platform.demo.insurer.live.secret)
    const [selected, partners, lives, everything] = await Promise.all([
      startReceiver(),
      startReceiver(),
      startReceiver(),
      startReceiver(),
    ])
    await webhooksOf(platform).create({ url: selected.url, events: ['policy.issued'] })
    await webhooksOf(platform).create({ url: everything.url, events: ['policy.issued', '*'] })
    const own = await partner.create({ url: partners.url })
    const ofLive = await live.create({ url: lives.url })
    const first = await soldPolicy(sellerOn(platform))
    const second = await soldByPartner(platform)
    await dispatcher.settled()
    expect(eventsIn(selected.received).map(({ type, policy_id }) => [type, policy_id])).toEqual([
      ['policy.issued', first.id],
      ['policy.issued', second.id],
    ])
    expect(eventsIn(everything.received, first.id).map(({ type }) => type)).toContain('payment.ok')
    expect(partners.received.length).toBeGreaterThan(2)
    expect(eventsIn(partners.received).every(({ policy_id }) => policy_id === second.id)).toBe(true)
    expect(lives.received).toEqual([])
    expect((await webhooksOf(platform).send('GET', `/${own.id}`)).statusCode).toBe(404)
    await partner.send('DELETE', `/${own.id}`)
    await live.send('DELETE', `/${ofLive.id}`)
    await Promise.all([selected, partners, lives, everything].map((one) => one.close()))
  })

  it('gets the whole record where it asks for that, as its key is shown it', async () => {
    await webhooksOf(platform).create({
      url: receiver.url,
      events: ['policy.issued'],
      payload: 'full',
    })
    const { id } = await soldPolicy(sellerOn(platform))
    await dispatcher.settled()
    const { insurer } = platform.demo
    const shown = await sellerOn(platform, { secretKey: insurer.test.secret }).get(
      `/policies/${id}`,
    )
    expect(eventsIn(receiver.received).map(({ record }) => record)).toEqual([shown.json()])
  })

  it('has its own three headers beside ours, for a receiver that expects them', async () => {
    const names = { event: 'X-Acme-Event', delivery: 'X-Acme-Delivery', signature: 'X-Acme-Hash' }
    const endpoint = { url: receiver.url, events: ['policy.issued'], legacy_headers: names }
    const { secret } = await webhooksOf(platform).create(endpoint)
    await soldPolicy(sellerOn(platform))
    await dispatcher.settled()
    const [{ headers, body, event }] = receiver.received as [ReceivedMessage]
    expect(headers['x-acme-event']).toBe('policy.issued')
    expect(headers['x-acme-delivery']).toBe(event.id)
    const hash = createHmac('sha1', secret).update(body).digest('hex')
    expect(headers['x-acme-hash']).toBe(`sha1=${hash}`)
    expect(await verifyWebhook(secret, headers, body, { now: now() })).toEqual(event)
  })

  it('is signed for by both secrets while they are exchanged, and then by the new one', async () => {
    const { id, secret } = await webhooksOf(platform).create({ url: receiver.url })
    const rotated = await webhooksOf(platform).send('POST', `/${id}/rotate`, { overlap_hours: 2 })
    const { secret: fresh } = rotated.json<{ secret: string }>()
    const verifies = async (by: string) => {
      const { headers, body } = receiver.received.at(-1) as ReceivedMessage
      return verifyWebhook(by, headers, body, { now: now() }).then(
        () => true,
        () => false,
      )
    }
    await soldPolicy(sellerOn(platform))
    await dispatcher.settled()
    expect([await verifies(secret), await verifies(fresh)]).toEqual([true, true])
    platform.clock.advance({ hours: 2 })
    await soldPolicy(sellerOn(platform))
    await dispatcher.settled()
    expect([await verifies(secret), await verifies(fresh)]).toEqual([false, true])
  })

  it('is signed for by the older secret in its own headers until the overlap is over', async () => {
    const names = { event: 'X-Acme-Event', delivery: 'X-Acme-Delivery', signature: 'X-Acme-Hash' }
    const endpoint = { url: receiver.url, events: ['policy.issued'], legacy_headers: names }
    const { id, secret } = await webhooksOf(platform).create(endpoint)
    const rotate = async () => {
      const rotated = await webhooksOf(platform).send('POST', `/${id}/rotate`, { overlap_hours: 2 })
      return rotated.json<{ secret: string }>().secret
    }
    const signedBy = async (known: Readonly<Record<string, string>>) => {
      await soldPolicy(sellerOn(platform))
      await dispatcher.settled()
      const { headers, body } = receiver.received.at(-1) as ReceivedMessage
      const hash = (by: string) => `sha1=${createHmac('sha1', by).update(body).digest('hex')}`
      const own = Object.keys(known).find(
        (name) => headers['x-acme-hash'] === hash(known[name] ?? ''),
      )
      const standard: string[] = []
      for (const [name, by] of Object.entries(known)) {
        const isSigned = verifyWebhook(by, headers, body, { now: now() })
        if (await isSigned.then(Boolean, () => false)) standard.push(name)
      }
      return { own, standard }
    }
    const second = await rotate()
    expect(await signedBy({ secret, second })).toEqual({
      own: 'secret',
      standard: ['secret', 'second'],
    })
    platform.clock.advance({ hours: 2 })
    expect(await signedBy({ secret, second })).toEqual({ own: 'second', standard: ['second'] })
    // Two rotations within one overlap: the one before the last ends at once.
    const third = await rotate()
    const fourth = await rotate()
    expect(await signedBy({ second, third, fourth })).toEqual({
      own: 'third',
      standard: ['third', 'fourth'],
    })
  })

  it('has one secret in force and one that ends, however many rotate it at once', async () => {
    const { id } = await webhooksOf(platform).create({
      url: receiver.url,
      events: ['policy.issued'],
    })
    const rotations = Array.from({ length: 8 }, () =>
      webhooksOf(platform).send('POST', `/${id}/rotate`, { overlap_hours: 2 }),
    )
    const answers = await Promise.all(rotations)
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(answers.map(() => 200))
    const secrets = answers.map((answer) => answer.json<{ secret: string }>().secret)
    expect(new Set(secrets).size).toBe(8)
    await soldPolicy(sellerOn(platform))
    await dispatcher.settled()
    const { headers, body } = receiver.received.at(-1) as ReceivedMessage
    const verified = await Promise.all(
      secrets.map((by) =>
        verifyWebhook(by, headers, body, { now: now() }).then(
          () => true,
          () => false,
        ),
      ),
    )
    expect(verified.filter(Boolean)).toHaveLength(2)
  })

  it('is signed for by the same secret after the keys were exchanged that it is sealed with', async () => {
    const { db, keyRing } = platform
    const endpoint = { url: receiver.url, events: ['policy.issued'] }
    const { id, secret } = await webhooksOf(platform).create(endpoint)
    const fresh = { id: 'fresh', key: randomBytes(32) }
    await assertRingOpensWebhooks(db, keyRing)
    await rotateWebhookSecrets(db, [fresh, ...keyRing])
    await expect(assertRingOpensWebhooks(db, keyRing)).rejects.toThrow('ENCRYPTION_KEYS')
    await assertRingOpensWebhooks(db, [fresh])
    const other = { ...fresh, key: randomBytes(32) }
    await expect(assertRingOpensWebhooks(db, [other])).rejects.toThrow('ENCRYPTION_KEYS')
    // A process with the old keys alone cannot deliver to this endpoint, and delivers to all others.
    await webhooksOf(platform).create({ ...endpoint, url: `${receiver.url}?other` })
    await dispatcher.stop()
    dispatcher = await dispatcherOn(platform)
    const policy = await soldPolicy(sellerOn(platform))
    await dispatcher.settled()
    expect(receiver.received.map(({ path }) => path)).toEqual(['/hook?other'])
    expect(dispatcher.complaints).toMatchObject([expect.stringContaining(id)])
    await dispatcher.stop()
    dispatcher = await dispatcherOn({ ...platform, keyRing: [fresh, ...keyRing] })
    await dispatcher.settled()
    const { headers, body } = receiver.received.at(-1) as ReceivedMessage
    expect(await verifyWebhook(secret, headers, body, { now: now() })).toMatchObject({
      policy_id: policy.id,
    })
    expect(receiver.received.map(({ path }) => path)).toEqual(['/hook?other', '/hook'])
    await webhooksOf(platform).send('DELETE', `/${id}`)
    await dispatcher.stop()
    dispatcher = await dispatcherOn(platform)
  })

  it('is sent again what is under way, when that is requested meanwhile', async () => {
    const { id } = await webhooksOf(platform).create({
      url: receiver.url,
      events: ['policy.issued'],
    })
    const held: (() => void)[] = []
    receiver.react = (response) => void held.push(() => void response.end('ok'))
    await soldPolicy(sellerOn(platform))
    await expect.poll(() => held.length).toBe(1)
    const event_id = receiver.received[0]?.event.id ?? ''
    // The first time there is no row yet; the second time one is being sent again.
    for (const messages of [2, 3]) {
      // Two attempts of one moment that took equally long would count as one.
      platform.clock.advance({ seconds: 1 })
      await webhooksOf(platform).resend(id, { event_id })
      await platform.feed.caughtUp()
      held.at(-1)?.()
      await expect.poll(() => receiver.received.length).toBe(messages)
    }
    receiver.react = answering(200)
    held.at(-1)?.()
    await dispatcher.settled()
    expect(receiver.received.map(({ event }) => event.id)).toEqual([event_id, event_id, event_id])
    expect(await webhooksOf(platform).deliveries(id)).toMatchObject([
      { id: event_id, status: 'delivered', attempts: { length: 3 } },
    ])
  })

  it('goes on where it stood when it was disabled and is enabled again', async () => {
    const { id } = await webhooksOf(platform).create({ url: receiver.url })
    await webhooksOf(platform).change(id, { status: 'disabled' })
    const policy = await soldPolicy(sellerOn(platform))
    await dispatcher.settled()
    expect(receiver.received).toEqual([])
    await webhooksOf(platform).change(id, { status: 'enabled' })
    await dispatcher.settled()
    expect(eventsIn(receiver.received, policy.id).length).toBeGreaterThan(2)
  })

  it('is tested with a message that carries no event', async () => {
    const { id, secret } = await webhooksOf(platform).create({ url: receiver.url })
    const tested = await webhooksOf(platform).send('POST', `/${id}/test`)
    const [{ headers, body, event }] = receiver.received as [ReceivedMessage]
    expect(tested.json()).toMatchObject({
      event_id: event.id,
      delivered: true,
      attempt: { status: 200, answer: 'ok' },
    })
    expect(event).toMatchObject({ type: 'webhook.test', subject_id: id })
    expect(await verifyWebhook(secret, headers, body, { now: now() })).toEqual(event)
    receiver.react = answering(500, {}, 'broken')
    const failed = await webhooksOf(platform).send('POST', `/${id}/test`)
    expect(failed.json()).toMatchObject({ delivered: false, attempt: { status: 500 } })
  })
})

describe('a delivery that fails', () => {
  const hours = (count: number) => count * 3600

  it('is tried again at its times, lets the rest of its policy pass, and is parked at last', async () => {
    const { id } = await webhooksOf(platform).create({ url: receiver.url })
    const isFirst = ({ event }: ReceivedMessage) => event.sequence === 1
    let arrivedBefore = 0
    receiver.react = (response, message) => {
      if (!isFirst(message)) return void response.end()
      // The rest of the policy waits while this one is thought about.
      setTimeout(() => {
        arrivedBefore = receiver.received.length
        answering(500, {}, 'x'.repeat(2000))(response, message)
      }, 300)
    }
    const policy = await soldPolicy(sellerOn(platform))
    await dispatcher.settled()
    expect(arrivedBefore).toBe(1)
    receiver.react = (response, message) =>
      isFirst(message) ? answering(500)(response, message) : void response.end()
    const sequences = eventsIn(receiver.received, policy.id).map(({ sequence }) => sequence)
    expect(sequences).toEqual(sequences.map((_, at) => at + 1))
    const [first] = await webhooksOf(platform).deliveries(id, '?status=waiting')
    expect(first).toMatchObject({
      failures: 1,
      attempts: [{ status: 500, failure: 'answered with status 500', answer: 'x'.repeat(1024) }],
    })
    const waits = [5, 300, 1800, ...[2, 5, 10, 14, 20, 24].map(hours)]
    for (const [at, seconds] of waits.entries()) {
      const before = receiver.received.length
      platform.clock.advance({ seconds: seconds - 1 })
      await dispatcher.settled()
      expect(receiver.received).toHaveLength(before)
      platform.clock.advance({ seconds: 1 + Math.ceil(seconds / 10) })
      await dispatcher.settled()
      expect(receiver.received.slice(before).map(({ event }) => event.id)).toEqual([first?.id])
      const [retried] = await webhooksOf(platform).deliveries(id, `?event_id=${first?.id}`)
      expect(retried?.failures).toBe(at + 2)
      expect(retried?.attempts).toHaveLength(at + 2)
    }
    const parked = await webhooksOf(platform).deliveries(id, '?status=parked')
    expect(parked).toMatchObject([{ id: first?.id, failures: 10, next_attempt_at: null }])
    receiver.react = answering(200)
    await webhooksOf(platform).resend(id, { event_id: first?.id ?? '' })
    await dispatcher.settled()
    expect(await webhooksOf(platform).deliveries(id, `?event_id=${first?.id}`)).toMatchObject([
      { status: 'delivered', attempts: expect.objectContaining({ length: 11 }) },
    ])
  })
})

describe('a dispatcher that delivers', () => {
  it('and loses its session is followed by another, which delivers again what was under way', async () => {
    const next = await dispatcherOn(platform)
    const { id } = await webhooksOf(platform).create({
      url: receiver.url,
      events: ['policy.issued'],
    })
    receiver.react = () => undefined
    const policy = await soldPolicy(sellerOn(platform))
    await expect.poll(() => receiver.received.length).toBe(1)
    receiver.react = answering(200)
    const sessions = await platform.db.pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where application_name = 'bindery dispatcher' and datname = current_database()
         and pid in (select pid from pg_locks where locktype = 'advisory')`,
    )
    expect(sessions.rowCount).toBe(1)
    await expect.poll(() => receiver.received.length).toBe(2)
    expect(eventsIn(receiver.received).map(({ policy_id }) => policy_id)).toEqual([
      policy.id,
      policy.id,
    ])
    await expect
      .poll(async () => (await webhooksOf(platform).deliveries(id))[0]?.status)
      .toBe('delivered')
    await next.stop()
    dispatcher.complaints.length = 0 // It has said that it lost its session.
  })
})
