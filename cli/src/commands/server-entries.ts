import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Command } from 'commander'
import { type Work, action, addLocalCommand } from '../command.ts'
import { AlreadyReported, Failure, exitCodes } from '../failure.ts'
import { findRepository } from '../repository.ts'

const entries = {
  start: {
    summary: 'Start the platform: HTTP server and jobs in one process, with a demo on first start',
    settings: 'PORT=9000',
  },
  serve: { summary: 'Start the HTTP server only, without jobs', settings: 'PORT=9000' },
  work: { summary: 'Run jobs only, without the HTTP server', settings: 'JOBS_AT_ONCE=8' },
} as const

/** Commands that run the platform itself: they need the repository, all others only a server. */
export function addServerEntries(program: Command): void {
  for (const [name, { summary, settings }] of Object.entries(entries)) {
    addLocalCommand(program, name, {
      summary,
      details: 'Settings are read from the environment; the README lists them.',
      examples: [`bindery ${name}`, `${settings} bindery ${name}`],
    }).action(action((_work: Work<object>) => runEntry(name)))
  }
}

async function runEntry(name: string): Promise<void> {
  const repository = findRepository()
  if (repository === null) {
    throw new Failure(
      exitCodes.usage,
      'Only the command line is installed here, not the platform.',
      `Run bindery ${name} in the repository of the platform, after npm ci.`,
    )
  }
  const own = join(repository, 'node_modules', '.bin', 'node')
  const child = spawn(
    existsSync(own) ? own : process.execPath,
    [...flagsOf(repository, name), join(repository, 'server', 'src', `${name}.ts`)],
    { stdio: 'inherit' },
  )
  // A terminal signals both processes, a service manager only this one.
  const passOn = (signal: NodeJS.Signals) => void child.kill(signal)
  process.on('SIGTERM', passOn)
  process.on('SIGINT', () => undefined)
  const [code] = (await once(child, 'exit')) as [number | null] // As Node documents the event.
  process.off('SIGTERM', passOn)
  if (code !== 0) throw new AlreadyReported()
}

/** The Node flags of the npm script with the same name. */
function flagsOf(repository: string, name: string): readonly string[] {
  const { scripts } = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8')) as {
    scripts: Readonly<Record<string, string>> // It lies beside the entry that is run.
  }
  return scripts[name]?.match(/--\S+/g) ?? []
}
