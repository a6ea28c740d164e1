import { describe, expect, it } from 'vitest'
import { openOrderBook } from './order-book.ts'

/** A press whose orders take a moment, and the names of those that it has carried out. */
function pressing(isBusy: () => boolean = () => false) {
  const done: string[] = []
  const book = openOrderBook(isBusy)
  const order = (name: string, { isPatient = true, waitedMs = 0 } = {}) =>
    new Promise<void>((resolve) => {
      book.add({
        isPatient,
        carryOut: async () => {
          done.push(name)
          resolve()
          return { waitedMs }
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

  it('let requests and whoever waits for a document go first', async () => {
    let isBusy = true
    const { done, order } = pressing(() => isBusy)
    const patient = ['a', 'b'].map((name) => order(name))
    await order('urgent', { isPatient: false })
    expect(done).toEqual(['urgent'])
    isBusy = false
    await Promise.all(patient)
    expect(done).toEqual(['urgent', 'a', 'b'])
  })

  it('let whoever waits for a document go first where nothing else keeps them', async () => {
    const { done, order } = pressing()
    const patient = ['a', 'b', 'c'].map((name) => order(name))
    await Promise.all([...patient, order('urgent', { isPatient: false })])
    expect(done).toEqual(['a', 'urgent', 'b', 'c'])
  })

  it('are made in the end, however busy it is', async () => {
    const { done, order } = pressing(() => true)
    await order('a')
    expect(done).toEqual(['a'])
  })

  it('leave the processor to others for as long as they had to wait for it', async () => {
    const { done, order } = pressing()
    const first = order('a', { waitedMs: 600 })
    const second = order('b')
    await first
    await order('urgent', { isPatient: false })
    expect(done).toEqual(['a', 'urgent'])
    await second
    expect(done).toEqual(['a', 'urgent', 'b'])
  })
})
