import type { Reporter, TestModule } from 'vitest/node'

/** Ends a test run with why tests were skipped, and one plain line that any reader or script understands. */
export default class PlainSummary implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    const counts = { passed: 0, failed: errors.length, skipped: 0 }
    const skippedBecause = new Map<string, number>()
    for (const module of modules) {
      const results = [...module.children.allTests()].map((test) => test.result())
      const tests = results.map(({ state }) => state)
      for (const state of tests) if (state !== 'pending') counts[state] += 1
      for (const result of results) {
        if (result.state !== 'skipped') continue
        const reason = result.note ?? 'not for this machine or this user'
        skippedBecause.set(reason, (skippedBecause.get(reason) ?? 0) + 1)
      }
      // A file can fail apart from its tests: when it does not load, or cannot be set up.
      if (module.state() === 'failed' && !tests.includes('failed')) counts.failed += 1
    }
    const skipped = [...skippedBecause].map(([reason, count]) => `${count} skipped: ${reason}\n`)
    process.stdout.write(`\n${skipped.join('')}${counts.passed} passed, ${counts.failed} failed\n`)
  }
}
