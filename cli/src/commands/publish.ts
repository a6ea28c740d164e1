import type { Command } from 'commander'
import { type Work, action, addCommand } from '../command.ts'
import { chooseVersion, findProduct, findVersion } from '../server/find-product.ts'
import { makeLive } from '../server/make-live.ts'

export function addPublish(program: Command): void {
  addCommand(program, 'publish <product>', {
    summary: 'Put the last pushed version, or a given version, on sale',
    details:
      'Name a product by its key, or a version by its id. What-if versions of bindery impact, simulate ' +
      'and checkout preview cannot be published: push the folder first. Policies keep the version they ' +
      'were sold on. If product.yaml sets conditions (publish:), publication is refused with the figures ' +
      'until they are met, or forced with a reason, which the audit log keeps.',
    examples: ['bindery publish travel', 'bindery publish prv_01a1dd4f990214706f9ece885eea'],
  })
    .option('--force <reason>', 'publish although the conditions of product.yaml are not met')
    .action(action(publish))
}

async function publish(
  { options, output, server }: Work<{ readonly force?: string }>,
  name: string,
): Promise<void> {
  const opened = await server()
  const { product, version } = name.startsWith('prv_')
    ? await findVersion(opened, name)
    : await newestOf(opened, name)
  await makeLive(opened, output, product, version, options.force)
}

async function newestOf(opened: Awaited<ReturnType<Work<object>['server']>>, name: string) {
  const product = await findProduct(opened, name)
  return { product, version: chooseVersion(product, 'newest') }
}
