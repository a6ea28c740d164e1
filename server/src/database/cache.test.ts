import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createCache } from './cache.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] })
  vi.advanceTimersByTime(1) // At the zero hour the library would take an entry for one without age.
})
afterEach(() => void vi.useRealTimers())

/** A source that counts how often it was asked. */
function source(entriesMax = 10, freshMs = 1_000) {
  const cache = createCache<string, string>({ entriesMax, freshMs })
  const asked: string[] = []
  const get = async (key: string) =>
    cache.get(key, async () => {
      asked.push(key)
      return `${key}${asked.length}`
    })
  return { cache, asked, get }
}

describe('a cache', () => {
  it('asks once and then knows', async () => {
    const { get, asked } = source()
    expect([await get('a'), await get('a')]).toEqual(['a1', 'a1'])
    expect(asked).toEqual(['a'])
  })

  it('asks once for all who ask at the same time', async () => {
    const { get, asked } = source()
    expect(await Promise.all([get('a'), get('a'), get('a')])).toEqual(['a1', 'a1', 'a1'])
    expect(asked).toEqual(['a'])
  })

  it('asks again once its time is over, and not a moment before', async () => {
    const { get, asked } = source(10, 1_000)
    await get('a')
    vi.advanceTimersByTime(1_000)
    expect(await get('a')).toBe('a1')
    vi.advanceTimersByTime(1)
    expect(await get('a')).toBe('a2')
    expect(asked).toHaveLength(2)
  })

  it('keeps for ever what never changes', async () => {
    const { get, asked } = source(10, Infinity)
    await get('a')
    vi.advanceTimersByTime(1e12)
    await get('a')
    expect(asked).toHaveLength(1)
  })

  it('lets go of what was unused longest', async () => {
    const { get, asked } = source(2)
    await get('a')
    await get('b')
    await get('a')
    await get('c')
    asked.length = 0
    await get('a')
    await get('c')
    expect(asked).toEqual([])
    await get('b')
    expect(asked).toEqual(['b'])
  })

  it('does not keep a failure', async () => {
    const cache = createCache<string, string>({ entriesMax: 10, freshMs: 1_000 })
    const failing = async () => {
      throw new Error('the database is away')
    }
    await expect(cache.get('a', failing)).rejects.toThrow('away')
    expect(await cache.get('a', async () => 'back')).toBe('back')
  })

  it('does not keep that something is missing: it may be there in a moment', async () => {
    const cache = createCache<string, string | undefined>({ entriesMax: 10, freshMs: 1_000 })
    expect(await cache.get('a', async () => undefined)).toBeUndefined()
    expect(await cache.get('a', async () => 'there')).toBe('there')
  })

  it('that is cleared forgets also what was just being asked for', async () => {
    const cache = createCache<string, string>({ entriesMax: 10, freshMs: 1_000 })
    const gate = Promise.withResolvers<string>()
    const early = cache.get('a', () => gate.promise)
    cache.clear()
    gate.resolve('stale')
    expect(await early).toBe('stale')
    expect(await cache.get('a', async () => 'fresh')).toBe('fresh')
  })
})
