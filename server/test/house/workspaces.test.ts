import { describe, expect, it } from 'vitest'
import { readManifest, readSource } from './source.ts'

const { workspaces = [] } = readManifest('.')
const files = readSource(...workspaces, 'bench', 'faults', 'tools')
const steps = files.flatMap(({ path, imports, exports }) =>
  [...imports, ...exports.flatMap(({ of }) => of ?? [])].map((step) => ({ path, ...step })),
)

/** The workspace of a file; benchmarks, faults and tools belong to the repository itself. */
const workspaceOf = (path: string) => workspaces.find((name) => path.startsWith(`${name}/`)) ?? '.'

describe('a workspace', () => {
  it('is imported by its name, never by a path across its border', () => {
    const across = steps.filter(
      ({ path, request, from }) =>
        request.startsWith('.') && workspaceOf(path) !== workspaceOf(from),
    )
    expect(across.map(({ path, request }) => `${path} imports ${request}`)).toEqual([])
  })

  it.each(workspaces)('declares those that it imports, and no other: %s', (workspace) => {
    const imported = steps
      .filter(({ path, request }) => workspaceOf(path) === workspace && !request.startsWith('.'))
      .flatMap(({ request }) => /^@bindery\/\w+/.exec(request) ?? [])
    const { dependencies, devDependencies } = readManifest(workspace)
    const declared = Object.keys({ ...dependencies, ...devDependencies }).filter((name) =>
      name.startsWith('@bindery/'),
    )
    expect(declared.toSorted()).toEqual([...new Set(imported)].toSorted())
  })
})
