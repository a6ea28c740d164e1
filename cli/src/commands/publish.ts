import type { Command } from 'commander'
import { type Work, action, addCommand } from '../command.ts'
import { chooseVersion, findProduct, findVersion } from '../server/find-product.ts'
import { makeLive } from '../server/make-live.ts'

export function addPublish(program: Command): void {
  addCommand(program, 'publish <product>', {
    summary: 'Put what was pushed last, or a certain version, on sale',
    details:
      'Names a product by its key, or a version by its id. What bindery impact, simulate and checkout preview ' +
      'tried out is not published: push it first. Policies keep the version they were sold on. ' +
      'Where product.yaml asks for more (publish:), it is refused with the figures until that is met, ' +
      'or forced with a reason that the audit log keeps.',
    examples: ['bindery publish travel', 'bindery publish prv_01a1dd4f990214706f9ece885eea'],
  })
    .option('--force <reason>', 'publish it although its gate says no')
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
