import { describe, expect, it } from 'vitest'
import { openRenderQueue } from './render-queue.ts'

/** A renderer whose orders take a moment, and the names of those that it has carried out. */
function pressing() {
  const done: string[] = []
  const book = openRenderQueue()
  const order = (name: string, { isPatient = true } = {}) =>
    new Promise<void>((resolve) => {
      book.add({
        isPatient,
        carryOut: async () => {
          done.push(name)
          resolve()
        },
      })
    })
  return { done, order }
}

describe('documents that nobody waits for', () => {
  it('are made one after the other, in the order in which they came', async () => {
    const { done, order } = pressing()
    await Promise.all(['a', 'b', 'c'].map((name) => order(name)))
    await order('d')
    expect(done).toEqual(['a', 'b', 'c', 'd'])
  })

  it('let whoever waits for a document go first', async () => {
    const { done, order } = pressing()
    const patient = ['a', 'b', 'c'].map((name) => order(name))
    await Promise.all([...patient, order('urgent', { isPatient: false })])
    expect(done).toEqual(['a', 'urgent', 'b', 'c'])
  })
})
