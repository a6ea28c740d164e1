import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, relative } from 'node:path'
import type { Command } from 'commander'
import { type Work, action, addCommand } from '../../command.ts'
import { Failure, exitCodes, mistakesIn } from '../../failure.ts'
import { encodeFiles } from '../../folder/product-files.ts'
import { readFolder } from '../../folder/read-folder.ts'
import { mailsPage } from '../../output/mails-page.ts'
import { openOnDesktop } from '../../output/open-on-desktop.ts'
import { count } from '../../output/problems.ts'

interface Options {
  readonly language?: string
  readonly out?: string
  readonly open?: boolean
}

export function addMailsPreview(mails: Command): void {
  addCommand(mails, 'preview <folder>', {
    summary: 'Write one page that shows all mails of a product folder',
    details:
      'Each mail as on a desktop, on a phone, in dark mode and as text, with sample data: the answers of demo.yaml or of a test case. Nothing is stored on the server, and nothing is sent.',
    examples: ['bindery mails preview travel', 'bindery mails preview travel --language de --open'],
  })
    .option('--language <code>', 'only in this language')
    .option('--out <file>', 'the page to write', 'mails.html')
    .option('--open', 'open the page, where there is a desktop')
    .action(action(preview))
}

async function preview({ options, output, server }: Work<Options>, folder: string): Promise<void> {
  const files = await readFolder(folder)
  const { language, out = 'mails.html' } = options
  const { client } = await server()
  const answer = await output.during(`Rendering the mails of ${folder}`, () =>
    client.manage.products.previewMails({
      files: encodeFiles(files),
      ...(language === undefined ? {} : { language }),
    }),
  )
  if (!answer.valid) throw mistakesIn(folder, answer.problems)
  const { mails } = answer
  if (mails.length > 0) await write(out, mailsPage(folder, mails))
  const isOpened = mails.length > 0 && options.open === true && (await openOnDesktop([out]))
  const shown = mails.map(({ event, language: code, subject, sent }) => {
    return { event, language: code, subject, sent }
  })
  output.show({ file: mails.length === 0 ? null : out, mails: shown }, (paint) => [
    ...shown.map(({ event, language: code, subject, sent }) => {
      return `${paint.green('✓')} ${event} (${code})  ${subject}${sent ? '' : paint.dim('  not switched on')}`
    }),
    mails.length === 0
      ? `${folder} has no mails.`
      : `${count(mails.length, 'mail')} in ${relative('.', out)}.`,
    ...(options.open === true && !isOpened && mails.length > 0
      ? [paint.dim('There is no desktop here to open it on.')]
      : []),
  ])
}

async function write(file: string, page: string): Promise<void> {
  try {
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, page)
  } catch (cause) {
    const fix = 'Name a file that can be written with --out.'
    throw new Failure(exitCodes.failed, `${file} cannot be written.`, fix, { cause })
  }
}
