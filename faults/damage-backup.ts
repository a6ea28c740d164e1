import { copyFile, open, rm, stat, truncate } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { BackupError, restoreBackup, writeBackup } from '@bindery/server/src/database/index.ts'
import { systemClock } from '@bindery/server/src/kernel/index.ts'
import { found, temporaryFolder } from './installation/founding.ts'
import { wholeNumber } from './options.ts'
import { type Random, randomOf } from './random.ts'

const usage = `npm run faults:backup -- [options]

  --flips 1000         how many times bytes of the backup are overwritten
  --cuts 100           at how many lengths it is cut off
  --seed 1             the same seed draws the same places; random by default
  --file path          a backup to damage copies of; by default one of a new installation
`

const seedsMax = 1_000_000
/** Both ends are tried byte by byte: there stand the headers and checksums of the file. */
const endBytes = 128

/** Damages copies of a backup in every way there is, and expects each restore to be refused. */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      flips: { type: 'string', default: '1000' },
      cuts: { type: 'string', default: '100' },
      seed: { type: 'string', default: String(Math.floor(Math.random() * seedsMax)) },
      file: { type: 'string' },
    },
  })
  const random = randomOf(wholeNumber('seed', values.seed, 0))
  const flipsWanted = wholeNumber('flips', values.flips, 1)
  const cutsWanted = wholeNumber('cuts', values.cuts, 1)
  const folder = await temporaryFolder()
  try {
    const backup = values.file === undefined ? await newBackup(folder) : resolve(values.file)
    const { size } = await stat(backup)
    process.stdout.write(`seed ${values.seed}, a backup of ${size} bytes\n`)
    const copy = join(folder, 'damaged.backup')
    await copyFile(backup, copy)
    const flips = placesIn(size, flipsWanted, random)
    for (const [n, place] of flips.entries()) {
      const undo = await overwrite(copy, place, [1, 3, 64][n % 3] ?? 1, random)
      await assertRefused(folder, copy, `bytes overwritten at ${place}`)
      await undo()
    }
    process.stdout.write(`${flips.length} times overwritten: each was refused\n`)
    // Ever shorter, so that one copy is enough.
    const cuts = placesIn(size, cutsWanted, random).toSorted((a, b) => b - a)
    for (const length of cuts) {
      await truncate(copy, length)
      await assertRefused(folder, copy, `cut off after ${length} bytes`)
    }
    process.stdout.write(`${cuts.length} times cut off: each was refused\n`)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function newBackup(folder: string): Promise<string> {
  const { dataDir } = await found(folder, { hasPlainLetters: true, sellsWithStripe: false })
  const file = join(folder, 'whole.backup')
  const { signal } = new AbortController()
  await writeBackup({ dataDir, file, withKeys: true, now: systemClock(), signal })
  return file
}

/** So many different places: some at both ends, the others drawn from between. */
function placesIn(size: number, count: number, random: Random): number[] {
  const perEnd = Math.min(endBytes, Math.floor(count / 4))
  const places = new Set<number>()
  for (let at = 0; at < perEnd; at += 1) places.add(at).add(size - 1 - at)
  while (places.size < Math.min(count, size)) places.add(Math.floor(random.between(0, size)))
  return [...places]
}

/** Other bytes than stand there; returns what puts the old ones back. */
async function overwrite(
  path: string,
  place: number,
  lengthMax: number,
  random: Random,
): Promise<() => Promise<void>> {
  const file = await open(path, 'r+')
  try {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(lengthMax), 0, lengthMax, place)
    const before = buffer.subarray(0, bytesRead)
    const after = before.map((byte) => byte ^ Math.floor(random.between(1, 256)))
    await file.write(after, 0, after.length, place)
    return async () => {
      const again = await open(path, 'r+')
      await again.write(before, 0, before.length, place)
      await again.close()
    }
  } finally {
    await file.close()
  }
}

async function assertRefused(folder: string, file: string, how: string): Promise<void> {
  const dataDir = join(folder, 'restored')
  const { signal } = new AbortController()
  const error: unknown = await restoreBackup({ dataDir, file, signal }).then(
    () => new Error('it was restored'),
    (thrown: unknown) => thrown,
  )
  const isRefused = error instanceof BackupError && error.message.includes('is not a whole backup')
  if (!isRefused) throw new Error(`A backup with ${how} was not refused.`, { cause: error })
  const isWritten = await stat(dataDir).catch(() => null)
  if (isWritten !== null) throw new Error(`A backup with ${how} left something in ${dataDir}.`)
}

try {
  await main()
} catch (error) {
  process.stderr.write(
    error instanceof TypeError ? `${error.message}\n\n${usage}` : `${String(error)}\n`,
  )
  process.exitCode = 1
}
