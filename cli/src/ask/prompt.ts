import type { Readable, Writable } from 'node:stream'
import { isCancel, multiselect, select, text } from '@clack/prompts'
import { Failure, exitCodes } from '../failure.ts'

/** The terminal that shows the questions. */
export interface Terminal {
  readonly input: Readable
  readonly output: Writable
}

export interface Choice {
  readonly value: string
  readonly label: string
  readonly hint?: string
}

/** The answer that returns to the previous question. */
export const back = Symbol('back')
export type OrBack<Answer> = Answer | typeof back

/** Asks questions; each can return to the previous one. */
export interface Prompt {
  one(message: string, choices: readonly Choice[], initial: string | null): Promise<OrBack<string>>
  several(
    message: string,
    choices: readonly Choice[],
    initial: readonly string[],
  ): Promise<OrBack<string[]>>
  typed(message: string, fault: (given: string) => string | undefined): Promise<OrBack<string>>
}

const ctrlC = '\u0003'
/** Fits a small window. */
const choicesShownMax = 14

export function promptOn(terminal: Terminal): Prompt & { close(): void } {
  // Escape and Ctrl+C both cancel a question; the pressed key decides between going back and stopping.
  let pressed = ''
  const recordKey = (key: Buffer | string) => {
    pressed = key.toString()
  }
  terminal.input.on('data', recordKey)
  const options = { ...terminal, withGuide: false }
  const answered = <Answer>(answer: Answer): OrBack<Exclude<Answer, symbol>> => {
    // The only symbol among the answers is that of a cancelled question.
    if (!isCancel(answer)) return answer as Exclude<Answer, symbol>
    if (!pressed.includes(ctrlC)) return back
    throw new Failure(exitCodes.failed, 'Stopped.', 'Nothing was written.')
  }
  return {
    one: async (message, choices, initial) =>
      answered(
        await select({
          ...options,
          message,
          maxItems: choicesShownMax,
          options: [...choices],
          ...(initial === null ? {} : { initialValue: initial }),
        }),
      ),
    several: async (message, choices, initial) =>
      answered(
        await multiselect({
          ...options,
          message: `${message} (Space selects, Enter continues)`,
          maxItems: choicesShownMax,
          required: false,
          initialValues: [...initial],
          options: [...choices],
        }),
      ),
    typed: async (message, fault) =>
      answered(
        await text({ ...options, message, validate: (given) => fault((given ?? '').trim()) }),
      ),
    close: () => void terminal.input.off('data', recordKey),
  }
}

/** The texts of several columns, each as wide as its widest. */
export function inColumns(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, at) =>
    Math.max(...rows.map((row) => (row[at] ?? '').length)),
  )
  return rows.map((row) =>
    row
      .map((cell, at) => cell.padEnd(widths[at] ?? 0))
      .join('  ')
      .trimEnd(),
  )
}
