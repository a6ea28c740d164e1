import type { Reporter, TestModule } from 'vitest/node'

/** Ends a test run with one plain line that any reader or script understands. */
export default class PlainSummary implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    const counts = { passed: 0, failed: errors.length, skipped: 0 }
    for (const module of modules) {
      const tests = [...module.children.allTests()].map((test) => test.result().state)
      for (const state of tests) if (state !== 'pending') counts[state] += 1
      // A file can fail apart from its tests: when it does not load, or cannot be set up.
      if (module.state() === 'failed' && !tests.includes('failed')) counts.failed += 1
    }
    const skipped = counts.skipped === 0 ? '' : `${counts.skipped} skipped\n`
    process.stdout.write(`\n${skipped}${counts.passed} passed, ${counts.failed} failed\n`)
  }
}
