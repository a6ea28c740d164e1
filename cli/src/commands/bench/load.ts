import type { Client } from '@bindery/sdk'
import type { Command } from 'commander'
import { type Work, action, addCommand } from '../../command.ts'
import type { Tell } from '../../output/progress.ts'
import { wholeNumber } from '../../whole-number.ts'

const policiesMax = 10_000_000
const policiesDefault = 1_000_000
const partPolicies = 10_000
/** The server writes one part while the next is on its way. */
const partsAtOnce = 2

interface Options {
  readonly policies: number
}

export function addBenchLoad(bench: Command): void {
  addCommand(bench, 'load', {
    summary: 'Fill an empty server with a synthetic book, to measure on',
    details:
      'Policies with their quotes and payments, the same every time. The server must have been ' +
      'started with BENCH=on and must never have sold anything; the key is one for test mode.',
    examples: ['bindery bench load --policies 1000000'],
  })
    .option('--policies <number>', 'how many', wholeNumber(1, policiesMax), policiesDefault)
    .action(action(load))
}

async function load({ options, output, server }: Work<Options>): Promise<void> {
  const { client } = await server()
  const { policies } = options
  const beganMs = performance.now()
  const loaded = await output.withProgress('Loading policies', policies, (tell) =>
    loadParts(client, policies, tell),
  )
  const seconds = (performance.now() - beganMs) / 1000
  output.show({ policies, loaded, seconds }, (paint) => [
    `${paint.green('✓')} The book has ${policies.toLocaleString('en')} policies, ` +
      `${loaded.toLocaleString('en')} of them new (${seconds.toFixed(1)} s).`,
  ])
}

async function loadParts(client: Client, policies: number, tell: Tell): Promise<number> {
  let loaded = 0
  let done = 0
  let next = 0
  const one = async (from: number, isLast: boolean) => {
    const count = Math.min(partPolicies, policies - from)
    const part = await client.call('loadBook', { body: { from, count, is_last: isLast } })
    loaded += part.loaded
    done += count
    tell({ done, text: `${done.toLocaleString('en')} of ${policies.toLocaleString('en')}` })
  }
  const last = Math.floor((policies - 1) / partPolicies) * partPolicies
  const worker = async () => {
    while (next < last) {
      const from = next
      next += partPolicies
      await one(from, false)
    }
  }
  await Promise.all(Array.from({ length: partsAtOnce }, worker))
  await one(last, true)
  return loaded
}
