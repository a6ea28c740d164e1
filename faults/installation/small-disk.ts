import { execFile } from 'node:child_process'
import { chmod, mkdir, rmdir } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** A disk in memory, which is soon full. Only root may mount one. */
export async function mountDisk(folder: string, mebibytes: number): Promise<string> {
  const disk = join(folder, 'disk')
  await mkdir(disk, { recursive: true })
  try {
    await run('mount', ['-t', 'tmpfs', '-o', `size=${mebibytes}m,mode=755`, 'tmpfs', disk])
  } catch (error) {
    throw new Error('--disk mounts a disk in memory, which takes root on Linux.', { cause: error })
  }
  await chmod(disk, 0o755) // As root, PostgreSQL runs as another user, who must get in.
  return disk
}

export async function unmountDisk(disk: string): Promise<void> {
  await run('umount', [disk])
  await rmdir(disk)
}
