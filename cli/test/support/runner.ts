import { run } from '../../src/run.ts'

/** A command, and where and with what environment it runs. */
export interface RunnerTask {
  readonly words: readonly string[]
  readonly folder: string
  readonly env: Readonly<Record<string, string>>
}

export interface RunnerAnswer {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

// The whole life of a process that runs one command after the other for tests.
process.on('disconnect', () => process.exit())
process.on('message', (task: RunnerTask) => void carryOut(task))

async function carryOut({ words, folder, env }: RunnerTask): Promise<void> {
  process.chdir(folder)
  for (const name of Object.keys(process.env)) delete process.env[name]
  Object.assign(process.env, env)
  const stdout = keepWhatIsWrittenTo(process.stdout)
  const stderr = keepWhatIsWrittenTo(process.stderr)
  try {
    const code = await run(words)
    process.send?.({ code, stdout: stdout.text(), stderr: stderr.text() } satisfies RunnerAnswer)
  } finally {
    stdout.restore()
    stderr.restore()
  }
}

function keepWhatIsWrittenTo(stream: NodeJS.WriteStream) {
  const parts: Buffer[] = []
  stream.write = (chunk: string | Uint8Array, ...more: unknown[]) => {
    parts.push(Buffer.from(chunk as Uint8Array)) // Whatever it is, a buffer is made of it.
    const done = more.find((one): one is () => void => typeof one === 'function')
    if (done) queueMicrotask(done)
    return true
  }
  return {
    text: () => Buffer.concat(parts).toString(),
    /** Its own writing is its kind's. */
    restore: () => void Reflect.deleteProperty(stream, 'write'),
  }
}
