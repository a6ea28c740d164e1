import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { codeOf } from './embedded-postgres-error.ts'

/**
 * The start of a process, as a text that never changes and that no later process with the same pid
 * has, not even after a reboot. Undefined where the process does not exist or is a zombie.
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

/** The command line of a process, or undefined where the system does not say. */
export function commandLine(pid: number): string | undefined {
  try {
    if (process.platform === 'linux') {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
    }
    if (process.platform === 'win32') return undefined
    return execFileSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)], { encoding: 'utf8' })
  } catch {
    return undefined // The process just ended, or the system hides it.
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
