import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createShares } from './concurrency-limits.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const open = () => createShares('imports', { inAllMax: 3, perAccountMax: 2 }, 1_000)
const isSettled = async (promise: Promise<unknown>) =>
  (await Promise.race([promise, Promise.resolve('not yet')])) !== 'not yet'

it('an account that has its share waits, and lets others pass', async () => {
  const shares = open()
  const first = await shares.take('greedy')
  await shares.take('greedy')
  const third = shares.take('greedy')
  const giveBack = await shares.take('other')
  expect(await isSettled(third)).toBe(false)
  giveBack()
  expect(await isSettled(third)).toBe(false)
  first()
  await third
})

it('who waited longest comes first', async () => {
  const shares = open()
  const held = [await shares.take('a'), await shares.take('a'), await shares.take('b')]
  const [c, d] = [shares.take('c'), shares.take('d')]
  held[2]?.()
  await c
  expect(await isSettled(d)).toBe(false)
  held[0]?.()
  await d
})

it('nobody waits for ever, and who left the queue takes no place', async () => {
  const shares = open()
  const held = [await shares.take('a'), await shares.take('a'), await shares.take('b')]
  const waiting = expect(shares.take('c')).rejects.toThrow('Other imports are running.')
  await vi.advanceTimersByTimeAsync(1_000)
  await waiting
  for (const giveBack of held) giveBack()
  await Promise.all([shares.take('a'), shares.take('b'), shares.take('c')])
})

it('a place is given back once', async () => {
  const shares = open()
  const giveBack = await shares.take('a')
  giveBack()
  giveBack()
  await Promise.all([shares.take('a'), shares.take('b'), shares.take('c')])
  expect(await isSettled(shares.take('d'))).toBe(false)
})

it('an account can have only so many waiting', async () => {
  const shares = open()
  await Promise.all([shares.take('a'), shares.take('a')])
  for (let waiting = 0; waiting < 16; waiting += 1) void shares.take('a').catch(() => undefined)
  await expect(shares.take('a')).rejects.toThrow('Other imports are running.')
})
