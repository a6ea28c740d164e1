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
/** A server that cannot answer now is asked again. */
const againMs = 2_000

export function addCheckoutPreview(checkout: Command): void {
  addCommand(checkout, 'preview <folder>', {
    summary: 'Preview the checkout of a product folder, updated whenever a file is saved',
    details:
      'Sends the folder to the server as a what-if version after each change and shows its page at http://localhost, where you can buy in test mode. A what-if version cannot be published. Mistakes are shown in the page; once they are fixed the page comes back with the answers kept. Failing test cases do not matter. Needs a key for test mode. Stop it with Ctrl+C.',
    examples: ['bindery checkout preview travel', 'bindery checkout preview travel --language de'],
  })
    .option('--port <number>', 'port of the page', wholeNumber(0, 65_535), portDefault)
    .option('--language <language>', 'language of the page at first')
    .action(action(preview))
}

async function preview({ options, output, server }: Work<Options>, folder: string): Promise<void> {
  await readFolder(folder) // Fails at once where the path is not a product folder.
  const { client, connection } = await server()
  const shown = await openPreview(client, folder)
  const language = options.language ?? null
  const served = await servePreview(shown, { ...connection, language, port: options.port })
  let timer: NodeJS.Timeout | undefined
  const refreshIn = (ms: number) => {
    clearTimeout(timer)
    timer = setTimeout(() => void refresh(), ms)
  }
  const refresh = async () => {
    await shown.refresh()
    served.reload()
    const now = shown.shown()
    if (now.kind === 'mistakes' && now.isTemporary) refreshIn(againMs)
  }
  const watching = watch(folder, { recursive: true }, () => refreshIn(settledMs))
  await refresh()
  output.show({ url: served.url }, () => [`${folder} is shown at ${served.url}`])
  await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')])
  clearTimeout(timer)
  watching.close()
  await served.close()
  await shown.close()
}
