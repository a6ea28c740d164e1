import { constants } from 'node:fs'
import {
  access,
  chmod,
  cp,
  lstat,
  mkdtemp,
  readFile,
  readdir,
  rename,
  rm,
  symlink,
} from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join, relative } from 'node:path'
import type { ClusterPlace } from './cluster-place.ts'
import type { DatabaseUser } from './database-user.ts'
import { EmbeddedPostgresError, codeOf, explained, messageOf } from './embedded-postgres-error.ts'
import { runProgram } from './run-program.ts'

export interface Binaries {
  readonly initdb: string
  readonly pgCtl: string
  readonly postgres: string
  /** Such as 18.4. */
  readonly version: string
}

/** PostgreSQL's programs, in a folder where the database's user can run them. */
export async function prepareBinaries(
  place: ClusterPlace,
  log: (line: string) => void,
): Promise<Binaries> {
  const native = platformFolder()
  if (await linkLibraries(native)) {
    const binaries = await tryOut(native, place.user)
    if (binaries) return binaries
  }
  const copy = await copyOf(native, place.reachable, log)
  const binaries = await tryOut(copy, place.user)
  if (binaries) return binaries
  throw new EmbeddedPostgresError(
    `The programs of PostgreSQL in ${copy} cannot be run by the user that runs the database. ` +
      'Set DATA_DIR to a folder that everyone can enter and that is not mounted noexec, ' +
      'or set DATABASE_URL to use a PostgreSQL of your own.',
  )
}

function platformFolder(): string {
  // Node and the packages give Windows different names.
  const system = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${system}-${process.arch}`
  try {
    // Resolved from the package that depends on it, as it may be nested there.
    const parent = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
    return join(dirname(parent.resolve(name)), '..', 'native')
  } catch (error) {
    throw new EmbeddedPostgresError(
      `No PostgreSQL for ${process.platform} on ${process.arch} is installed (package ${name}). ` +
        'If your system is supported, run npm ci without --omit=optional. ' +
        'Otherwise set DATABASE_URL to use a PostgreSQL of your own.',
      { cause: error },
    )
  }
}

/**
 * An npm package cannot hold symbolic links, so its install script makes them, and npm may be set
 * to skip such scripts. Returns whether all links exist now.
 */
export async function linkLibraries(native: string): Promise<boolean> {
  for (const { source, target } of await readLinks(native)) {
    try {
      await lstat(target)
    } catch {
      try {
        await symlink(relative(dirname(target), source), target)
      } catch (error) {
        const code = codeOf(error) ?? ''
        if (['EROFS', 'EACCES', 'EPERM'].includes(code)) return false
        if (code !== 'EEXIST') throw explained('Cannot link libraries', code, native, error)
      }
    }
  }
  return true
}

async function readLinks(native: string): Promise<{ source: string; target: string }[]> {
  try {
    const text = await readFile(join(native, 'pg-symlinks.json'), 'utf8')
    // The file comes with the package, which is pinned: its shape is known.
    const links = JSON.parse(text) as { source: string; target: string }[]
    const here = (path: string) => join(native, '..', path)
    return links.map((link) => ({ source: here(link.source), target: here(link.target) }))
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return [] // Windows needs none.
    throw error
  }
}

/** Undefined where this user cannot run them there; any other failure is final. */
async function tryOut(native: string, user: DatabaseUser): Promise<Binaries | undefined> {
  const suffix = process.platform === 'win32' ? '.exe' : ''
  const program = (name: string) => join(native, 'bin', `${name}${suffix}`)
  const postgres = program('postgres')
  try {
    const { code, output } = await runProgram(postgres, ['--version'], user)
    const version = /\(PostgreSQL\) (\S+)/.exec(output)?.[1]
    if (version) return { initdb: program('initdb'), pgCtl: program('pg_ctl'), postgres, version }
    if (user.kind === 'other' && /cannot open shared object|Permission denied/.test(output)) {
      return undefined
    }
    throw cannotRun(output || `it ended with code ${code}`)
  } catch (error) {
    if (codeOf(error) === 'EACCES') return undefined
    if (codeOf(error) === undefined) throw error
    await access(postgres, constants.X_OK)
    throw cannotRun(messageOf(error), error)
  }
}

function cannotRun(reason: string, cause?: unknown): EmbeddedPostgresError {
  return new EmbeddedPostgresError(
    `The PostgreSQL that came with npm cannot run on this system: ${reason.trim()}\n` +
      'It needs glibc and libstdc++ (Alpine Linux has other ones). Install what is missing, ' +
      'or set DATABASE_URL to use a PostgreSQL of your own.',
    { cause },
  )
}

/** Copied under another name and then renamed, so that a copy with its final name is complete. */
async function copyOf(
  native: string,
  folder: string,
  log: (line: string) => void,
): Promise<string> {
  const manifest = await readFile(join(native, '..', 'package.json'), 'utf8')
  // As above: the manifest of a pinned package.
  const { name, version } = JSON.parse(manifest) as { name: string; version: string }
  const whole = join(folder, `${basename(name)}-${version}`)
  const copy = join(whole, 'native')
  try {
    await access(copy)
    return copy
  } catch {
    log(`copying the programs of PostgreSQL to ${whole}`)
  }
  const half = await mkdtemp(`${whole}.new-`)
  try {
    await cp(native, join(half, 'native'), {
      recursive: true,
      verbatimSymlinks: true,
      mode: constants.COPYFILE_FICLONE,
    })
    await linkLibraries(join(half, 'native'))
    await openToAll(half)
    await rename(half, whole)
  } catch (error) {
    await rm(half, { recursive: true, force: true })
    throw explained('Cannot copy the programs of PostgreSQL', messageOf(error), folder, error)
  }
  return copy
}

/** Lets other users run the copy, whatever its original modes and root's umask are. */
async function openToAll(folder: string): Promise<void> {
  await chmod(folder, 0o755)
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isSymbolicLink()) continue
    const path = join(entry.parentPath, entry.name)
    const runs = entry.isDirectory() || ((await lstat(path)).mode & 0o100) !== 0
    await chmod(path, runs ? 0o755 : 0o644)
  }
}
