import { expect, it } from 'vitest'
import { takeTurns } from './take-turns.ts'

const limits = { atOnceMax: 1, waitingMax: 4, waitingOfOwnerMax: 3 }

it('gives each owner a turn before any has its second', async () => {
  const turns = takeTurns(limits)
  const done: string[] = []
  const work = (name: string) => async () => void done.push(name)
  await Promise.all([
    turns.take('a', work('a1')),
    turns.take('a', work('a2')),
    turns.take('a', work('a3')),
    turns.take('b', work('b1')),
  ])
  expect(done).toEqual(['a1', 'a2', 'b1', 'a3'])
})

it('refuses what would wait too long, of one owner and of all', async () => {
  const turns = takeTurns(limits)
  const { promise, resolve } = Promise.withResolvers<void>()
  const taken = ['a', 'a', 'a', 'a'].map((owner) => turns.take(owner, () => promise))
  await expect(turns.take('a', () => promise)).rejects.toMatchObject({
    kind: 'temporarily_unavailable',
  })
  taken.push(turns.take('b', () => promise))
  await expect(turns.take('c', () => promise)).rejects.toMatchObject({
    kind: 'temporarily_unavailable',
  })
  resolve()
  await Promise.all(taken)
})

it('goes on after work that failed', async () => {
  const turns = takeTurns(limits)
  await expect(turns.take('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await turns.take('a', async () => 'yes')).toBe('yes')
})
