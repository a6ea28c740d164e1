import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { stripVTControlCharacters } from 'node:util'
import { compiledCode } from '@bindery/server/src/threads/index.ts'
import { expect, vi } from 'vitest'
import { buildCli } from '../../tools/build.ts'
import { warmProcess } from './warm-process.ts'

export interface Ended {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/** The command line in a folder of its own, with an environment of its own. */
export interface CommandLine {
  readonly folder: string
  /** In a process that has run others before, where it can be: most of a start is reading the program. */
  run(words: readonly string[], more?: More): Promise<Ended>
  /** Starts a command that runs until it is stopped, with --json. */
  start(words: readonly string[]): StartedCommand
  /** Starts it as a person does, at a terminal. */
  atTerminal(words: readonly string[]): CommandAtTerminal
  /** Runs with --json; fails when it does not end as expected. */
  json<Value>(words: readonly string[], more?: More & { readonly code?: number }): Promise<Value>
  remove(): Promise<void>
}

export interface StartedCommand {
  /** The first that it says. */
  readonly printed: Promise<unknown>
  /** As Ctrl+C does; how it ended. */
  end(): Promise<number | null>
}

/** A command whose screen somebody looks at, and at whose keys somebody sits. */
export interface CommandAtTerminal {
  /** Until it has shown this. */
  shows(text: string): Promise<void>
  press(keys: string): void
  /** With which code it ended. */
  readonly ended: Promise<number | null>
}

interface More {
  readonly env?: Readonly<Record<string, string>>
  readonly input?: string
  /** In which folder below its own. */
  readonly under?: string
}

/** Once for all files that a process tests. */
let built: Promise<string> | undefined

export async function commandLine(
  given: Readonly<Record<string, string>>,
  beforeEach: () => void = () => undefined,
): Promise<CommandLine> {
  built ??= buildCli()
  const file = await built
  // As bin/bindery.js does where it is installed.
  const env = { ...compiledCode(), ...given }
  const folder = await mkdtemp(join(tmpdir(), 'bindery-cli-'))
  const run = async (words: readonly string[], more: More = {}): Promise<Ended> => {
    beforeEach()
    const path = process.env['PATH'] ?? ''
    const whole = { PATH: path, HOME: folder, ...env, ...more.env }
    const cwd = join(folder, more.under ?? '')
    if (more.input === undefined && warmProcess.isFree) {
      return warmProcess.run({ words, folder: cwd, env: whole })
    }
    const child = spawn(process.execPath, [file, ...words], { cwd, env: whole })
    child.stdin.end(more.input ?? '')
    const [[code], stdout, stderr] = await Promise.all([
      once(child, 'exit') as Promise<[number | null]>, // As Node documents the event.
      text(child.stdout),
      text(child.stderr),
    ])
    return { code, stdout, stderr }
  }
  const start = (words: readonly string[]): StartedCommand => {
    const child = spawn(process.execPath, [file, ...words, '--json'], {
      cwd: folder,
      env: { PATH: process.env['PATH'], HOME: folder, ...env },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const ended = once(child, 'exit') as Promise<[number | null]> // As Node documents the event.
    return {
      printed: firstValue(child.stdout),
      async end() {
        child.kill('SIGINT')
        return (await ended)[0]
      },
    }
  }
  const atTerminal = (words: readonly string[]): CommandAtTerminal => {
    const quoted = [process.execPath, file, ...words].map((word) => `'${word}'`).join(' ')
    const command = `stty cols 120 rows 40; exec ${quoted}`
    const child = spawn('script', ['--quiet', '--return', '--command', command, '/dev/null'], {
      cwd: folder,
      env: { PATH: process.env['PATH'], HOME: folder, TERM: 'xterm', ...env },
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    let screen = ''
    child.stdout.on('data', (chunk: Buffer) => {
      screen += stripVTControlCharacters(chunk.toString())
    })
    const ended = once(child, 'close') as Promise<[number | null]> // As Node documents the event.
    return {
      shows: (words) => vi.waitFor(() => expect(screen).toContain(words), { interval: 20 }),
      press: (keys) => void child.stdin.write(keys),
      ended: ended.then(([code]) => code),
    }
  }
  return {
    folder,
    run,
    start,
    atTerminal,
    json: async <Value>(
      words: readonly string[],
      more: Parameters<CommandLine['json']>[1] = {},
    ) => {
      const result = await run([...words, '--json'], more)
      if (result.code !== (more.code ?? 0)) {
        throw new Error(
          `bindery ${words.join(' ')} ended with ${result.code}:\n${result.stdout}${result.stderr}`,
        )
      }
      return JSON.parse(result.stdout) as Value // The test says what it expects.
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}

async function firstValue(stream: AsyncIterable<Buffer>): Promise<unknown> {
  let output = ''
  for await (const chunk of stream) {
    output += chunk.toString()
    if (output.trimEnd().endsWith('}')) return JSON.parse(output)
  }
  throw new Error(`it ended and had printed: ${output}`)
}
