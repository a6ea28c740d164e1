import { describe, expect, it } from 'vitest'
import type { HostAnswer } from './ask-host.ts'
import { type SeenPrimary, choosePrimary } from './choose-primary.ts'

const [a, b, c] = ['a', 'b', 'c'].map((host) => ({ host, port: 5432 })) as [Host, Host, Host]
type Host = { host: string; port: number }
const answer = (
  kind: 'primary' | 'standby',
  timeline: number | null,
  cluster = '7',
): HostAnswer => ({
  kind,
  cluster,
  timeline,
})
const failed: HostAnswer = { kind: 'failed', reason: 'nothing listens there' }
const seen = (host: Host, timeline: number): SeenPrimary => ({ host, cluster: '7', timeline })

function choose(
  answers: readonly (readonly [Host, HostAnswer])[],
  before: SeenPrimary | null = null,
) {
  const { primary, findings } = choosePrimary(new Map(answers), before)
  return {
    host: primary?.host.host ?? null,
    alarms: findings.filter(({ isAlarm }) => isAlarm).map(({ text }) => text),
  }
}

describe('of several hosts, the primary', () => {
  it('is the one that takes writes, whatever is wrong with the others', () => {
    const found = choose([
      [a, failed],
      [b, answer('standby', null)],
      [c, answer('primary', 1)],
    ])
    expect(found).toEqual({ host: 'c', alarms: [] })
  })

  it('is nobody while all are standbys', () => {
    expect(
      choose([
        [a, answer('standby', null)],
        [b, failed],
      ]).host,
    ).toBeNull()
  })

  it('of two at once is the one of the newer timeline, and the older one is an alarm', () => {
    const found = choose([
      [a, answer('primary', 1)],
      [b, answer('primary', 2)],
    ])
    expect(found.host).toBe('b')
    expect(found.alarms).toEqual([
      expect.stringMatching(/^a:5432 takes writes on timeline 1, and timeline 2/),
    ])
  })

  it('is never one of a timeline older than one already seen', () => {
    const found = choose(
      [
        [a, answer('primary', 1)],
        [b, failed],
      ],
      seen(b, 2),
    )
    expect(found.host).toBeNull()
    expect(found.alarms).toEqual([
      expect.stringContaining('from before a promotion and is refused'),
    ])
  })

  it('is never a host of another cluster', () => {
    const found = choose(
      [
        [a, answer('primary', 9, '8')],
        [b, answer('standby', null)],
      ],
      seen(b, 2),
    )
    expect(found.host).toBeNull()
    expect(found.alarms).toEqual([expect.stringContaining('belongs to another cluster')])
  })

  it('is unknown at first where the hosts are of different clusters', () => {
    const found = choose([
      [a, answer('primary', 1, '8')],
      [b, answer('primary', 2)],
    ])
    expect(found.host).toBeNull()
    expect(found.alarms).toHaveLength(2)
  })

  it('stays who it is where two were promoted to the same timeline', () => {
    const both = [
      [a, answer('primary', 2)],
      [b, answer('primary', 2)],
    ] as const
    expect(choose(both).host).toBeNull()
    expect(choose(both, seen(b, 2))).toEqual({
      host: 'b',
      alarms: [expect.stringMatching(/^a:5432 .* two primaries run at once/)],
    })
  })

  it('is known by its role alone where the server hides its identity', () => {
    expect(
      choose([
        [a, failed],
        [b, { kind: 'primary', cluster: null, timeline: null }],
      ]).host,
    ).toBe('b')
  })
})
