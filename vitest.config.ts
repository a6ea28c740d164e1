import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{server,sdk,cli}/{src,test}/**/*.test.ts'],
    reporters: ['default', './tools/plain-summary.ts'],
    pool: 'forks',
    isolate: false,
    globalSetup: ['server/test/global-setup.ts'],
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
})
