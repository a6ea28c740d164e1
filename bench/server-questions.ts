import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { StatementCounts } from '@bindery/server/test/support/watch-statements.ts'

/** What a server has used since it began. */
export interface ServerUse extends StatementCounts {
  readonly cpuMs: number
  /** Of the thread that answers alone. */
  readonly mainMs: number
}

/** What the load generator asks of a server. Each question has one answer, and they take turns. */
export type Question = 'use' | 'memory' | 'collected memory' | 'work' | 'rest'

/** Answers in the server's process, until it ends. */
export function answerQuestions(server: {
  readonly counts: StatementCounts
  /** Begins or ends to run jobs; what has no worker says nothing. */
  readonly work?: (isOn: boolean) => Promise<void>
}): void {
  process.on('message', (question: Question) => {
    void answer(question).then((reply) => process.send?.(reply))
  })
  async function answer(question: Question): Promise<object> {
    switch (question) {
      case 'use': {
        const { user, system } = process.cpuUsage()
        const main = process.threadCpuUsage()
        return {
          ...server.counts,
          cpuMs: (user + system) / 1000,
          mainMs: (main.user + main.system) / 1000,
        } satisfies ServerUse
      }
      case 'memory':
      case 'collected memory': {
        if (question === 'collected memory') collect()
        const { rss, heapUsed } = process.memoryUsage()
        return { rss, heapUsed }
      }
      case 'work':
      case 'rest':
        await server.work?.(question === 'work')
        return {}
    }
  }
}

/** With a flag from the start, no process that we start could use what we have compiled. */
function collect(): void {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc()')
}

/** Asks another process, and waits for its answer. */
export async function ask<Answer>(child: ChildProcess, question: Question): Promise<Answer> {
  const answered = once(child, 'message')
  child.send(question)
  const [answer] = (await answered) as [Answer] // As `answerQuestions` gives it.
  return answer
}

export function askForUse(child: ChildProcess): Promise<ServerUse> {
  return ask(child, 'use')
}
