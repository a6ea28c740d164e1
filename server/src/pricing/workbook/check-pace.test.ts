import { describe, expect, it } from 'vitest'
import { compiledWorkbook } from '../testing/build-workbook.ts'
import { checkPace } from './check-pace.ts'

function workbookWith(cells: Readonly<Record<string, string | number>>, net: string) {
  return compiledWorkbook({
    sheets: { Calc: { K1: net, K2: 0.19, ...cells } },
    inputs: { a: 'Calc!A1' },
    outputs: { net_premium: 'Calc!K1', tax_rate: 'Calc!K2' },
  })
}

describe('the pace of a workbook', () => {
  it('is no matter where prices come at once, and what was computed is at hand', async () => {
    const workbook = workbookWith({ A1: 21, B1: '=A1+1' }, '=B1*2')
    expect(await checkPace(workbook)).toEqual({ ok: true, recomputed: workbook.recompute() })
  })

  it('is too slow where arrays take long for each price, and the slowest cell is named', async () => {
    const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'.split('')
    const across = letters.flatMap((first) => letters.map((second) => `${first}${second}9`))
    const down = Array.from({ length: 1000 }, (_, at) => `B${at + 10}`)
    const numbers = [...across, ...down].map((cell, at): [string, number] => [cell, at])
    const cells = { ...Object.fromEntries(numbers), A1: 2, C1: '=A1*2' }
    const workbook = workbookWith(cells, `=SUMPRODUCT(B10:B1009*AA9:ZZ9*C1${'*A1'.repeat(8)})`)
    expect(await checkPace(workbook)).toMatchObject({ ok: false, problem: { place: 'Calc!K1' } })
  })

  it('is asked again before it is refused: the first time is the slowest', async () => {
    const workbook = workbookWith({ A1: 21 }, '=A1*2')
    let times = 0
    const recomputing = () => {
      times += 1
      return workbook.recomputing()
    }
    expect(await checkPace({ recomputing }, -1)).toMatchObject({ ok: false })
    expect(times).toBe(4)
  })

  it('is too slow where a price would hold up those of others', async () => {
    const workbook = workbookWith({ A1: 21 }, '=A1*2')
    const recomputing = function* () {
      compute(100)
      return yield* workbook.recomputing()
    }
    expect(await checkPace({ recomputing })).toMatchObject({
      ok: false,
      problem: { message: expect.stringContaining('more than 50 ms') },
    })
  })
})

function compute(cpuMs: number): void {
  const before = process.threadCpuUsage()
  while (process.threadCpuUsage(before).user < cpuMs * 1000);
}
