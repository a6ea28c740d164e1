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

/** Whoever gave an order can be asked about it. */
export interface Host {
  ask(verb: string, value: unknown): Promise<unknown>
}

/** What a thread can do, by name. Each gets what the order says, as it was posted. */
export type Trades = Readonly<Record<string, (value: never, host: Host) => unknown>>

/** How long the answers of some orders may wait for the next ones to be carried out. */
const turnMsMax = 1

/** The whole life of a thread: orders come, and each is answered. */
export function serveTasks(trades: Trades): void {
  if (parentPort === null) throw new Error('this file is the beginning of a thread')
  const port: MessagePort = parentPort
  const outbox = openOutbox<FromThread>({
    send: (messages, buffers) => port.postMessage(messages, buffers),
    failed: (message, error) => {
      // An answer that cannot be sent is a failure; a question that cannot is a bug of ours.
      if (message.kind !== 'done') throw error
      say({ ...message, answer: { ok: false, error } })
    },
  })
  const say = (message: FromThread, buffers: readonly ArrayBuffer[] = []) =>
    outbox.post(message, buffers)
  const waiting = new Map<string, (told: Extract<ToThread, { kind: 'told' }>) => void>()
  let questions = 0
  // Whoever started the thread looks here for what it is at, when it is at it for too long.
  const { current } = workerData as ThreadData // As `openThread` gives it.

  const hostOf = (order: number): Host => ({
    async ask(verb, value) {
      const question = ++questions
      const { promise, resolve } = Promise.withResolvers<Extract<ToThread, { kind: 'told' }>>()
      waiting.set(`${order} ${question}`, resolve)
      say({ kind: 'question', order, question, verb, value })
      return valueOf((await promise).answer)
    },
  })

  async function carryOut({ order, verb, value }: Extract<ToThread, { kind: 'order' }>) {
    const trade = trades[verb]
    const answer = await answerOf(() => {
      if (trade === undefined) throw new Error(`no trade is called ${verb}`)
      Atomics.store(current, 0, order)
      try {
        return trade(value as never, hostOf(order)) // Whoever orders knows what the trade takes.
      } finally {
        Atomics.store(current, 0, 0)
      }
    })
    if (!answer.ok) return say({ kind: 'done', order, answer })
    const handed = unhand(answer.value)
    return say({ kind: 'done', order, answer: { ok: true, value: handed.value } }, handed.buffers)
  }

  port.on('message', (messages: readonly ToThread[]) => void inferAll(messages))

  /** Where some take long, those before them are answered meanwhile. */
  async function inferAll(messages: readonly ToThread[]): Promise<void> {
    let turnMs = performance.now()
    for (const message of messages) {
      hear(message)
      if (performance.now() - turnMs > turnMsMax) {
        await nextTurn()
        turnMs = performance.now()
      }
    }
  }

  function hear(message: ToThread): void {
    switch (message.kind) {
      case 'order':
        return void carryOut(message)
      case 'look':
        return say({ kind: 'here' })
      case 'told': {
        const name = `${message.order} ${message.question}`
        waiting.get(name)?.(message)
        return void waiting.delete(name)
      }
    }
  }
}
