import { describe, expect, it } from 'vitest'
import { openRenderQueue } from './render-queue.ts'

/** A renderer whose tasks take a moment, and the names of those that it has carried out. */
function openQueue() {
  const done: string[] = []
  const queue = openRenderQueue()
  const task = (name: string, { isPatient = true } = {}) =>
    new Promise<void>((resolve) => {
      queue.add({
        isPatient,
        carryOut: async () => {
          done.push(name)
          resolve()
        },
      })
    })
  return { done, task }
}

describe('documents that nobody waits for', () => {
  it('are made one after the other, in the order in which they came', async () => {
    const { done, task } = openQueue()
    await Promise.all(['a', 'b', 'c'].map((name) => task(name)))
    await task('d')
    expect(done).toEqual(['a', 'b', 'c', 'd'])
  })

  it('come after those that somebody waits for', async () => {
    const { done, task } = openQueue()
    const patient = ['a', 'b', 'c'].map((name) => task(name))
    await Promise.all([...patient, task('urgent', { isPatient: false })])
    expect(done).toEqual(['a', 'urgent', 'b', 'c'])
  })
})
