import { advanceAll } from '@bindery/server/test/builders/clock.ts'
import { dunCyber, soldUnpaid } from '@bindery/server/test/builders/dunning.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ServedPlatform, servedPlatform } from './support/served-platform.ts'

let served: ServedPlatform
beforeAll(async () => {
  served = await servedPlatform({ leavesDocuments: true })
  await dunCyber(served.platform)
})
afterAll(() => served.close())

const of = (stdout: string, id: string) => stdout.split('\n').find((line) => line.startsWith(id))

describe('dunning on the command line', () => {
  it('is listed by step and age, held until a day, and goes on when it is released', async () => {
    const { cli, platform } = served
    const { id, clock } = await soldUnpaid(platform)
    await advanceAll(platform, clock, '2031-06-12T10:00:00Z')
    const listed = await cli.run(['dunning', 'list', '--state', 'open', '--step', 'reminded'])
    expect(of(listed.stdout, id)).toMatch(/open +reminded +2031-06-02 +1,462\.41 EUR +dnc_/)
    const older = await cli.run(['dunning', 'list', '--to', '2031-06-01'])
    expect(older.stdout).toContain('Nothing was found.')
    const mixedUp = await cli.run(['dunning', 'list', '--from', '2031-06-02', '--to', '2031-06-01'])
    expect([mixedUp.code, mixedUp.stderr]).toEqual([2, expect.stringContaining('is later than')])
    const [wrong, choices] = await Promise.all([
      cli.run(['dunning', 'list', '--step', 'sued']),
      cli.run(['dunning', 'list', '--step', 'suspended']),
    ])
    expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining('suspended')])
    expect(choices.stdout).toContain('Nothing was found.')

    const reason = ['--reason', 'The amount is disputed.']
    const held = await cli.run([
      'dunning',
      'hold',
      '--policy',
      id,
      '--until',
      '2031-07-31',
      ...reason,
    ])
    expect(held.stdout).toMatch(/Dunning is on hold until the end of 2031-07-31: dnh_/)
    const holdId = /dnh_\w+/.exec(held.stdout)?.[0] ?? ''
    await advanceAll(platform, clock, '2031-07-01T10:00:00Z')
    expect(of((await cli.run(['dunning', 'list'])).stdout, id)).toMatch(/open +reminded/)
    const holds = await cli.run(['dunning', 'holds'])
    expect(of(holds.stdout, holdId)).toMatch(/2031-07-31 +The amount is disputed\./)
    const released = await cli.run(['dunning', 'release', holdId])
    expect(released.stdout).toContain(`${holdId} is released.`)
    await platform.runDue()
    const noticed = await cli.run(['dunning', 'list', '--step', 'notice_sent'])
    expect(of(noticed.stdout, id)).toMatch(
      /open +notice_sent +2031-06-02 +1,462\.41 EUR +2031-07-18/,
    )
    const again = await cli.run(['dunning', 'release', holdId])
    expect([again.code, again.stderr]).toEqual([1, expect.stringContaining('already released')])
  })

  it('holds a whole product, and nothing without an end or a reason', async () => {
    const { cli } = served
    const until = ['--until', '2027-03-31']
    const reason = ['--reason', 'The post is on strike.']
    const held = await cli.run(['dunning', 'hold', '--product', 'cyber', ...until, ...reason])
    expect(held.stdout).toContain('Dunning is on hold until the end of 2027-03-31')
    for (const [words, code, message] of [
      [['--product', 'cyber', ...reason], 2, '--until'],
      [['--product', 'cyber', ...until], 2, '--reason'],
      [[...until, ...reason], 2, 'Add --policy or --product.'],
      [['--product', 'cyber', '--policy', 'CYB-1', ...until, ...reason], 2, '--product'],
      [['--product', 'boats', ...until, ...reason], 1, 'boats'],
      [['--product', 'cyber', '--until', 'forever', ...reason], 1, 'until'],
      [['--product', 'cyber', '--until', '2099-12-31', ...reason], 1, 'or earlier'],
    ] as const) {
      const refused = await cli.run(['dunning', 'hold', ...words])
      expect([refused.code, refused.stderr]).toEqual([code, expect.stringContaining(message)])
    }
    const unknown = await cli.run(['dunning', 'release', 'dnh_01b0acc58e2037d5e1096cb84fa2'])
    expect([unknown.code, unknown.stderr]).toEqual([
      1,
      expect.stringContaining('List the holds with: bindery dunning holds'),
    ])
  })
})
