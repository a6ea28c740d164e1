import { mkdir, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import type { Command } from 'commander'
import { type Work, action, addCommand } from '../../command.ts'
import { Failure, exitCodes, mistakesIn } from '../../failure.ts'
import { encodeFiles } from '../../folder/product-files.ts'
import { assertInside } from '../../folder/write-folder.ts'
import { readFolder } from '../../folder/read-folder.ts'
import { openOnDesktop } from '../../output/open-on-desktop.ts'
import { count } from '../../output/problems.ts'

interface Options {
  readonly document?: string
  readonly language?: string
  readonly out?: string
  readonly open?: boolean
}

export function addDocumentsPreview(documents: Command): void {
  addCommand(documents, 'preview <folder>', {
    summary: 'Render the documents of a product folder with sample data',
    details:
      'Uses the answers of demo.yaml or of a test case; without these, makes up answers that satisfy the rules. Prices come from the folder; where it has no price for the sample, an invented price is marked as such. Nothing is stored on the server.',
    examples: [
      'bindery documents preview travel',
      'bindery documents preview travel --document policy --language de --open',
    ],
  })
    .option('--document <designation>', 'only this document, for example policy')
    .option('--language <code>', 'only in this language')
    .option('--out <folder>', 'folder for the files', 'preview')
    .option('--open', 'open the files, where there is a desktop')
    .action(action(preview))
}

async function preview({ options, output, server }: Work<Options>, folder: string): Promise<void> {
  const files = await readFolder(folder)
  const { document, language, out = 'preview' } = options
  const { client } = await server()
  const answer = await output.during(`Making the documents of ${folder}`, () =>
    client.manage.products.previewDocuments({
      files: encodeFiles(files),
      ...(document === undefined ? {} : { document }),
      ...(language === undefined ? {} : { language }),
    }),
  )
  if (!answer.valid) throw mistakesIn(folder, answer.problems)
  const written = await write(out, answer.documents)
  const isOpened = options.open === true && (await openOnDesktop(written.map(({ file }) => file)))
  output.show({ documents: written }, (paint) => [
    ...written.flatMap(({ file, name, invented_because: reason }) => [
      `${paint.green('✓')} ${relative('.', file)}  ${name}`,
      ...(reason === null ? [] : [`    ${paint.yellow('The price is invented')}: ${reason}.`]),
    ]),
    written.length === 0
      ? `${folder} has no documents.`
      : `${count(written.length, 'document')} in ${out}.`,
    ...(options.open === true && !isOpened && written.length > 0
      ? [paint.dim('There is no desktop here to open them on.')]
      : []),
  ])
}

interface Previewed {
  readonly designation: string
  readonly name: string
  readonly occasion: string
  readonly language: string
  readonly item: string
  readonly cancellation_kind: string | null
  readonly cancellation_reason_code: string | null
  readonly extension: string
  readonly content: string
  readonly invented_because: string | null
}

async function write(out: string, documents: readonly Previewed[]) {
  for (const document of documents) assertInside(nameOf(document, documents))
  try {
    await mkdir(out, { recursive: true })
    return await Promise.all(
      documents.map(async ({ content, ...document }) => {
        const file = join(out, nameOf(document, documents))
        await writeFile(file, Buffer.from(content, 'base64'))
        return { ...document, file }
      }),
    )
  } catch (cause) {
    const fix = 'Name a folder that can be written to with --out.'
    throw new Failure(exitCodes.failed, `${out} cannot be written to.`, fix, { cause })
  }
}

/** `policy.de.pdf`, with the occasion and the item where there are several, and the kind of a cancellation. */
function nameOf(document: Omit<Previewed, 'content'>, all: readonly Previewed[]): string {
  const alike = all.filter(
    (one) => one.designation === document.designation && one.language === document.language,
  )
  const differs = (member: 'occasion' | 'item') => new Set(alike.map((one) => one[member])).size > 1
  const { cancellation_kind: kind, cancellation_reason_code: code } = document
  return [
    document.designation,
    ...(differs('occasion') ? [document.occasion] : []),
    ...(differs('item') ? [document.item] : []),
    ...(kind === null ? [] : [kind]),
    ...(code === null ? [] : [code]),
    document.language,
    document.extension,
  ].join('.')
}
