import { Refusal, type RefusalDetails } from '../kernel/index.ts'

/** Memory that a thread shares with its starter: the number of its current task, or 0. */
export interface ThreadData {
  readonly current: Int32Array<SharedArrayBuffer>
}

/** The messages between a thread and its starter. A task's questions carry the task's number. */
export type ToThread =
  | {
      readonly kind: 'task'
      readonly task: number
      readonly verb: string
      readonly value: unknown
    }
  | {
      readonly kind: 'answer'
      readonly task: number
      readonly question: number
      readonly answer: Answer
    }
  | { readonly kind: 'look' }

export type FromThread =
  | { readonly kind: 'done'; readonly task: number; readonly answer: Answer }
  | {
      readonly kind: 'question'
      readonly task: number
      readonly question: number
      readonly verb: string
      readonly value: unknown
    }
  /** The thread is back in its loop. */
  | { readonly kind: 'here' }

/** Errors lose their class between threads; `valueOf` gives a refusal its class back. */
export type Answer =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly refusal: RefusalDetails }
  | { readonly ok: false; readonly error: Error }

export async function answerOf(work: () => unknown): Promise<Answer> {
  try {
    return { ok: true, value: await work() }
  } catch (error) {
    if (error instanceof Refusal) return { ok: false, refusal: error.details }
    return { ok: false, error: error instanceof Error ? error : new Error(String(error)) }
  }
}

/** The value, or the error thrown again on this side. */
export function valueOf(answer: Answer): unknown {
  if (answer.ok) return answer.value
  if ('error' in answer) throw answer.error
  throw new Refusal(answer.refusal)
}

/** A value whose buffers are transferred to the other thread instead of copied. */
export class Handed<Value> {
  readonly value: Value
  readonly buffers: readonly ArrayBuffer[]

  constructor(value: Value, buffers: readonly ArrayBuffer[]) {
    this.value = value
    this.buffers = buffers
  }
}

export function unhand(value: unknown): { value: unknown; buffers: readonly ArrayBuffer[] } {
  return value instanceof Handed
    ? { value: value.value, buffers: value.buffers }
    : { value, buffers: [] }
}
