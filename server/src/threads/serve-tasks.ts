import { setImmediate as nextTurn } from 'node:timers/promises'
import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import {
  type FromThread,
  type ThreadData,
  type ToThread,
  answerOf,
  unhand,
  valueOf,
} from './messages.ts'
import { openOutbox } from './outbox.ts'

/** The side that gave a task, which answers questions about it. */
export interface Host {
  ask(verb: string, value: unknown): Promise<unknown>
}

/** What a thread can do, by name. Each function gets the task's value, as it was posted. */
export type TaskHandlers = Readonly<Record<string, (value: never, host: Host) => unknown>>

/** How long the answers of finished tasks may wait for the next tasks. */
const turnMsMax = 1

/** The whole life of a thread: tasks come, and each is answered. */
export function serveTasks(handlers: TaskHandlers): void {
  if (parentPort === null)
    throw new Error('this file is the entry of a thread: start it with openThread')
  const port: MessagePort = parentPort
  const outbox = openOutbox<FromThread>({
    send: (messages, buffers) => port.postMessage(messages, buffers),
    failed: (message, error) => {
      // A result that cannot be sent fails its task; a question that cannot is a bug of ours.
      if (message.kind !== 'done') throw error
      send({ ...message, answer: { ok: false, error } })
    },
  })
  const send = (message: FromThread, buffers: readonly ArrayBuffer[] = []) =>
    outbox.post(message, buffers)
  const waiting = new Map<string, (message: Extract<ToThread, { kind: 'answer' }>) => void>()
  let questions = 0
  // The starter reads the current task here when the thread has to be ended over it.
  const { current } = workerData as ThreadData // As `openThread` gives it.

  const hostOf = (task: number): Host => ({
    async ask(verb, value) {
      const question = ++questions
      const { promise, resolve } = Promise.withResolvers<Extract<ToThread, { kind: 'answer' }>>()
      waiting.set(`${task} ${question}`, resolve)
      send({ kind: 'question', task, question, verb, value })
      return valueOf((await promise).answer)
    },
  })

  async function run({ task, verb, value }: Extract<ToThread, { kind: 'task' }>) {
    const handler = handlers[verb]
    const answer = await answerOf(() => {
      if (handler === undefined) throw new Error(`the thread has no handler ${verb}`)
      Atomics.store(current, 0, task)
      try {
        return handler(value as never, hostOf(task)) // The starter knows what the handler takes.
      } finally {
        Atomics.store(current, 0, 0)
      }
    })
    if (!answer.ok) return send({ kind: 'done', task, answer })
    const handed = unhand(answer.value)
    return send({ kind: 'done', task, answer: { ok: true, value: handed.value } }, handed.buffers)
  }

  port.on('message', (messages: readonly ToThread[]) => void receiveAll(messages))

  /** Answers go out between long tasks, not only after the last. */
  async function receiveAll(messages: readonly ToThread[]): Promise<void> {
    let turnMs = performance.now()
    for (const message of messages) {
      receive(message)
      if (performance.now() - turnMs > turnMsMax) {
        await nextTurn()
        turnMs = performance.now()
      }
    }
  }

  function receive(message: ToThread): void {
    switch (message.kind) {
      case 'task':
        return void run(message)
      case 'look':
        return send({ kind: 'here' })
      case 'answer': {
        const name = `${message.task} ${message.question}`
        waiting.get(name)?.(message)
        return void waiting.delete(name)
      }
    }
  }
}
