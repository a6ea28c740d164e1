import { describe, expect, it } from 'vitest'
import { type Export, type SourceFile, readManifest, readSource } from './source.ts'

const { workspaces = [] } = readManifest('.')
const files = readSource(...workspaces, 'bench', 'faults', 'tools')
const byPath = new Map(files.map((file) => [file.path, file]))

/** Who takes what: the files that import an export, by where it stands, through however many doors. */
const takers = new Map<string, Set<string>>()
for (const file of files) {
  for (const { from, name } of file.imports) take(from, name, file.path)
}

/** What others outside of this repository import, or a tool finds by itself. */
const openDoors: readonly string[] = [
  'sdk/src/index.ts', // The package itself.
  'spreadsheet/src/index.ts', // Likewise.
  'checkout/types/index.d.ts', // Likewise, as are the next two.
  'checkout/types/react.d.ts',
  'checkout/types/vue.d.ts',
  'sdk/src/generated.ts', // Written by a tool: one type for each schema of the document.
  'server/test/global-setup.ts', // Named in the configuration of the tests, as are the next two.
  'tools/longest-first.ts',
  'tools/plain-summary.ts',
]
for (const path of openDoors) {
  for (const { of } of byPath.get(path)?.exports ?? []) {
    if (of !== null) take(of.from, of.name, 'outside')
  }
}

function take(path: string, name: string | null, taker: string): void {
  for (const { name: exported, of } of byPath.get(path)?.exports ?? []) {
    if (exported === null) {
      if (of !== null) take(of.from, name, taker)
    } else if (name === null || exported === name) {
      const place = `${path} ${exported}`
      takers.set(place, (takers.get(place) ?? new Set()).add(taker))
      if (of !== null) take(of.from, of.name, taker)
    }
  }
}

/** What only tests want, and why it stands where it does. */
const onlyForTests: readonly string[] = [
  // No caller is ever shown sensitive data; that it can be opened has to be tried all the same.
  'server/src/sales/sensitive-data.ts openSensitiveData',
  // The template of all tests is made without threads, which is quicker.
  'server/src/products/check-folder.ts checkHere',
  // A push has the demo priced; that a customer could buy with it is tried on the examples.
  'server/src/products/folder/check-demo.ts checkDemo',
]

interface Found extends Export {
  readonly file: SourceFile
  readonly place: string
  readonly takers: readonly string[]
}

const found = files.flatMap((file) =>
  file.exports.flatMap((one): Found[] => {
    const place = `${file.path} ${one.name}`
    if (one.name === null || openDoors.includes(file.path)) return []
    return [{ ...one, file, place, takers: [...(takers.get(place) ?? [])] }]
  }),
)

/** How often a file says a word. One that says the name of its own export once only declares it. */
const timesNamed = ({ file, name }: Found) =>
  file.text.match(new RegExp(`\\b${name}\\b`, 'g'))?.length ?? 0

describe('an export', () => {
  it('is imported by somebody, unless it is a type that names what another one takes or gives', () => {
    const dead = found.filter(
      (one) => one.takers.length === 0 && (!one.isType || one.of !== null || timesNamed(one) < 2),
    )
    expect(dead.map(({ place }) => place)).toEqual([])
  })

  it('is not kept alive by tests alone', () => {
    const isMeantForTests = ({ path, isTest }: SourceFile) =>
      isTest || /\/testing\/|\/(some|given|test)-[\w-]+\.ts$/.test(path)
    const kept = found.filter(
      (one) =>
        !one.isType &&
        one.of === null &&
        !isMeantForTests(one.file) &&
        one.takers.length > 0 &&
        one.takers.every((path) => byPath.get(path)?.isTest === true) &&
        timesNamed(one) < 2,
    )
    expect(kept.map(({ place }) => place).toSorted()).toEqual(onlyForTests.toSorted())
  })

  it('of a whole file through a door is wanted by somebody outside', () => {
    const idle = files.flatMap((file) =>
      file.exports.flatMap(({ name, of }) => {
        if (name !== null || of === null || openDoors.includes(file.path)) return []
        const wanted = files.some((other) =>
          other.imports.some(
            (one) =>
              one.from === file.path && (one.name === null || exportsOf(of.from).has(one.name)),
          ),
        )
        const isPassedOn = files.some((other) =>
          other.exports.some((one) => one.of?.from === file.path),
        )
        return wanted || isPassedOn ? [] : [`${file.path} passes on ${of.from}`]
      }),
    )
    expect(idle).toEqual([])
  })
})

function exportsOf(path: string): Set<string> {
  const names = (byPath.get(path)?.exports ?? []).flatMap(({ name, of }) =>
    name === null ? (of === null ? [] : [...exportsOf(of.from)]) : [name],
  )
  return new Set(names)
}
