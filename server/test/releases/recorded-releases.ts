import { createHash } from 'node:crypto'
import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises'
import { gunzipSync, gzipSync } from 'node:zlib'
import type { DemoFile } from '../../src/demo/index.ts'
import type { DatabaseDump } from './dump-database.ts'
import type { PortfolioBefore } from './portfolio-before.ts'

/** What is kept of each release for ever: what its database was made by, and one that it filled. */
export interface RecordedRelease {
  readonly version: string
  readonly migrations: readonly RecordedMigration[]
}

export interface RecordedMigration {
  readonly name: string
  readonly checksum: string
}

/** A database of a release, and what opens it. */
export interface ReleaseData {
  readonly database: DatabaseDump
  readonly demo: DemoFile
  readonly keyRing: readonly { readonly id: string; readonly key: string }[]
  readonly before: PortfolioBefore
}

const releasesFolder = new URL('../../releases/', import.meta.url)
export const migrationsFolder = new URL('../../migrations/', import.meta.url)

export async function readReleases(folder = releasesFolder): Promise<RecordedRelease[]> {
  const names = await readdir(folder).catch(() => []) // Nothing is recorded yet.
  return Promise.all(
    names
      .toSorted((a, b) => a.localeCompare(b))
      .map(async (version) => {
        const text = await readFile(new URL(`${version}/release.json`, folder), 'utf8')
        return JSON.parse(text) as RecordedRelease // Written below.
      }),
  )
}

export async function readReleaseData(
  version: string,
  folder = releasesFolder,
): Promise<ReleaseData> {
  const file = await readFile(new URL(`${version}/data.json.gz`, folder))
  return JSON.parse(gunzipSync(file).toString()) as ReleaseData // Written below.
}

/** Keeps a release. What is recorded stays as it is. */
export async function recordRelease(
  version: string,
  data: ReleaseData,
  folder = releasesFolder,
): Promise<void> {
  if (!/^\d+\.\d+\.\d+$/.test(version)) {
    throw new Error(`A release has a version such as 0.2.0, not "${version}".`)
  }
  const here = new URL(`${version}/`, folder)
  const recorded = await readReleases(folder)
  if (recorded.some((one) => one.version === version)) {
    throw new Error(`Release ${version} is recorded in ${here.pathname}, and stays as it is.`)
  }
  await mkdir(here, { recursive: true })
  const release: RecordedRelease = { version, migrations: await readMigrationFiles() }
  await writeFile(new URL('release.json', here), `${JSON.stringify(release, null, 2)}\n`)
  await writeFile(new URL('data.json.gz', here), gzipSync(JSON.stringify(data), { level: 9 }))
}

/** As the runner of migrations knows them. */
export async function readMigrationFiles(folder = migrationsFolder): Promise<RecordedMigration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted()
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(new URL(name, folder), 'utf8')
      const checksum = createHash('sha256').update(text.replaceAll('\r\n', '\n')).digest('hex')
      return { name, checksum }
    }),
  )
}

/** What was changed that a release has made databases with. */
export function changedSince(
  release: RecordedRelease,
  now: readonly RecordedMigration[],
): string[] {
  return release.migrations.flatMap(({ name, checksum }) => {
    const found = now.find((one) => one.name === name)
    if (found?.checksum === checksum) return []
    const what = found === undefined ? 'is gone' : 'was changed'
    return `${name} ${what}, and release ${release.version} has it. Restore it as it was, and make the change in a new migration.`
  })
}
