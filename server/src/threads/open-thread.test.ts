import { afterAll, describe, expect, it } from 'vitest'
import { ThreadLost, openThread } from './open-thread.ts'

const options = {
  name: 'test-thread',
  entry: new URL('./testing/test-thread.ts', import.meta.url),
  heapMebibytesMax: 64,
  turnCpuMsMax: 500,
}
const thread = openThread(options)

afterAll(() => thread.close())

describe('a thread', () => {
  it('runs tasks, asks back, and refuses as a room does', async () => {
    expect(await thread.run('add', [1, 2])).toBe(3)
    const answer = (_verb: string, question: unknown) => `${String(question)}? Yes.`
    expect(await thread.run('ask', 'Is it so', { answer })).toBe('Is it so? Yes.')
    await expect(thread.run('refuse', null)).rejects.toMatchObject({
      details: { kind: 'not_found', code: 'thing_not_found', message: 'Thing one was not found.' },
    })
  })

  it('runs tasks that come at once in the order in which they come', async () => {
    const sums = Array.from({ length: 500 }, (_, n) => thread.run('add', [n, 1]))
    expect(await Promise.all(sums)).toEqual(sums.map((_, n) => n + 1))
    expect(await thread.run('added', null)).toEqual(Array.from({ length: 500 }, (_, n) => n))
  })

  it('fails a task or an answer that cannot be sent, and only that', async () => {
    const tasks = [
      thread.run('add', [1, 1]),
      thread.run('add', [1, () => 1]),
      thread.run('give', 'function'),
      thread.run('add', [2, 1]),
    ]
    expect(await Promise.allSettled(tasks)).toMatchObject([
      { value: 2 },
      { reason: { name: 'DataCloneError' } },
      { reason: { name: 'DataCloneError' } },
      { value: 3 },
    ])
  })

  it('is ended when it computes without end, and names the task', async () => {
    const { life } = thread
    const waiting = thread.run('wait', null).catch((error: unknown) => error)
    const computing = thread.run('compute', null).catch((error: unknown) => error)
    expect(await computing).toMatchObject({
      isCulprit: true,
      reason: expect.stringMatching(/0.5 seconds/),
    })
    expect(await waiting).toMatchObject({ isCulprit: false })
    expect(await thread.run('add', [2, 2])).toBe(4)
    expect(thread.life).toBe(life + 1)
  })

  it('is ended when it takes more memory than it may have', async () => {
    const hoarding = await thread.run('hoard', null).catch((error: unknown) => error)
    expect(hoarding).toBeInstanceOf(ThreadLost)
    expect(await thread.run('add', [3, 2])).toBe(5)
  })

  it('may take its time to begin, on a machine that has much to do', async () => {
    // So many begin at once that most are looked at before they have begun.
    const crowd = Array.from({ length: 24 }, () => openThread(options))
    const sums = await Promise.all(crowd.map((one, n) => one.run('add', [n, 1])))
    expect(sums).toEqual(crowd.map((_, n) => n + 1))
    await Promise.all(crowd.map((one) => one.close()))
  })

  it('is ended over a task that takes longer than it may', async () => {
    const waited = await thread.run('wait', null, { msMax: 1 }).catch((error: unknown) => error)
    expect(waited).toMatchObject({ isCulprit: true, reason: 'took more than 0.001 seconds' })
  })
})
