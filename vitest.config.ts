import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import LongestFirst from './tools/longest-first.ts'

export default defineConfig({
  test: {
    include: [
      '{server,rules,spreadsheet,sdk,cli,checkout}/{src,test}/**/*.test.ts',
      '{faults,bench}/**/*.test.ts',
    ],
    reporters: ['default', './tools/plain-summary.ts'],
    pool: 'forks',
    isolate: false,
    // Node itself loads the modules, as it does for the platform; no test replaces a module.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    execArgv: [
      // As the platform is started.
      '--v8-pool-size=0',
      '--no-memory-reducer',
      // A process of tests makes hundreds of platforms and forgets them: collected less often, that
      // costs a twentieth less of the processor, and some memory.
      '--max-semi-space-size=64',
      '--min-semi-space-size=64',
    ],
    // Tests often wait: for the database, for processes that start, for limits of time. With some
    // more of them than cores, somebody always has something to do.
    maxWorkers: Math.max(3, availableParallelism() - 1),
    globalSetup: ['server/test/global-setup.ts'],
    setupFiles: ['server/test/patience.ts', 'server/test/compiled-code.ts'],
    sequence: { sequencer: LongestFirst },
    // Only who hangs is to meet these: a machine with much else to do takes ten times as long.
    testTimeout: 900_000,
    hookTimeout: 900_000,
    // The end of a worker has taken a busy machine more than the usual ten seconds.
    teardownTimeout: 120_000,
    expect: { poll: { timeout: 120_000 } },
  },
})
