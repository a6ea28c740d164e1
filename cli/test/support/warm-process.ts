import { type ChildProcess, fork } from 'node:child_process'
import { compiledCode } from '@bindery/server/src/threads/index.ts'
import type { RunnerAnswer, RunnerTask } from './runner.ts'

type Waiting = PromiseWithResolvers<RunnerAnswer>

let child: ChildProcess | null = null
let waiting: Waiting | null = null

/** A process that has read the program already, one for all files that a process tests; it runs one command at a time. */
export const warmProcess = {
  get isFree(): boolean {
    return waiting === null
  },
  async run(task: RunnerTask): Promise<RunnerAnswer> {
    const answer: Waiting = Promise.withResolvers()
    waiting = answer
    child ??= start()
    child.channel?.ref()
    child.send(task)
    try {
      return await answer.promise
    } finally {
      waiting = null
      child?.channel?.unref()
    }
  },
}

function start(): ChildProcess {
  const started = fork(new URL('runner.ts', import.meta.url), {
    execArgv: ['--disable-warning=ExperimentalWarning'],
    env: compiledCode(),
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  started.unref()
  started.on('message', (answer: RunnerAnswer) => waiting?.resolve(answer))
  started.on('exit', () => {
    child = null
    waiting?.reject(new Error('the command ended the process that ran it'))
  })
  return started
}
