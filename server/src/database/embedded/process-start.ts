import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { codeOf } from './embedded-postgres-error.ts'

/**
 * When a process began, in a form that is the same each time we ask and never the same for another
 * process that got the same number later, not even after a reboot. Undefined when there is no such
 * process, or when it is dead and only waits for its parent to notice.
 */
export function processStart(pid: number): string | undefined {
  if (!exists(pid)) return undefined
  if (process.platform === 'linux') return linuxStart(pid)
  if (process.platform === 'win32') return 'unknown'
  return psStart(pid)
}

export function exists(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return codeOf(error) === 'EPERM'
  }
}

/** The command line of a process, or undefined where the system does not tell. */
export function commandLine(pid: number): string | undefined {
  try {
    if (process.platform === 'linux') {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
    }
    if (process.platform === 'win32') return undefined
    return execFileSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)], { encoding: 'utf8' })
  } catch {
    return undefined // It ended in this very moment, or the system hides it.
  }
}

function linuxStart(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name in brackets may itself hold brackets and blanks, so count from the last one.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    if (fields[0] === 'Z' || fields[0] === 'X') return undefined
    return `${bootId()}${fields[19]}`
  } catch (error) {
    return codeOf(error) === 'ENOENT' || codeOf(error) === 'ESRCH' ? undefined : 'unknown'
  }
}

function bootId(): string {
  return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').slice(0, 8)
}

function psStart(pid: number): string | undefined {
  try {
    const line = execFileSync('ps', ['-o', 'state=,lstart=', '-p', String(pid)], {
      encoding: 'utf8',
      env: { ...process.env, LC_ALL: 'C', TZ: 'UTC' },
    }).trim()
    if (line.startsWith('Z')) return undefined
    return line.replace(/^\S+\s+/, '').replaceAll(/[^A-Za-z0-9]/g, '')
  } catch {
    return undefined
  }
}
