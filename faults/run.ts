import { mkdir, rm } from 'node:fs/promises'
import { resolve } from 'node:path'
import { found, temporaryFolder } from './installation/founding.ts'
import { mountDisk, unmountDisk } from './installation/small-disk.ts'
import { usualPace } from './killer/blows.ts'
import { type FaultOptions, readOptions, usage } from './options.ts'
import { printReport } from './report.ts'
import { type Outcome, runFaults } from './run-faults.ts'

const pauseMs = 600

/** Sells on real installations, kills them again and again, and then goes through the portfolios. */
async function main(): Promise<void> {
  const options = readOptions(process.argv.slice(2))
  const folder = await folderFor(options)
  const report = (line: string) =>
    void process.stdout.write(`${new Date().toISOString().slice(11, 19)} ${line}\n`)
  report(`seed ${options.seed}`)
  const founding = await found(folder, { hasPlainLetters: false, sellsWithStripe: true })
  const outcomes: Outcome[] = []
  const { topologies } = options
  for (const [n, topology] of topologies.entries()) {
    const kills = Math.floor((options.kills + n) / topologies.length)
    const minutes = options.minutes / topologies.length
    const disk = options.diskMiB === null ? null : await mountDisk(folder, options.diskMiB)
    try {
      outcomes.push(
        await runFaults({
          topology,
          folder,
          founding,
          disk,
          kills,
          minutes,
          seed: options.seed,
          customers: options.customers,
          pauseMs,
          pace: usualPace,
          isHurried: false,
          sellsWithStripe: true,
          report,
        }),
      )
    } finally {
      if (disk !== null) await unmountDisk(disk)
    }
  }
  process.stdout.write(printReport(outcomes, options.seed))
  if (outcomes.some(({ ledger }) => ledger.violations.length > 0)) {
    process.stdout.write(`The ledgers and logs are in ${folder}.\n`)
    process.exitCode = 1
  } else if (options.folder === null) {
    await rm(folder, { recursive: true, force: true })
  }
}

async function folderFor({ folder }: FaultOptions): Promise<string> {
  if (folder === null) return temporaryFolder()
  const path = resolve(folder)
  await mkdir(path, { recursive: true })
  return path
}

try {
  await main()
} catch (error) {
  process.stderr.write(`${error instanceof TypeError ? `${error.message}\n\n${usage}` : error}\n`)
  process.exitCode = 1
}
