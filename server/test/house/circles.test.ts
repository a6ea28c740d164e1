import { expect, it } from 'vitest'
import { type SourceFile, readSource } from './source.ts'

it.each([
  'checkout/src',
  'console/src',
  'cli/src',
  'sdk/src',
  'rules/src',
  'faults',
  'bench',
  'tools',
])('no files of %s import each other in a circle, for their types neither', (folder) => {
  const files = readSource(folder)
  expect(files.length).toBeGreaterThan(2)
  expect(circlesAmong(files)).toEqual([])
})

it('finds a circle, however it is closed', () => {
  const file = (path: string, ...imported: string[]): SourceFile => ({
    path,
    text: '',
    isTest: false,
    imports: imported.map((from) => ({ from, request: from, name: null })),
    packages: [],
    exports: [],
    texts: [],
    readsEnvironment: false,
  })
  const files = [file('a', 'b'), file('b', 'c', 'd'), file('c', 'a'), file('d'), file('e', 'e')]
  expect(circlesAmong(files).map((circle) => circle.toSorted())).toEqual([['a', 'b', 'c'], ['e']])
})

/** The files of each circle: those that reach each other over their imports (Tarjan). */
function circlesAmong(files: readonly SourceFile[]): string[][] {
  const importedBy = new Map(
    files.map(({ path, imports, exports }) => [
      path,
      [...imports, ...exports.flatMap(({ of }) => of ?? [])].map(({ from }) => from),
    ]),
  )
  const found: string[][] = []
  const numbers = new Map<string, number>()
  const open: string[] = []
  /** The lowest number of an open file that is reached from this one. */
  const visit = (path: string): number => {
    const number = numbers.size
    numbers.set(path, number)
    open.push(path)
    let lowest = number
    for (const next of importedBy.get(path) ?? []) {
      if (!importedBy.has(next)) continue
      if (!numbers.has(next)) lowest = Math.min(lowest, visit(next))
      else if (open.includes(next)) lowest = Math.min(lowest, numbers.get(next) ?? number)
    }
    if (lowest === number) {
      const circle = open.splice(open.indexOf(path))
      if (circle.length > 1 || importedBy.get(path)?.includes(path)) found.push(circle)
    }
    return lowest
  }
  for (const path of importedBy.keys()) if (!numbers.has(path)) visit(path)
  return found
}
