import { type Host, Handed, serveTasks } from '../../threads/index.ts'
import { compilePricing } from '../compile-pricing.ts'
import { type HttpPricingConnection, type RaterResponse, refusalOf } from '../http/index.ts'
import type {
  Calculation,
  CompilePricingResult,
  CompiledPricing,
  FilledFile,
  PricingInput,
} from '../pricing-types.ts'
import { boundCalculation } from './bound-calculation.ts'
import {
  type CompileTask,
  type FileTask,
  type LogicFacts,
  type PriceTask,
  type SentInput,
  unknownLogic,
} from './tasks.ts'

/** What is compiled takes a multiple of its files' room; the least recently asked for goes first. */
const filesBytesKeptMax = 192 * 1024 * 1024
/** Even a small one takes some. */
const logicBytesMin = 256 * 1024

interface Logic {
  readonly pricing: CompiledPricing
  readonly bytes: number
  /** Who asks now: a rater is asked on behalf of the quote that is being priced. */
  host: Host
}

const folders = new Map<number, Map<string, Uint8Array>>()
/** The least recently asked for comes first. */
const logics = new Map<number, Logic>()
let bytesKept = 0

// The whole of the thread on which what is on sale is compiled and priced.
serveTasks({
  start: () => null,
  file: ({ folder, path, bytes }: FileTask) => {
    folders.getOrInsertComputed(folder, () => new Map()).set(path, bytes)
  },
  compile,
  price,
  fill,
  closeFolder: (folder: number) => void folders.delete(folder),
  forget: (logic: number) => forget(logic),
})

async function compile(
  { folder, logic, prefix, raterRules }: CompileTask,
  host: Host,
): Promise<{ ok: true; facts: LogicFacts } | Extract<CompilePricingResult, { ok: false }>> {
  const files = folders.get(folder) ?? new Map<string, Uint8Array>()
  const raters: HttpPricingConnection = {
    rules: raterRules,
    refusalOf: (url) => refusalOf(url, raterRules),
    // The host answers with what its own connection says.
    ask: async ({ url, ...question }) =>
      (await (logics.get(logic)?.host ?? host).ask('rater', {
        ...question,
        url: url.href,
      })) as RaterResponse,
    close: async () => undefined,
  }
  const result = await compilePricing(files, { prefix, raters, isAccepted: true })
  if (!result.ok) return result
  const { pricing } = result
  const bytes = [...files.values()].reduce((sum, one) => sum + one.length, logicBytesMin)
  keep(logic, { pricing, bytes, host })
  const { kind, inputs, outputs, contentHash, warnings } = pricing
  const canFill = pricing.fill !== undefined
  return { ok: true, facts: { kind, inputs, outputs, contentHash, warnings, canFill } }
}

function keep(logic: number, kept: Logic): void {
  logics.set(logic, kept)
  bytesKept += kept.bytes
  for (const oldest of logics.keys()) {
    if (bytesKept <= filesBytesKeptMax || oldest === logic) return
    forget(oldest)
  }
}

function forget(logic: number): void {
  bytesKept -= logics.get(logic)?.bytes ?? 0
  logics.delete(logic)
}

function logicOf(id: number, host: Host): Logic | undefined {
  const logic = logics.get(id)
  if (logic === undefined) return undefined
  logics.delete(id)
  logics.set(id, logic)
  logic.host = host
  return logic
}

function price(
  task: PriceTask,
  host: Host,
): Calculation | Promise<Calculation> | typeof unknownLogic {
  const logic = logicOf(task.logic, host)
  if (logic === undefined) return unknownLogic
  const calculation = logic.pricing.evaluate(inputOf(task.input), { trace: task.trace })
  return calculation instanceof Promise
    ? calculation.then(boundCalculation)
    : boundCalculation(calculation)
}

async function fill(
  task: PriceTask,
  host: Host,
): Promise<Handed<FilledFile> | typeof unknownLogic> {
  const logic = logicOf(task.logic, host)
  if (logic?.pricing.fill === undefined) return unknownLogic
  const filled = await logic.pricing.fill(inputOf(task.input))
  const bytes = new Uint8Array(filled.bytes) // A buffer of its own, so that it can change hands.
  return new Handed({ ...filled, bytes }, [bytes.buffer])
}

function inputOf({ today, ...input }: SentInput): PricingInput {
  return { ...input, today: Temporal.PlainDate.from(today) }
}
