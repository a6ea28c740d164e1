import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Files that start processes and kill them take longest, and show it by their place alone. */
const longPlaces = [
  'faults/short.test.ts',
  'checkout/test/',
  'cli/test/',
  'server/test/start/',
  'server/src/database/embedded/',
  'server/test/faults/',
  'server/test/hostile/',
  'server/test/openapi/',
  'server/test/data/import-memory.test.ts',
  'server/src/documents/',
  // It waits for a limit of time, and would be the last to end.
  'server/test/scenarios/policy-held.test.ts',
]

/**
 * What takes longest starts first, so that no core waits at the end for a file that began late. The
 * runner knows how long a file took the last time; where there was none it goes by the size of files,
 * by which a short file that starts ten servers comes last.
 */
export default class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isLong = ({ moduleId }: TestSpecification) =>
      longPlaces.some((place) => moduleId.includes(`/${place}`))
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
  }
}
