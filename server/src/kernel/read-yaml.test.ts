import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { LineCounter, parseDocument } from 'yaml'
import { readYamlDocument } from './read-yaml.ts'

describe('a YAML document', () => {
  it('has its repeated keys named where the library would name them', () => {
    const key = fc.constantFrom('a', 'b', '1', '"1"', 'true', 'null', '[x]', '? c\n:')
    const entry = fc.tuple(key, fc.constantFrom('1', '{a: 1, a: 2}', '[{b: 1, b: 2}]', 'x'))
    fc.assert(
      fc.property(fc.array(entry, { maxLength: 8 }), (entries) => {
        const text = entries.map(([name, value]) => `${name}: ${value}`).join('\n')
        const lines = new LineCounter()
        const { errors } = parseDocument(text, { lineCounter: lines, prettyErrors: false })
        const read = readYamlDocument(text, 'core')
        const found = read.ok
          ? []
          : read.mistakes.map(({ at, message }) => ({ line: at?.line, message }))
        const known = errors.map(({ pos, message }) => ({
          line: lines.linePos(pos[0]).line,
          message,
        }))
        const byLine = (one: { line?: number }, other: { line?: number }) =>
          (one.line ?? 0) - (other.line ?? 0)
        expect(found.toSorted(byLine)).toEqual(known.toSorted(byLine))
      }),
    )
  })

  it('of twenty thousand keys is read in a moment, also where all are the same', () => {
    const keys = Array.from({ length: 20_000 }, (_, at) => `key${at}: ${at}`).join('\n')
    const { ms, result } = timed(() => readYamlDocument(keys, 'core'))
    expect(result.ok).toBe(true)
    expect(ms).toBeLessThan(3_000) // It was twenty times that when each key was held against each.
    const same = readYamlDocument('a: 1\n'.repeat(20_000), 'core')
    expect(same).toMatchObject({ ok: false, mistakes: { length: 100 } })
  })

  it.each([
    ['more bytes than a file may have', 'x'.repeat(1024 * 1024 + 1), '1 MiB'],
    ['more tokens than a file may have', `[${'a,'.repeat(250_000)}]`, 'tokens'],
    ['too many aliases', `a: &a x\nb: [${'*a, '.repeat(101)}]`, '100 aliases'],
    ['lists in lists without end', `${'[\n'.repeat(300)}${']\n'.repeat(300)}`, '100 deep'],
    ['maps in maps without end', '{a: '.repeat(300) + '}'.repeat(300), '100 deep'],
  ])('with %s is refused', (_what, text, reason) => {
    const read = readYamlDocument(text, 'core')
    expect(read.ok ? [] : read.mistakes).toEqual([
      { at: null, kind: 'too_much', message: expect.stringContaining(reason) },
    ])
  })

  it('that is nothing but mistakes has the first of them reported', () => {
    const read = readYamlDocument('}\n'.repeat(50_000), 'core')
    expect(read).toMatchObject({ ok: false, mistakes: { length: 100 } })
  })
})

function timed<Result>(work: () => Result): { ms: number; result: Result } {
  const before = process.threadCpuUsage()
  const result = work()
  const { user, system } = process.threadCpuUsage(before)
  return { ms: (user + system) / 1000, result }
}
