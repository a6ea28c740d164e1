import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createConcurrencyLimiter } from './concurrency-limits.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const open = () => createConcurrencyLimiter('imports', { inAllMax: 3, perAccountMax: 2 }, 1_000)
const isSettled = async (promise: Promise<unknown>) =>
  (await Promise.race([promise, Promise.resolve('not yet')])) !== 'not yet'

it('an account at its own limit waits, and lets others pass', async () => {
  const limiter = open()
  const first = await limiter.take('greedy')
  await limiter.take('greedy')
  const third = limiter.take('greedy')
  const release = await limiter.take('other')
  expect(await isSettled(third)).toBe(false)
  release()
  expect(await isSettled(third)).toBe(false)
  first()
  await third
})

it('the call that waited longest comes first', async () => {
  const limiter = open()
  const held = [await limiter.take('a'), await limiter.take('a'), await limiter.take('b')]
  const [c, d] = [limiter.take('c'), limiter.take('d')]
  held[2]?.()
  await c
  expect(await isSettled(d)).toBe(false)
  held[0]?.()
  await d
})

it('no call waits for ever, and one that left the queue takes no slot', async () => {
  const limiter = open()
  const held = [await limiter.take('a'), await limiter.take('a'), await limiter.take('b')]
  const waiting = expect(limiter.take('c')).rejects.toThrow('Other imports are running.')
  await vi.advanceTimersByTimeAsync(1_000)
  await waiting
  for (const release of held) release()
  await Promise.all([limiter.take('a'), limiter.take('b'), limiter.take('c')])
})

it('a slot is released once', async () => {
  const limiter = open()
  const release = await limiter.take('a')
  release()
  release()
  await Promise.all([limiter.take('a'), limiter.take('b'), limiter.take('c')])
  expect(await isSettled(limiter.take('d'))).toBe(false)
})

it('an account can have a limited number of waiting calls', async () => {
  const limiter = open()
  await Promise.all([limiter.take('a'), limiter.take('a')])
  for (let waiting = 0; waiting < 16; waiting += 1) void limiter.take('a').catch(() => undefined)
  await expect(limiter.take('a')).rejects.toThrow('Other imports are running.')
})
