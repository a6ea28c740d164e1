import { once } from 'node:events'
import { watch } from 'node:fs'
import type { Command } from 'commander'
import { openPreview } from '../../checkout/open-preview.ts'
import { servePreview } from '../../checkout/serve-preview.ts'
import { type Work, action, addCommand } from '../../command.ts'
import { readFolder } from '../../folder/read-folder.ts'
import { wholeNumber } from '../../whole-number.ts'

interface Options {
  readonly port: number
  readonly language?: string
}

const portDefault = 4400
/** Editors write a file in several steps. */
const settledMs = 120

export function addCheckoutPreview(checkout: Command): void {
  addCommand(checkout, 'preview <folder>', {
    summary: 'Show the checkout of a product folder, anew whenever a file is saved',
    details:
      'Keeps the folder as a what-if each time it has changed, which cannot be published, and shows its page at http://localhost, where you can buy in test mode. Mistakes are shown in the page, which comes back when they are fixed; answers stay. Test cases may fail. Needs a key for test mode. End it with Ctrl+C.',
    examples: ['bindery checkout preview travel', 'bindery checkout preview travel --language de'],
  })
    .option('--port <number>', 'where the page is', wholeNumber(0, 65_535), portDefault)
    .option('--language <language>', 'in which it begins')
    .action(action(preview))
}

async function preview({ options, output, server }: Work<Options>, folder: string): Promise<void> {
  await readFolder(folder) // Fails at once where it is no product folder.
  const { client, connection } = await server()
  const shown = await openPreview(client, folder)
  const language = options.language ?? null
  const served = await servePreview(shown, { ...connection, language, port: options.port })
  let timer: NodeJS.Timeout | undefined
  const watching = watch(folder, { recursive: true }, () => {
    clearTimeout(timer)
    timer = setTimeout(() => void shown.refresh().then(() => served.tell()), settledMs)
  })
  await shown.refresh()
  output.show({ url: served.url }, () => [`${folder} is shown at ${served.url}`])
  await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')])
  clearTimeout(timer)
  watching.close()
  await served.close()
  await shown.close()
}
