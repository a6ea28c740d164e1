import { type Command, Option } from 'commander'
import { type Work, action, addCommand } from '../command.ts'
import { describeLetters } from '../output/letters.ts'
import { showNewest } from '../output/show-newest.ts'
import { findPolicy } from '../server/find-policy.ts'
import { ifNotFound } from '../server/if-not-found.ts'
import { pageSize, rowsDefault, rowsMax } from '../server/take-rows.ts'
import { wholeNumber } from '../whole-number.ts'
import { writeWhole } from '../write-whole.ts'

const exampleId = 'ltr_01b0acc58e20e4a80c73f1d925b6'

export function addLetters(letters: Command): void {
  addCommand(letters, 'list', {
    summary: 'List letters for the post: those that wait, unless another state is named',
    examples: ['bindery letters list', 'bindery letters list --state sent'],
  })
    .addOption(
      new Option('--state <state>', 'only letters in this state')
        .choices(['waiting', 'sent', 'delivered', 'returned', 'void', 'all'])
        .default('waiting'),
    )
    .option('--policy <policy>', 'only about this policy, by number or id')
    .option('--limit <rows>', 'how many at most', wholeNumber(1, rowsMax), rowsDefault)
    .action(action(list))
  addCommand(letters, 'fetch <letter-id>', {
    summary: 'Write the PDF of a letter, to print it',
    examples: [`bindery letters fetch ${exampleId} --out letter.pdf`],
  })
    .option('--out <file>', 'the file to write; <letter id>.pdf by default')
    .action(action(fetchPdf))
  addCommand(letters, 'sent <letter-id>', {
    summary: 'Record that a letter was posted',
    examples: [`bindery letters sent ${exampleId} --date 2029-01-26`],
  })
    .requiredOption('--date <day>', 'the day on which it was posted')
    .action(action(sent))
  addCommand(letters, 'delivered <letter-id>', {
    summary: 'Record that a letter has arrived, and how that is known',
    examples: [`bindery letters delivered ${exampleId} --date 2029-01-28 --evidence RR123456785DE`],
  })
    .requiredOption('--date <day>', 'the day on which it arrived')
    .requiredOption('--evidence <text>', 'how that is known; do not include personal data')
    .action(action(delivered))
  addCommand(letters, 'returned <letter-id>', {
    summary: 'Record that a letter came back',
    examples: [`bindery letters returned ${exampleId} --date 2029-02-02`],
  })
    .requiredOption('--date <day>', 'the day on which it came back')
    .action(action(returned))
}

interface ListOptions {
  readonly state: string
  readonly policy?: string
  readonly limit: number
}

interface Dated {
  readonly date: string
}

async function list({ options, output, server }: Work<ListOptions>): Promise<void> {
  const { state, policy, limit } = options
  const opened = await server()
  const filters = {
    ...(state === 'all' ? {} : { state }),
    ...(policy === undefined ? {} : { policy_id: (await findPolicy(opened, policy)).id }),
    limit: pageSize(limit),
  }
  const { letters } = opened.client.manage
  await showNewest(output, () => letters.search(filters), limit, describeLetters)
}

async function fetchPdf(
  { options, output, server }: Work<{ readonly out?: string }>,
  letterId: string,
): Promise<void> {
  const { client } = await server()
  const { out: file = `${letterId}.pdf` } = options
  const bytes = await known(writeWhole(file, client.manage.letters.fetch(letterId)))
  output.show({ file, bytes }, (paint) => [`${paint.green('✓')} The letter is in ${file}.`])
}

async function sent({ options, output, server }: Work<Dated>, letterId: string): Promise<void> {
  const { client } = await server()
  const { date } = options
  const letter = await known(client.manage.letters.sent(letterId, { date }))
  output.show(letter, (paint) => [`${paint.green('✓')} ${letter.id} was posted on ${date}.`])
}

async function delivered(
  { options, output, server }: Work<Dated & { readonly evidence: string }>,
  letterId: string,
): Promise<void> {
  const { client } = await server()
  const { date, evidence } = options
  const letter = await known(client.manage.letters.delivered(letterId, { date, evidence }))
  output.show(letter, (paint) => [`${paint.green('✓')} ${letter.id} arrived on ${date}.`])
}

async function returned({ options, output, server }: Work<Dated>, letterId: string): Promise<void> {
  const { client } = await server()
  const { date } = options
  const letter = await known(client.manage.letters.returned(letterId, { date }))
  output.show(letter, (paint) => [`${paint.green('✓')} ${letter.id} came back on ${date}.`])
}

function known<Result>(asked: Promise<Result>): Promise<Result> {
  return ifNotFound(asked, 'List letters with: bindery letters list --state all')
}
