import { afterAll, describe, expect, it } from 'vitest'
import { ThreadLost, openThread } from './open-thread.ts'

const options = {
  name: 'labourer',
  entry: new URL('./testing/labourer.ts', import.meta.url),
  heapMebibytesMax: 64,
  stretchCpuMsMax: 500,
}
const thread = openThread(options)

afterAll(() => thread.close())

describe('a thread', () => {
  it('carries out orders, asks back, and refuses as a room does', async () => {
    expect(await thread.order('add', [1, 2])).toBe(3)
    const answer = (_verb: string, question: unknown) => `${String(question)}? Yes.`
    expect(await thread.order('ask', 'Is it so', { answer })).toBe('Is it so? Yes.')
    await expect(thread.order('refuse', null)).rejects.toMatchObject({
      told: { kind: 'not_found', code: 'thing', message: 'Thing one was not found.' },
    })
  })

  it('carries out what it is told at once in the order in which it is told', async () => {
    const sums = Array.from({ length: 500 }, (_, n) => thread.order('add', [n, 1]))
    expect(await Promise.all(sums)).toEqual(sums.map((_, n) => n + 1))
    expect(await thread.order('order', null)).toEqual(Array.from({ length: 500 }, (_, n) => n))
  })

  it('fails an order or an answer that cannot be sent, and only that', async () => {
    const orders = [
      thread.order('add', [1, 1]),
      thread.order('add', [1, () => 1]),
      thread.order('give', 'function'),
      thread.order('add', [2, 1]),
    ]
    expect(await Promise.allSettled(orders)).toMatchObject([
      { value: 2 },
      { reason: { name: 'DataCloneError' } },
      { reason: { name: 'DataCloneError' } },
      { value: 3 },
    ])
  })

  it('is ended when it computes without end, and tells which order it was', async () => {
    const { life } = thread
    const waiting = thread.order('wait', null).catch((error: unknown) => error)
    const computing = thread.order('compute', null).catch((error: unknown) => error)
    expect(await computing).toMatchObject({
      isCulprit: true,
      reason: expect.stringMatching(/0.5 seconds/),
    })
    expect(await waiting).toMatchObject({ isCulprit: false })
    expect(await thread.order('add', [2, 2])).toBe(4)
    expect(thread.life).toBe(life + 1)
  })

  it('is ended when it takes more memory than it may have', async () => {
    const hoarding = await thread.order('hoard', null).catch((error: unknown) => error)
    expect(hoarding).toBeInstanceOf(ThreadLost)
    expect(await thread.order('add', [3, 2])).toBe(5)
  })

  it('may take its time to begin, on a machine that has much to do', async () => {
    // So many begin at once that most are looked at before they have begun.
    const crowd = Array.from({ length: 24 }, () => openThread(options))
    const sums = await Promise.all(crowd.map((one, n) => one.order('add', [n, 1])))
    expect(sums).toEqual(crowd.map((_, n) => n + 1))
    await Promise.all(crowd.map((one) => one.close()))
  })

  it('is ended over an order that takes longer than it may', async () => {
    const waited = await thread.order('wait', null, { msMax: 1 }).catch((error: unknown) => error)
    expect(waited).toMatchObject({ isCulprit: true, reason: 'took more than 0.001 seconds' })
  })
})
