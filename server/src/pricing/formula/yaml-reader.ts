import { type Problem, didYouMean } from '../../kernel/index.ts'
import { problemsMax } from './limits.ts'

/** A YAML value read without guessing types: every scalar is its text, so 0.10 stays 0.10. */
export type Yaml = string | readonly Yaml[] | YamlMap
export interface YamlMap {
  readonly [key: string]: Yaml
}

/** Takes a YAML document apart and collects every mistake it meets. */
export class YamlReader {
  readonly file: string
  readonly problems: Problem[]

  constructor(file: string, problems: Problem[]) {
    this.file = file
    this.problems = problems
  }

  report(place: string, message: string, fix: string): void {
    if (this.problems.length > problemsMax) return
    this.problems.push({ file: this.file, place, message, fix })
  }

  /** A section of names; empty where the key is absent. */
  section(document: YamlMap, key: string): readonly (readonly [string, Yaml])[] {
    const value = member(document, key)
    if (value === undefined || value === '') return []
    if (isYamlMap(value)) return Object.entries(value)
    this.report(
      key,
      `${key} must be a list of names, each with its value.`,
      `Write them indented under ${key}:, one per line.`,
    )
    return []
  }

  text(map: YamlMap, key: string, place: string): string | undefined {
    const value = member(map, key)
    if (value === undefined || typeof value === 'string') return value
    this.report(
      place,
      `${key} must be a single value.`,
      'If it holds brackets or braces, put it in quotes.',
    )
    return undefined
  }

  onlyKeys(map: YamlMap, allowed: readonly string[], place: string): void {
    for (const key of Object.keys(map)) {
      if (allowed.includes(key)) continue
      if (this.problems.length > problemsMax) return
      this.report(
        place,
        `The key ${key} is not known here.`,
        didYouMean(key, allowed) ?? `Known keys are ${allowed.join(', ')}.`,
      )
    }
  }
}

export function member(map: YamlMap, key: string): Yaml | undefined {
  return Object.hasOwn(map, key) ? map[key] : undefined
}

export function isYamlMap(value: Yaml): value is YamlMap {
  return typeof value === 'object' && !Array.isArray(value)
}
