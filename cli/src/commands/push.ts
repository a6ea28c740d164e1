import type { Command } from 'commander'
import { type Work, action, addCommand } from '../command.ts'
import { encodeFiles } from '../folder/product-files.ts'
import { readFolder } from '../folder/read-folder.ts'
import { describeProblems } from '../output/problems.ts'
import { checkoutPages, describePages } from '../server/checkout-pages.ts'
import { chooseVersion } from '../server/find-product.ts'

interface Options {
  readonly publish?: boolean
}

export function addPush(program: Command): void {
  addCommand(program, 'push <folder>', {
    summary: 'Send a product folder to the server as a draft version',
    details:
      'A folder with mistakes is refused as a whole. Pushing the same content again creates no version.',
    examples: ['bindery push travel', 'bindery push travel --publish'],
  })
    .option('--publish', 'publish the version at once')
    .action(action(push))
}

async function push({ options, output, server }: Work<Options>, folder: string): Promise<void> {
  const files = await readFolder(folder)
  const opened = await server()
  const body = { files: encodeFiles(files) }
  const pushed = await output.during(`Pushing ${folder}`, () =>
    opened.client.call('pushProduct', { body }),
  )
  if (options.publish === true) {
    await opened.client.manage.products.publish(pushed.product_version_id)
  }
  const product = await opened.client.manage.products.get(pushed.product_id)
  const version = chooseVersion(product, pushed.product_version_id)
  const checkout = version.is_live ? await checkoutPages(opened, product.id) : []
  const answer = { ...pushed, number: version.number, is_live: version.is_live, checkout }
  output.show(answer, (paint) => {
    const name = `${product.key} version ${version.number}`
    return [
      pushed.is_new
        ? `${paint.green('✓')} ${name} is pushed (${version.id}).`
        : `${paint.green('✓')} ${name} already has this content: nothing was pushed.`,
      ...describeProblems(pushed.warnings, paint),
      version.is_live
        ? `It is ${paint.bold('live')}.`
        : `It is a draft. Put it on sale with: bindery publish ${product.key}`,
      ...describePages(checkout, opened.connection.key, paint),
    ]
  })
}
