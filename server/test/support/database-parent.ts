import { accessSync, constants, readFileSync, statfsSync } from 'node:fs'
import { freemem, tmpdir } from 'node:os'

const memoryFolder = '/dev/shm'
/** A run of all tests takes less than half of it. */
const roomBytesMin = 4 * 1024 ** 3

/**
 * The folder in which tests put their databases. A database is a thousand files, and making and removing
 * them on a disk took more processor time than most stories; in memory it takes next to none. Where there
 * is no such folder, or little room in it, that is the temporary folder.
 */
export function databaseParent(): string {
  return hasRoomInMemory() ? memoryFolder : tmpdir()
}

/** Each that may be, to look for what a killed run has left. */
export const databaseParents: readonly string[] = [
  ...new Set([tmpdir(), ...(isThere() ? [memoryFolder] : [])]),
]

function hasRoomInMemory(): boolean {
  if (!isThere()) return false
  const { bavail, bsize } = statfsSync(memoryFolder)
  return bavail * bsize > roomBytesMin && freemem() > roomBytesMin
}

/** In memory, and programs can be started there: as root, PostgreSQL's are copied beside its data. */
function isThere(): boolean {
  try {
    accessSync(memoryFolder, constants.W_OK)
    const mounts = readFileSync('/proc/mounts', 'utf8').split('\n')
    const [, , type, options] =
      mounts.findLast((line) => line.includes(` ${memoryFolder} `))?.split(' ') ?? []
    return type === 'tmpfs' && options?.split(',').includes('noexec') === false
  } catch {
    return false // Not a Linux, or one without it.
  }
}
