import type { Problem } from '../../kernel/index.ts'
import type { FieldRule } from '../../rules/index.ts'

/**
 * What of a folder was read without a complaint. Whatever is not sound is skipped by the checks that
 * need it, and by these alone, so that all problems of a folder are reported at once.
 */
export interface Soundness {
  file(file: string): boolean
  /** A part of a file, written as its problems are: `integrations[0].key`, `/quote/3/name`. */
  part(file: string, path: string): boolean
  /** The members of product.yaml. */
  setting(...names: readonly string[]): boolean
}

export function soundnessOf(problems: readonly Problem[]): Soundness {
  const refused = Map.groupBy(problems, ({ file }) => file)
  const part = (file: string, path: string) =>
    (refused.get(file) ?? []).every(({ place }) => !concerns(place, path))
  return {
    file: (file) => !refused.has(file),
    part,
    setting: (...names) => names.every((name) => part('product.yaml', name)),
  }
}

export const allSound: Soundness = { file: () => true, part: () => true, setting: () => true }

/** What is said of the whole file concerns each of its parts. */
function concerns(place: string, path: string): boolean {
  const refused = place.replace(/^line \d+(?:, |$)/, '')
  if (refused === '' || refused === path) return true
  return refused.startsWith(path) && /^[.[/]/.test(refused.slice(path.length))
}

/** The rules of a list that can be compiled: those of which nothing else is known to be wrong. */
export function soundRules(
  fields: readonly FieldRule[],
  file: string,
  list: string,
  sound: Soundness,
): readonly FieldRule[] {
  if (sound.file(file)) return fields
  const seen = new Set<string>()
  return fields.filter(({ name, path }, at) => {
    const entry = `/${list}/${at}`
    const isSound = ['name', 'path', 'validation'].every((one) =>
      sound.part(file, `${entry}/${one}`),
    )
    const whole = `${path ?? ''} ${name}`
    const isRepeated = seen.has(whole)
    seen.add(whole)
    return isSound && !isRepeated
  })
}
