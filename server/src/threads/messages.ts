import { Refusal, type RefusalDetails } from '../kernel/index.ts'

/** What a thread shares with whoever started it: the order that it is at, or 0. */
export interface ThreadData {
  readonly current: Int32Array<SharedArrayBuffer>
}

/** What is said between a thread and whoever started it. An order's questions carry its number. */
export type ToThread =
  | {
      readonly kind: 'order'
      readonly order: number
      readonly verb: string
      readonly value: unknown
    }
  | {
      readonly kind: 'told'
      readonly order: number
      readonly question: number
      readonly answer: Answer
    }
  | { readonly kind: 'look' }

export type FromThread =
  | { readonly kind: 'done'; readonly order: number; readonly answer: Answer }
  | {
      readonly kind: 'question'
      readonly order: number
      readonly question: number
      readonly verb: string
      readonly value: unknown
    }
  /** It is back in its loop. */
  | { readonly kind: 'here' }

/** Errors lose their class on the way; a refusal gets it back. */
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

/** What a value carries that need not be copied: its buffers change hands. */
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
