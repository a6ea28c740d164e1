import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{server,sdk,cli}/{src,test}/**/*.test.ts', 'faults/**/*.test.ts'],
    reporters: ['default', './tools/plain-summary.ts'],
    pool: 'forks',
    isolate: false,
    // Tests mostly wait for the database, so two of them keep even two cores busy.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    globalSetup: ['server/test/global-setup.ts'],
    setupFiles: ['server/test/patience.ts'],
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
})
