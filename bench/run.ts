import { type Contestant, type PlatformContestant, startBare, startPlatform } from './contestant.ts'
import { watchMemory } from './memory.ts'
import { type BenchOptions, readOptions, usage } from './options.ts'
import { courseName, exceeded } from './budget/check.ts'
import { readBudgets, writeBudget } from './budget/budget.ts'
import { measureSteps } from './budget/step-costs.ts'
import { measureDocuments } from './documents-beside-sales.ts'
import { type Report, errorsIn, printReport } from './report.ts'
import { openSeller } from './seller.ts'
import { runMixedLoad, warmUp, workbookToFormula } from './stages.ts'
import { type Course, type Kind, takeTurns } from './turns.ts'

/** This process is the load generator; every server runs in another. */
async function main(): Promise<void> {
  const options = readOptions(process.argv.slice(2))
  const connections = Math.max(...options.connections)
  const platform = await startPlatform('bindery', { connections, profile: options.profile })
  try {
    const bare = await startBare(platform, connections)
    const other = options.beside === null ? null : await startOther(options.beside, connections)
    try {
      const report = await measure({ bare, platform, other }, options)
      process.stdout.write(
        options.json ? `${JSON.stringify(report, null, 2)}\n` : printReport(report),
      )
      if (errorsIn(report).length > 0) process.exitCode = 1
      else await holdToBudget(report)
    } finally {
      bare.stop()
      await other?.stop()
    }
  } finally {
    await platform.stop()
  }
}

function startOther(checkout: string, connections: number): Promise<PlatformContestant> {
  return startPlatform('other', { connections, profile: null, checkout })
}

async function measure(
  servers: {
    readonly bare: Contestant
    readonly platform: PlatformContestant
    readonly other: PlatformContestant | null
  },
  options: BenchOptions,
): Promise<Report> {
  const { bare, platform, other } = servers
  const contestants = [bare, platform, ...(other === null ? [] : [other])]
  const most = Math.max(...options.connections)
  for (const contestant of contestants) {
    await warmUp(contestant.seller, most)
    await contestant.rest()
  }
  const steps = await measureSteps(platform) // First: what a load leaves behind is written beside them.
  const courses: Course[] = []
  for (const connections of options.connections) {
    for (const kind of ['quotes', 'sales'] satisfies Kind[]) {
      const { turns, seconds } = options
      courses.push(...(await takeTurns(contestants, { kind, connections, turns, seconds })))
    }
  }
  const documents =
    options.documentSeconds === 0 ? null : await measureDocuments(platform, options.documentSeconds)
  const mixed = await mixedLoad(platform, most, options)
  return { options, courses, steps, documents, mixed }
}

async function holdToBudget({ options, courses, steps }: Report): Promise<void> {
  if (options.budget === null) return
  if (options.budget === 'accept') {
    const ours = courses.filter(({ name }) => name === 'bindery')
    const ratios = Object.fromEntries(
      ours.map((course) => [courseName(course), Number(course.ratio.toFixed(3))]),
    )
    await writeBudget(process.arch, { steps, ratios })
    return
  }
  const allowed = (await readBudgets())[process.arch]
  if (allowed === undefined) {
    throw new TypeError(`there is no budget for ${process.arch} yet: write it with --accept`)
  }
  const faults = exceeded(allowed, { steps, courses })
  for (const fault of faults) process.stderr.write(`over budget: ${fault}\n`)
  if (faults.length > 0) process.exitCode = 1
  else process.stdout.write('within the budget\n')
}

async function mixedLoad(
  { server, seller }: PlatformContestant,
  connections: number,
  { memorySeconds }: BenchOptions,
): Promise<Report['mixed']> {
  if (memorySeconds === 0) return null
  const twin = openSeller(server.demo, 'cyber-formula', connections)
  const pricing = await workbookToFormula(seller, twin, connections)
  const size = { seconds: memorySeconds, workers: connections }
  const { result: load, ...memory } = await watchMemory(server, () => runMixedLoad(seller, size))
  await twin.close()
  return { load, memory, workbookToFormula: pricing }
}

try {
  await main()
} catch (error) {
  process.stderr.write(`${error instanceof TypeError ? `${error.message}\n\n${usage}` : error}\n`)
  process.exitCode = 1
}
