import { spawn } from 'node:child_process'
import { type AddressInfo, type Socket, connect, createServer } from 'node:net'
import { verifyWebhook } from '@bindery/sdk'
import {
  type TestReceiver,
  answering,
  startReceiver,
} from '@bindery/server/test/builders/receiver.ts'
import { sellerOn, soldPolicy } from '@bindery/server/test/builders/sale.ts'
import { dispatcherOn } from '@bindery/server/test/builders/webhooks.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildCli } from '../tools/build.ts'
import { type ServedPlatform, servedPlatform } from './support/served-platform.ts'

let served: ServedPlatform
let receiver: TestReceiver
beforeAll(async () => {
  served = await servedPlatform({ webhooks: { allowsPrivate: true } })
  receiver = await startReceiver()
})
afterAll(async () => {
  await receiver.close()
  await served.close()
})

describe('bindery webhooks', () => {
  it('creates one, tests it, lists its deliveries and sends them again', async () => {
    const { cli, platform } = served
    const created = ['webhooks', 'create', receiver.url, '--events', 'policy.issued']
    const { id, secret } = await cli.json<{ id: string; secret: string }>(created)
    const now = () => new Date(platform.clock().epochMilliseconds)
    expect((await cli.run(['webhooks', 'list'])).stdout).toContain(id)
    expect((await cli.run(['webhooks', 'test', id])).stdout).toMatch(/delivered +yes/)
    const { headers, body } = receiver.received[0] ?? { headers: {}, body: '' }
    expect(await verifyWebhook(secret, headers, body, { now: now() })).toMatchObject({
      type: 'webhook.test',
    })
    receiver.react = answering(500, {}, 'broken')
    expect((await cli.run(['webhooks', 'test', id])).code).toBe(1)

    const dispatcher = await dispatcherOn(platform)
    await soldPolicy(sellerOn(platform))
    await dispatcher.settled()
    const waiting = await cli.run(['webhooks', 'deliveries', id, '--status', 'waiting'])
    expect(waiting.stdout).toMatch(/ policy\.issued +waiting +1 .*answered with status 500/)
    receiver.react = answering(200)
    expect((await cli.run(['webhooks', 'resend', id, '--failed'])).code).toBe(0)
    await platform.runDue(['resend_webhooks'])
    await dispatcher.settled()
    await dispatcher.stop()
    expect((await cli.run(['webhooks', 'deliveries', id])).stdout).toMatch(/ delivered +2 /)

    const nothing = await cli.run(['webhooks', 'resend', id, '--failed'])
    expect(nothing.stdout).toContain('Nothing to send again')
    const longAgo = ['--from', '2020-03-01T00:00:00Z', '--until', '2020-03-02T00:00:00Z']
    const never = await cli.run(['webhooks', 'resend', id, ...longAgo])
    expect(never.stdout).toContain('Nothing to send again')

    const disabled = await cli.run(['webhooks', 'disable', id])
    expect([disabled.code, disabled.stdout]).toEqual([0, expect.stringContaining('is disabled')])
    expect((await cli.run(['webhooks', 'list'])).stdout).toContain('disabled (request)')
    expect((await cli.run(['webhooks', 'enable', id])).stdout).toContain('is enabled')

    const rotated = await cli.json<{ secret: string }>(['webhooks', 'rotate', id])
    expect(rotated.secret).not.toBe(secret)
    const unknown = await cli.run(['webhooks', 'rotate', 'whk_0'])
    expect(unknown.stderr).toContain('bindery webhooks list')
    const failed = await Promise.all(
      [
        ['create', receiver.url, '--events', 'policy.issued', 'policy.isued'],
        ['resend', id, '--event', 'evt_0'],
        ['resend', id],
        ['resend', id, '--failed', '--from', '2027-03-01T00:00:00Z'],
      ].map((words) => cli.run(['webhooks', ...words])),
    )
    expect(failed.map(({ code }) => code)).toEqual([2, 1, 2, 2])
    expect(failed[0]?.stderr).toContain('Did you mean policy.issued?')
    expect(failed[1]?.stderr).toContain('Check both ids')
    expect(failed[2]?.stderr).toContain('--event, --failed, or --from with --until')

    expect((await cli.run(['webhooks', 'delete', id, '--yes'])).stdout).toContain('is deleted')
    const gone = await cli.run(['webhooks', 'delete', id, '--yes'])
    expect([gone.code, gone.stderr]).toEqual([1, expect.stringContaining('bindery webhooks list')])
  })

  it('passes events on to this machine, signed, as they happen', async () => {
    const { platform, cli } = served
    for (const wrong of [
      ['--forward', 'localhost:3000/hook'],
      ['--forward', receiver.url, '--secret', 'hunter2'],
    ]) {
      expect((await cli.run(['webhooks', 'listen', ...wrong])).code).toBe(2)
    }
    const listens = ['webhooks', 'listen', '--forward', receiver.url, '--events']
    const neverSent = await cli.run([...listens, '*', 'policy.issued,policy.isued'])
    expect(neverSent.code).toBe(2)
    expect(neverSent.stderr).toContain('Did you mean policy.issued?')
    const neverHappens = await cli.run(['events', '--type', 'sold'])
    expect(neverHappens.stderr).toMatch(/no event type sold. Write one of .*policy.issued/)
    const way = await openWay(served.url)
    receiver.received.length = 0
    await soldPolicy(sellerOn(platform))
    const child = spawn(
      process.execPath,
      [
        await buildCli(),
        'webhooks',
        'listen',
        '--forward',
        receiver.url,
        '--events',
        'policy.issued,policy.cancelled',
      ],
      {
        env: {
          ...process.env,
          BINDERY_URL: way.url,
          BINDERY_KEY: platform.demo.insurer.test.secret,
        },
      },
    )
    let output = ''
    child.stdout.on('data', (chunk) => void (output += String(chunk)))
    try {
      await expect.poll(() => /whsec_\S+=/.exec(output)?.[0]).toBeDefined()
      const secret = /whsec_[A-Za-z0-9+/]+=/.exec(output)?.[0] ?? ''
      const policy = await soldPolicy(sellerOn(platform))
      await expect.poll(() => receiver.received.length).toBe(1)
      const { headers, body } = receiver.received[0] ?? { headers: {}, body: '' }
      expect(await verifyWebhook(secret, headers, body)).toMatchObject({
        type: 'policy.issued',
        policy_id: policy.id,
      })
      // The server is away for a while, and what happens meanwhile is passed on later.
      way.isAway = true
      await expect.poll(() => output).toContain('Retrying.')
      const later = await soldPolicy(sellerOn(platform))
      way.isAway = false
      await expect.poll(() => receiver.received[1]?.event.policy_id).toBe(later.id)
    } finally {
      child.kill()
      await way.close()
    }
  })
})

/** A way to the server on which nothing gets through now and then. */
async function openWay(target: string) {
  const sockets = new Set<Socket>()
  const port = Number(new URL(target).port)
  const server = createServer((socket) => {
    if (way.isAway) return void socket.destroy()
    const on = connect(port, '127.0.0.1')
    for (const one of [socket, on]) {
      sockets.add(one)
      one.on('error', () => undefined)
      one.on('data', () => way.isAway && [socket, on].forEach((both) => both.destroy()))
      one.on('close', () => [socket, on].forEach((both) => both.destroy()))
    }
    socket.pipe(on).pipe(socket)
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const way = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, // It listens on a port.
    isAway: false,
    close: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => void server.close(resolve))
    },
  }
  return way
}
