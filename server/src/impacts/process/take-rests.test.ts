import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { inSlices } from './take-rests.ts'

async function slicesOf(count: number, mustYield: (done: number) => boolean): Promise<number[][]> {
  const slices: number[][] = []
  const done = () => slices.reduce((sum, { length }) => sum + length, 0)
  await inSlices(
    Array.from({ length: count }, (_, at) => at),
    () => mustYield(done()),
    async (slice) => void slices.push([...slice]),
  )
  return slices
}

describe('work that steps back', () => {
  it('does everything once and in order, whenever somebody comes', async () => {
    const calls = fc.array(fc.boolean(), { minLength: 1, maxLength: 7 })
    await fc.assert(
      fc.asyncProperty(fc.nat(700), calls, async (count, busy) => {
        let asked = 0
        const slices = await slicesOf(count, () => busy[asked++ % busy.length] ?? false)
        expect(slices.flat()).toEqual(Array.from({ length: count }, (_, at) => at))
      }),
      { numRuns: 30 },
    )
  })

  it('takes small steps while somebody is served, and large ones again after', async () => {
    const slices = await slicesOf(700, (done) => done < 100)
    expect(slices.map(({ length }) => length)).toEqual([20, 20, 20, 20, 20, 250, 250, 100])
  })
})
