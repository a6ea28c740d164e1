import type { Command } from 'commander'
import { type Work, action, addCommand } from '../command.ts'
import { Failure, exitCodes } from '../failure.ts'
import { findProduct } from '../server/find-product.ts'
import { liveBefore } from '../server/live-before.ts'
import { makeLive } from '../server/make-live.ts'

export function addRollback(program: Command): void {
  addCommand(program, 'rollback <product>', {
    summary: 'Put the previous live version back on sale',
    details:
      'Policies keep the version they were sold on. Running it again goes back one more version.',
    examples: ['bindery rollback travel'],
  }).action(action(rollback))
}

async function rollback({ output, server }: Work<object>, name: string): Promise<void> {
  const opened = await server()
  const product = await findProduct(opened, name)
  const version = await liveBefore(opened, product)
  if (version === null) {
    throw new Failure(
      exitCodes.failed,
      `${product.key} has no earlier live version.`,
      'Publish a given version with: bindery publish <version id>',
    )
  }
  await makeLive(opened, output, product, version)
}
