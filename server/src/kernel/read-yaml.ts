import {
  type Document,
  Lexer,
  LineCounter,
  type YAMLMap,
  isScalar,
  parseDocument,
  visit,
} from 'yaml'

/** More than any honest file has: a file within these limits is read in a second or two. */
const yamlBytesMax = 1024 * 1024
const lexemesMax = 250_000
const depthMax = 100
const aliasesMax = 100

/** More mistakes than this have a common cause. */
const mistakesMax = 100

export interface YamlMistake {
  /** Both count from 1; null where the whole file is meant. */
  readonly at: { readonly line: number; readonly column: number } | null
  readonly kind: 'syntax' | 'repeated_key' | 'too_much'
  readonly message: string
}

export type YamlReading =
  | { readonly ok: true; readonly document: Document; readonly lines: LineCounter }
  | { readonly ok: false; readonly mistakes: readonly YamlMistake[] }

/**
 * Reads a YAML document in time that grows with its length alone. The library looks for repeated
 * keys by comparing each with each, and for what an alias means by walking the whole document.
 */
export function readYamlDocument(text: string, schema: 'core' | 'failsafe'): YamlReading {
  if (text.length > yamlBytesMax) {
    return tooMuch(`the file is larger than ${yamlBytesMax / 1024 / 1024} MiB.`)
  }
  if (!hasFewLexemes(text)) return tooMuch(`it has more than ${lexemesMax} tokens.`)
  const lines = new LineCounter()
  try {
    const document = parseDocument(text, {
      lineCounter: lines,
      prettyErrors: false,
      uniqueKeys: false,
      schema,
      version: '1.2',
      logLevel: 'silent',
    })
    const placed = (offset: number) => {
      const { line, col } = lines.linePos(offset)
      return { line: Math.max(line, 1), column: Math.max(col, 1) }
    }
    const mistakes = document.errors.slice(0, mistakesMax).map(({ pos, message }): YamlMistake => {
      return { at: placed(pos[0]), kind: 'syntax', message }
    })
    if (mistakes.length > 0) return { ok: false, mistakes }
    const { repeated, excess } = inspect(document)
    if (excess !== null) return tooMuch(excess)
    if (repeated.length > 0) {
      const message = 'Map keys must be unique'
      const keys = repeated.map(
        (offset) => ({ at: placed(offset), kind: 'repeated_key', message }) as const,
      )
      return { ok: false, mistakes: keys }
    }
    return { ok: true, document, lines }
  } catch (error) {
    // The parser gives up by throwing on nesting without end.
    return tooMuch(error instanceof Error ? error.message : 'it cannot be read.')
  }
}

function tooMuch(message: string): YamlReading {
  return { ok: false, mistakes: [{ at: null, kind: 'too_much', message }] }
}

function hasFewLexemes(text: string): boolean {
  let count = 0
  for (const _ of new Lexer().lex(text)) {
    count += 1
    if (count > lexemesMax) return false
  }
  return true
}

/** One walk through all nodes: the positions of repeated keys, and exceeded limits. */
function inspect(document: Document): {
  readonly repeated: readonly number[]
  readonly excess: string | null
} {
  const repeated: number[] = []
  let aliases = 0
  let excess: string | null = null
  // A pair stands between two maps.
  const isDeep = (path: readonly unknown[]) => path.length > depthMax * 2
  const stop = (reason: string) => {
    excess = reason
    return visit.BREAK
  }
  visit(document, {
    Alias: () => {
      aliases += 1
      return aliases > aliasesMax ? stop(`it has more than ${aliasesMax} aliases.`) : undefined
    },
    Seq: (_key, _seq, path) =>
      isDeep(path) ? stop(`it is nested more than ${depthMax} deep.`) : undefined,
    Map: (_key, map, path) => {
      if (isDeep(path)) return stop(`it is nested more than ${depthMax} deep.`)
      if (repeated.length < mistakesMax) repeated.push(...repeatedKeys(map))
      return undefined
    },
  })
  return { repeated: repeated.slice(0, mistakesMax), excess }
}

function repeatedKeys(map: YAMLMap): number[] {
  const seen = new Set<unknown>()
  const repeated: number[] = []
  for (const { key } of map.items) {
    if (!isScalar(key)) continue
    if (seen.has(key.value) && repeated.length < mistakesMax) repeated.push(key.range?.[0] ?? 0)
    seen.add(key.value)
  }
  return repeated
}
