import { createHash, randomUUID } from 'node:crypto'
import { assertOutsideTransaction } from '../../database/index.ts'
import type { JsonObject, Problem } from '../../kernel/index.ts'
import type { YamlMap } from '../formula/yaml-reader.ts'
import type {
  Calculation,
  CompilePricingResult,
  PricingFiles,
  PricingInput,
} from '../pricing-types.ts'
import type { HttpPricingConnection } from './http-connection.ts'
import { readAnswer } from './read-answer.ts'
import { type HttpFile, nearMisses, readHttpFile } from './read-http-file.ts'

export interface HttpSource {
  readonly files: PricingFiles
  /** The folder of the pricing file, with its slash; empty for the product itself. */
  readonly prefix: string
  readonly file: string
  readonly bytes: Uint8Array
  readonly document: YamlMap
  readonly connection: HttpPricingConnection
  /**
   * True for a revision that was accepted before: what the operator no longer allows then fails
   * when it is asked, and does not keep the version from loading.
   */
  readonly isAccepted?: boolean
}

/** Named in the content hash: raise it when the same file would be asked in another way. */
const engineVersion = 'http 1'

/** Compiles a pricing file of kind http: the price of each quote is asked of a rater outside. */
export function compileHttpPricing(source: HttpSource): CompilePricingResult {
  const problems: Problem[] = []
  const file = readHttpFile(source.document, source.file, problems)
  if (file === null) return { ok: false, problems }
  const refusal = source.isAccepted === true ? null : source.connection.refusalOf(file.url)
  if (refusal !== null) {
    return { ok: false, problems: [{ file: source.file, place: 'url', ...refusal }] }
  }
  return {
    ok: true,
    pricing: {
      kind: 'http',
      inputs: file.inputs ?? [],
      outputs: file.outputs,
      contentHash: createHash('sha256')
        .update(`${engineVersion}\n`)
        .update(source.bytes)
        .digest('hex'),
      warnings: nearMisses(file.outputs, source.file),
      evaluate: (input, options) =>
        evaluate(file, source.connection, input, options?.trace === true),
    },
  }
}

async function evaluate(
  file: HttpFile,
  connection: HttpPricingConnection,
  input: PricingInput,
  isTracing: boolean,
): Promise<Calculation> {
  assertOutsideTransaction('asking a rater')
  const { url, headers, deadlineMs } = file
  const id = `price_${randomUUID()}`
  const body = JSON.stringify(questionOf(id, file, input, isTracing))
  const response = await connection.ask({ url, headers, id, body, deadlineMs })
  const place = url.host
  if (!response.ok) return { outcome: 'failed', place, reason: response.reason }
  if (response.status !== 200) {
    return { outcome: 'failed', place, reason: `answered with status ${response.status}` }
  }
  const calculation = readAnswer(response.body, file, place)
  if (calculation.outcome !== 'priced' && calculation.outcome !== 'knockout') return calculation
  const { trace = [], ...untraced } = calculation
  if (!isTracing) return untraced
  const asked = { place, formula: `POST ${url.href}`, value: `answered as ${id}` }
  return { ...untraced, trace: [asked, ...trace] }
}

/** The request to the rater; the guide documents it. */
function questionOf(
  id: string,
  { inputs, outputs }: HttpFile,
  { data, variables, today }: PricingInput,
  isTracing: boolean,
): JsonObject {
  return {
    id,
    today: today.toString(),
    data: inputs === null ? data : pick(data, inputs),
    variables,
    outputs: [...outputs],
    explain: isTracing,
  }
}

function pick(data: JsonObject, names: readonly string[]): JsonObject {
  const picked: JsonObject = {}
  for (const name of names) {
    const value = Object.hasOwn(data, name) ? data[name] : undefined
    if (value !== undefined) picked[name] = value
  }
  return picked
}
