import { spawn } from 'node:child_process'
import type { DatabaseUser } from './database-user.ts'

const outputCharactersMax = 20_000

/** Runs a program to its end, as the database's user, and gives back what it said. */
export function runProgram(
  file: string,
  args: readonly string[],
  user: DatabaseUser,
): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, { ...spawnAs(user), stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    const collect = (chunk: Buffer) => {
      output = (output + chunk.toString()).slice(-outputCharactersMax)
    }
    child.stdout.on('data', collect)
    child.stderr.on('data', collect)
    child.on('error', reject)
    child.on('close', (code) => resolve({ code, output }))
  })
}

/** The user, a folder everyone can enter, and an environment without PostgreSQL's own variables. */
export function spawnAs(user: DatabaseUser): {
  uid?: number
  gid?: number
  cwd: string
  env: NodeJS.ProcessEnv
  windowsHide: true
} {
  const inherited = Object.entries(process.env).filter(([name]) => !/^PG/i.test(name))
  return {
    ...(user.kind === 'other' && { uid: user.uid, gid: user.gid }),
    cwd: process.platform === 'win32' ? process.cwd() : '/',
    env: { ...Object.fromEntries(inherited), LC_ALL: 'C', TZ: 'UTC' },
    windowsHide: true,
  }
}
