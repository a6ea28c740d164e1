import { watchMemory } from './memory.ts'
import { type BenchOptions, readOptions, usage } from './options.ts'
import { type Report, assembleReport, printReport } from './report.ts'
import { type Seller, openSeller } from './seller.ts'
import { type Round, runMixedLoad, runRound, warmUp } from './stages.ts'
import { type BenchServer, startServer } from './start-server.ts'

/** This process is the load generator; the platform runs in another, on a database of its own. */
async function main(): Promise<void> {
  const options = readOptions(process.argv.slice(2))
  const server = await startServer(options.profile)
  try {
    const seller = openSeller(server.demo, 'cyber', options.connections)
    const twin = openSeller(server.demo, 'cyber-formula', options.connections)
    const report = await measure(server, { seller, twin }, options)
    await Promise.all([seller.close(), twin.close()])
    process.stdout.write(
      options.json ? `${JSON.stringify(report, null, 2)}\n` : printReport(report),
    )
    if (report.summary.errors > 0) process.exitCode = 1
  } finally {
    await server.stop()
  }
}

async function measure(
  server: BenchServer,
  { seller, twin }: { readonly seller: Seller; readonly twin: Seller },
  options: BenchOptions,
): Promise<Report> {
  await warmUp(seller, options)
  const rounds: Round[] = []
  while (rounds.length < options.rounds) rounds.push(await runRound(seller, twin, options))
  if (options.memorySeconds === 0) return assembleReport(options, rounds, null)
  const { result: load, ...memory } = await watchMemory(server, () => runMixedLoad(seller, options))
  return assembleReport(options, rounds, { load, memory })
}

try {
  await main()
} catch (error) {
  process.stderr.write(`${error instanceof TypeError ? `${error.message}\n\n${usage}` : error}\n`)
  process.exitCode = 1
}
