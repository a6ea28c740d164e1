import { watchMachine } from '../jobs/index.ts'

/** One for this process, one for the portfolio, and one for whoever comes meanwhile. */
const freeProcessorsMin = 3

/** Reports at any moment whether a portfolio can be priced without slowing requests down. */
export function watchRoom(): () => boolean {
  const machine = watchMachine(performance.now())
  return () => {
    const { processors, othersUse } = machine(performance.now())
    return processors - othersUse >= freeProcessorsMin
  }
}
