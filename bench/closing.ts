import { setTimeout as sleep } from 'node:timers/promises'
import { createClient } from '@bindery/sdk'
import { billedPortfolio, monthPosted } from './billed-portfolio.ts'
import { median } from './median.ts'
import { startServer } from './start-server.ts'

/**
 * How long it takes to close a month of a large portfolio, and to read its reports, over HTTP:
 * node bench/closing.ts [policies]
 */
const policies = Number(process.argv[2] ?? 100_000)
const months = ['2020-01', '2020-02', '2020-03']
const readings = 5
const pauseMs = 20

const server = await startServer(null)
try {
  await server.work(false)
  const { base_url: baseUrl, insurer } = server.demo
  const client = createClient({ baseUrl, secretKey: insurer.test.secret, timeoutMs: 600_000 })
  const { accounting } = client.manage
  await billedPortfolio(server.database, policies)
  for (const month of months) await monthPosted(server.database, month)
  print(`a portfolio of ${policies} policies with ${months.length} months of postings is made`)
  await server.work(true)
  for (const month of months) {
    const begunMs = performance.now()
    await accounting.close({ month })
    const answeredMs = performance.now() - begunMs
    let closing = await accounting.showClosing(month)
    while (closing.state === 'summing') {
      await sleep(pauseMs)
      closing = await accounting.showClosing(month)
    }
    const allMs = performance.now() - begunMs
    print(
      `${month}: answered after ${show(answeredMs)} ms, ${closing.postings} postings summed ` +
        `after ${show(allMs)} ms`,
    )
  }
  const days = { from: '2020-03-01', to: '2020-03-31' }
  await measure('trial balance', () => accounting.trialBalance(days))
  await measure('taxes', () => accounting.taxes(days))
  await measure('a page of the journal', () => accounting.journal(days).page())
  const begunMs = performance.now()
  let bytes = 0
  for await (const chunk of accounting.exportJournal(days)) bytes += chunk.length
  print(
    `the journal of a month as CSV: ${show((performance.now() - begunMs) / 1000)} s, ` +
      `${show(bytes / 1024 ** 2)} MiB`,
  )
} finally {
  await server.stop()
}

async function measure(name: string, read: () => Promise<unknown>): Promise<void> {
  const times: number[] = []
  for (let at = 0; at < readings; at += 1) {
    const begunMs = performance.now()
    await read()
    times.push(performance.now() - begunMs)
  }
  print(`${name}: ${show(median(times))} ms`)
}

function show(value: number): string {
  return value.toFixed(value < 10 ? 1 : 0)
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}
